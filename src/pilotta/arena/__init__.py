"""Fights between bots: duplicate deals and matches, kept in a journal, summed up; and players to measure by."""
