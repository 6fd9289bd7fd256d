"""How things of the game are said to people."""
