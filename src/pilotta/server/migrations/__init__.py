"""Migrations of the database, run when a server starts.

A new one is written by hand (``versions/m0002_….py``, after the pattern of the one before); a test compares what they make
together with ``schema.py``.
"""
