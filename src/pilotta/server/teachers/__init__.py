"""What a table teaches those who sit at it: meanings of calls, reasons of bots, hints."""
