"""One question at a time. Points are of the whole deal, what is already won included; all cards are seen by all."""

from pilotta.engine.batch import Answer, NotFinished, Question, solve
from pilotta.engine.position import Position
from pilotta.seats import BySide


def value(position: Position, *, node_limit: int = 0, seconds: float = 0.0) -> BySide[int]:
    """The card points, last trick included, that both sides end the deal with under best play.

    Here as below, NotFinished where the search would play more than ``node_limit`` cards or take longer than ``seconds``
    (0: no bound).
    """
    found = _ask(Question("value", position), node_limit, seconds).value
    assert found is not None
    return found


def moves(position: Position, *, node_limit: int = 0, seconds: float = 0.0) -> dict[int, int]:
    """What NS ends the deal with after each card that the seat to play may play."""
    found = _ask(Question("moves", position), node_limit, seconds).moves
    assert found is not None
    return found


def best_line(position: Position, *, node_limit: int = 0, seconds: float = 0.0) -> tuple[int, ...]:
    """One line of best play: the cards from here to the end of the deal."""
    found = _ask(Question("line", position), node_limit, seconds).line
    assert found is not None
    return found


def reaches(position: Position, side: int, points: int, *, node_limit: int = 0, seconds: float = 0.0) -> bool:
    """Whether this side can end the deal with so many points or more: several times quicker than to ask for the value."""
    found = _ask(Question("reaches", position, side, points), node_limit, seconds).holds
    assert found is not None
    return found


def takes_all(position: Position, side: int, *, node_limit: int = 0, seconds: float = 0.0) -> bool:
    """Whether this side can take all tricks of the deal (capot)."""
    found = _ask(Question("takes_all", position, side), node_limit, seconds).holds
    assert found is not None
    return found


def _ask(question: Question, node_limit: int, seconds: float) -> Answer:
    answer = solve([question], threads=1, node_limit=node_limit, seconds=seconds)[0]
    if not answer.finished:
        raise NotFinished(f"no answer after {answer.nodes:,} cards")
    return answer
