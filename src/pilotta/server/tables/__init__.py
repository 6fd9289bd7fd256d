"""The tables that a process holds in memory, and what drives those where nobody has to be asked."""
