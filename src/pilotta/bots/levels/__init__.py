"""The levels: players put together from the other rooms, one module each."""
