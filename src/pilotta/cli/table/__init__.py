"""The terminal table. ``session`` plays the match, ``model`` says what is on show, ``draw`` draws it, ``app`` is Textual's."""
