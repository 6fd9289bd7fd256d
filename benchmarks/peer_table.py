"""A table where our bots play against the closest peer's, the package `colver`, card by card, by the rules of belote contrée.

Its bot takes whole deals, and is shown none: all that its seat cannot see is dealt anew before each question, in a way that fits what
the seat knows. It may use nothing else, for there is nothing else to use. Before every card its legal cards are compared with
ours, and after every deal the card points and the pilotta; a difference stops the play and says where.
"""

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final, NamedTuple, Self

from benchmarks.peer import CONTREE, Peer, PeerError

from pilotta.arena.fight import REFERENCE, Fight, contract_alone, contract_to_play
from pilotta.arena.times import Times
from pilotta.bots.bot import Bot
from pilotta.bots.sight.knowledge import Knowledge
from pilotta.bots.sight.worlds import Worlds
from pilotta.cards import CARD_NAMES, KING, QUEEN, cards_in
from pilotta.game.actions import PlayCard
from pilotta.game.phase import Phase
from pilotta.game.result import DealResult
from pilotta.game.state import MatchState
from pilotta.game.transition import advance
from pilotta.game.view import PlayerView, view
from pilotta.rules.ruleset import STRAINS
from pilotta.seats import SEATS, FourHands, side_of

RULES: Final = CONTREE.change(
    double="none",
    redouble=False,
    highest_bid=160,
    sequence_points=(0, 0, 0),
    four_points=(0,) * 8,
    pilotta_calls="first_card",
    capot_points=252,
    reverse_capot="deal",
)
"""Play, trumps and card points of contrée; of its scoring what the card play hangs on, in tens."""
MOST_DRAWS: Final = 10_000


class Mismatch(RuntimeError):
    """The peer plays another game than we do, or no game at all; says where."""


@dataclass(slots=True)
class Tally:
    """What the same two players came to: deals in both seatings as (ours less theirs, the same with sides swapped)."""

    cards: list[tuple[float, float]] = field(default_factory=list)
    tens: list[tuple[float, float]] = field(default_factory=list)
    ours: Times = field(default_factory=Times)
    theirs: Times = field(default_factory=Times)
    compared: int = 0
    """Positions in which both sides' rules allowed the same cards."""
    worlds: int = 0

    def merge(self, other: Self) -> None:
        self.cards += other.cards
        self.tens += other.tens
        self.ours.merge(other.ours)
        self.theirs.merge(other.theirs)
        self.compared += other.compared
        self.worlds += other.worlds


class Table(NamedTuple):
    """One of our players, by the seed of a deal, against the peer's bot, and what is counted of them."""

    ours: Callable[[int], Bot]
    peer: Peer
    bot: str
    tally: Tally


def play_pair(table: Table, seed: int, index: int) -> Tally:
    """The deal of this number in both seatings, added to what is counted. Mismatch where the peer does not play along."""
    start = contract_alone(contract_to_play(Fight(REFERENCE, REFERENCE, RULES, 1, seed, "play"), index))
    results = [_play(table, start, side, f"{seed} {index}") for side in (0, 1)]
    cards, tens = (
        [float(each[side] - each[1 - side]) for side, each in enumerate(both)]
        for both in ([result.cards for result in results], [result.score for result in results])
    )
    table.tally.cards.append((cards[0], cards[1]))
    table.tally.tens.append((tens[0] / RULES.unit, tens[1] / RULES.unit))
    return table.tally


def _play(table: Table, state: MatchState, our_side: int, chance: str) -> DealResult:
    """This deal to its end, and whether the peer agrees with every card of it."""
    assert state.deal is not None
    dealt = state.deal.dealt
    allowed: list[int] = []
    played: list[int] = []
    player, rng = table.ours(our_side), Random(f"peer {chance} {our_side}")
    start = view(state, state.turn)
    while state.phase is Phase.PLAYING:
        seen = view(state, state.turn)
        legal = seen.legal.cards
        if legal & legal - 1 == 0:
            card = legal.bit_length() - 1
        elif side_of(seen.seat) == our_side:
            before = time.process_time()
            action = player.act(seen).action
            table.tally.ours.add(time.process_time() - before)
            assert isinstance(action, PlayCard)
            card = action.card
        else:
            card = _asked(table, seen, played, rng)
        allowed.append(legal)
        played.append(card)
        state = advance(state, seen.play(card)).state
    result = state.results[-1]
    _refereed(table, start, dealt, played, allowed, result)
    return result


def _question(seen: PlayerView, hands: Sequence[int], played: Sequence[int], do: str) -> dict[str, object]:
    contract = seen.contract
    assert contract is not None
    return {
        "do": do,
        "hands": [cards_in(hand) for hand in hands],
        "trump": contract.strain,
        "value": contract.value,
        "side": contract.side,
        "leader": seen.tricks[0].leader if seen.tricks else seen.leader,
        "played": list(played),
    }


def _asked(table: Table, seen: PlayerView, played: Sequence[int], rng: Random) -> int:
    hands = dealt_anew(seen, rng)
    more = {"seat": seen.seat, "seed": rng.getrandbits(32), "bot": table.bot}
    answer = _answer(table.peer, {**_question(seen, hands, played, "card"), **more})
    try:
        card, legal = int(answer["card"]), [int(each) for each in answer["legal"]]
        heard = [bool(each) for each in answer["belote"]]
        worlds, seconds = int(answer["worlds"]), float(answer["seconds"])
    except (KeyError, TypeError, ValueError):
        raise Mismatch(f"the peer answers {answer}\n{_where(seen, hands, played)}") from None
    _same_cards(legal, seen.legal.cards, seen, hands, played)
    called = [any(side_of(seat) == side for seat, _ in seen.pilotta) for side in (0, 1)]
    if heard != called:
        raise Mismatch(
            f"a pilotta was called by {called}, by the peer's rules {heard}\n{_where(seen, hands, played)}"
        )
    if not 0 <= card < 32 or not seen.legal.cards >> card & 1:
        raise Mismatch(f"the peer plays {_name(card)}\n{_where(seen, hands, played)}")
    table.tally.theirs.add(seconds)
    table.tally.worlds += worlds
    return card


def _refereed(
    table: Table,
    start: PlayerView,
    dealt: FourHands,
    played: Sequence[int],
    allowed: Sequence[int],
    result: DealResult,
) -> None:
    """The whole deal once more by the peer's rules, all hands open since it is over."""
    answer = _answer(table.peer, _question(start, dealt, played, "referee"))
    try:
        found = [[int(card) for card in cards] for cards in answer["legal"]]
    except (KeyError, TypeError, ValueError):
        found = []
    if len(found) != len(allowed):
        raise Mismatch(f"the peer answers {answer}\n{_where(start, dealt, played)}")
    for number, (theirs, ours) in enumerate(zip(found, allowed, strict=True)):
        _same_cards(theirs, ours, start, dealt, played[:number])
        table.tally.compared += 1
    ours_cards, ours_pair = list(result.cards), list(result.pilotta)
    if [answer.get("cards"), answer.get("belote")] != [ours_cards, ours_pair]:
        raise Mismatch(
            f"card points {ours_cards} with {ours_pair} for the pilotta, the peer's {answer.get('cards')} with"
            f" {answer.get('belote')}\n{_where(start, dealt, played)}"
        )


def _answer(peer: Peer, question: dict[str, object]) -> dict[str, Any]:
    try:
        return peer.exchange(question)
    except PeerError as error:
        asked = {name: each for name, each in question.items() if name != "bot"}
        raise Mismatch(f"{error}\nasked {json.dumps(asked)}") from None


def _same_cards(
    theirs: Sequence[int], ours: int, seen: PlayerView, hands: Sequence[int], played: Sequence[int]
) -> None:
    if sorted(theirs) != list(cards_in(ours)):
        raise Mismatch(
            f"legal are {_names(cards_in(ours))}, by the peer's rules {_names(theirs)}\n{_where(seen, hands, played)}"
        )


def _where(seen: PlayerView, hands: Sequence[int], played: Sequence[int]) -> str:
    """The position in words: trumps, what each seat was dealt (by one who may not know it), and the cards played."""
    contract = seen.contract
    assert contract is not None
    first = seen.tricks[0].leader if seen.tricks else seen.leader
    dealt = "  ".join(f"{SEATS[seat]} {_names(cards_in(hand))}" for seat, hand in enumerate(hands))
    return (
        f"where {contract.value}{STRAINS[contract.strain]} is played, {SEATS[first]} led and each holds\n  {dealt}\n"
        f"after {_names(played) or 'no card'}"
    )


def _name(card: int) -> str:
    return CARD_NAMES[card] if 0 <= card < 32 else str(card)


def _names(cards: Sequence[int]) -> str:
    return " ".join(_name(card) for card in cards)


def dealt_anew(seen: PlayerView, rng: Random) -> FourHands:
    """Four hands of eight of which this seat would have seen exactly what it saw, each such deal as likely as any other.

    Who plays the king or the queen of trumps and says nothing does not hold the other.
    """
    contract = seen.contract
    assert contract is not None
    worlds = Worlds(Knowledge(seen, contract), even=True)
    gone = _played_by(seen)
    pair = (1 << KING | 1 << QUEEN) << 8 * contract.strain
    silent = [pair & gone[seat] and (seat, contract.strain) not in seen.pilotta for seat in range(4)]
    for _ in range(MOST_DRAWS):
        south, east, north, west = (hand | gone[seat] for seat, hand in enumerate(worlds.draw(rng)))
        hands = (south, east, north, west)
        if not any(quiet and hands[seat] & pair == pair for seat, quiet in enumerate(silent)):
            return hands
    raise Mismatch(f"no deal fits what {SEATS[seen.seat]} knows\n{_where(seen, _played_by(seen), ())}")


def _played_by(seen: PlayerView) -> list[int]:
    gone = [0, 0, 0, 0]
    for leader, cards in (*((each.leader, each.cards) for each in seen.tricks), (seen.leader, seen.trick)):
        for turn, card in enumerate(cards):
            gone[leader + turn & 3] |= 1 << card
    return gone
