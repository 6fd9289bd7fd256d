"""What a match waits for: everybody may know that, so it stands apart from the state."""

from enum import Enum


class Phase(Enum):
    """Cards to be dealt, a call, an announcement, a show, a card; or nothing any more."""

    DEALING = "dealing"
    AUCTION = "auction"
    DECLARING = "declaring"
    SHOWING = "showing"
    PLAYING = "playing"
    OVER = "over"
