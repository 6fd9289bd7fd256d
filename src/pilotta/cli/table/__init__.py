"""The terminal table. ``sitting`` is the match that is played, ``model`` says what is on show, ``draw`` draws it, ``app`` is Textual's."""
