"""One module for each change of the database, oldest first."""
