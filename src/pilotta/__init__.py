"""Pilotta: the Cypriot card game, as a library, a terminal table and a web table."""

__version__ = "0.1.0"
