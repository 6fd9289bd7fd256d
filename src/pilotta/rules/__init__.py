"""The rules of Pilotta as pure functions over data. Nothing here keeps state or knows who sits at a table."""
