"""The command ``pilotta``: one module a command, and the terminal table."""
