"""The web platform: tables whose truth is an append-only log, and the one protocol by which clients talk to them."""
