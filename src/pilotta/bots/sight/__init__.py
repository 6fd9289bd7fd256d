"""Sight: what a player may know and guess about cards that he does not see."""
