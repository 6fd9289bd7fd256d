"""Processes in which bots think, and what runs in them."""
