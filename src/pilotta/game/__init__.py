"""A match of Pilotta as frozen values: actions go in, a new state and past-tense events come out."""
