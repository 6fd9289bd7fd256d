"""Players that are programs. Each sees a :class:`~pilotta.game.view.PlayerView` and nothing else, and can say why."""
