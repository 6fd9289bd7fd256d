"""The exact solver: what both sides end a deal with when all four see all cards. ``docs/engine.md`` shows how to ask it.

The search itself is native (``pilotta.engine._native``); :mod:`pilotta.engine.reference` gives the same answers slowly.
"""
