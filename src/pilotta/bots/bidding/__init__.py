"""Bidding: the convention, what a hand is worth by it, what each call promises and means."""
