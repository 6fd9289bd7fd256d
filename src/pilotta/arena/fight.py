"""The arena: two players on the same deals with sides swapped, so that the luck of the cards cancels out.

This is the one module of the arena that sees four hands: it deals, referees and counts. :mod:`~pilotta.arena.run` plays whole
fights with it.
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final, NamedTuple

from pilotta.arena.times import Clock
from pilotta.arena.yardsticks import Omniscient, Player, full_name, is_own, make_player
from pilotta.bots.bot import Decision
from pilotta.bots.guarded import TIME_LIMIT, Guarded, Lost
from pilotta.bots.own import NoBot
from pilotta.game.actions import Action, Deal
from pilotta.game.allowed import fallback
from pilotta.game.dealing import deal_cards
from pilotta.game.phase import Phase
from pilotta.game.result import DealResult
from pilotta.game.state import DealState, MatchState, new_match
from pilotta.game.transition import advance
from pilotta.game.view import PlayerView, view
from pilotta.rules.auction import Auction, Call, Contract, Stage
from pilotta.rules.ranking import ranking
from pilotta.rules.ruleset import RuleSet
from pilotta.seats import SEATS, FourHands, side_of

DEALS_TO_A_MATCH: Final = 20
"""One pair of whole matches is played for so many deals."""
MOST_DEALS: Final = 2000
"""A match that has not ended after so many deals (two bots that pass for ever) is broken off and counts as a draw; nor does a
reference that passes for ever find a contract in more."""
TRACKS: Final = ("match", "play", "bidding")
"""What a fight is about: everything, with whole matches; the play of contracts that are given; the bidding alone."""
REFERENCE: Final = "cafe"
_BETWEEN_DEALS: Final = (Phase.DEALING, Phase.OVER)
_UNTIMED: Final = (None, None, None, None)


class FightError(ValueError):
    """This cannot be fought out: there is no such track, or nothing in it to compare."""


Table = tuple[Player, Player, Player, Player]
Clocks = tuple[Clock, Clock]
"""How long A and B thought, and what decisions they lost."""


class Sitting(NamedTuple):
    """Four players at a table, and what is noted of each: his clock, if he has one. ``where`` names the deal in a complaint;
    ``strict``: a decision that is lost ends the fight."""

    players: Table
    clocks: Sequence[Clock | None] = _UNTIMED
    where: str = ""
    strict: bool = False


class Played(NamedTuple):
    """One deal as it was played with A on one side. Differences are A's less B's; ``declarer`` is 0 for A, 1 for B."""

    cards: int
    score: int
    passed_out: bool
    value: int = 0
    strain: int = 0
    declarer: int = 0
    made: bool = False
    multiplier: int = 1
    capot: bool = False
    tricks: int = 0


@dataclass(frozen=True, slots=True)
class Fight:
    """What is to be measured: two players by name, under which rules, on which deals.

    ``track`` is one of :data:`TRACKS`. In ``play`` the bot named by ``reference`` calls at all four seats and A and B play its
    contract; in ``bidding`` A and B call, and the reference plays at all four. ValueError where a name is unknown, FightError for
    the bidding of rules without an auction.

    An own bot has ``time_limit`` seconds for a decision; one that it loses is made by the fallback and counted, or ends the fight
    where it is ``strict``.
    """

    a: str
    b: str
    rules: RuleSet
    deals: int
    seed: int
    track: str = "match"
    reference: str = REFERENCE
    time_limit: float = TIME_LIMIT
    strict: bool = False

    def __post_init__(self) -> None:
        for name in (self.a, self.b, self.reference):
            full_name(name)
        if self.track not in TRACKS:
            raise FightError(f"{self.track} is no track; there are {', '.join(TRACKS)}")
        if self.track == "bidding" and self.rules.fixed_trump:
            raise FightError("nobody bids under this rule set, so there is no bidding to compare")
        if is_own(self.reference):
            raise FightError(f"{self.reference} cannot be the reference: it must never lose a decision")

    @property
    def matches(self) -> int:
        """Pairs of matches that go with the deals; a track of a part of the game has none."""
        return -(-self.deals // DEALS_TO_A_MATCH) if self.track == "match" else 0

    def table(self, index: int, swapped: bool) -> Table:
        """A on North-South and B on East-West, or the other way round. The seeds go with the bots, not with the seats."""
        table: list[Player] = []
        for seat in range(4):
            is_b = side_of(seat) != swapped
            name, seed = self.b if is_b else self.a, 4 * index + seat // 2
            table.append(make_player(name, seed, self.time_limit))
        return (table[0], table[1], table[2], table[3])

    def sitting(self, index: int, swapped: bool, clocks: Clocks, where: str) -> Sitting:
        """The same table with both players' clocks."""
        by_seat = [clocks[side_of(seat) != swapped] for seat in range(4)]
        return Sitting(self.table(index, swapped), by_seat, where, self.strict)

    def reference_table(self, index: int) -> Table:
        """The reference at all four seats, in both seatings alike."""
        one, other = (make_player(self.reference, 4 * index + number) for number in (0, 1))
        return (one, one, other, other)

    def hands(self, stream: str, index: int, number: int = 0) -> FourHands:
        chance = Random(f"arena {self.seed} {stream} {index} {number}")
        return deal_cards(self.rules, 3, chance).hands


def play_deal(state: MatchState, hands: FourHands, table: Table) -> MatchState:
    """Deal these hands and let the table play them to the end."""
    return play_on(advance(state, Deal(hands)).state, table)


def play_on(state: MatchState, table: Table) -> MatchState:
    """Let the table play on to the end of the deal."""
    return _play_on(state, Sitting(table))


def play_one(fight: Fight, index: int, clocks: Clocks) -> tuple[Played, Played]:
    """One deal in both seatings, by itself: no score stands, whoever deals."""
    if fight.track == "bidding":
        results = list(_bidding(fight, index, clocks))
    else:
        start = contract_to_play(fight, index) if fight.track == "play" else _dealt(fight, index)
        results = list(_both_from(start, fight, index, clocks))
    return _played(results[0], a_side=0), _played(results[1], a_side=1)


def play_match_pair(fight: Fight, index: int, clocks: Clocks) -> tuple[float, float]:
    """Two whole matches on one stream of deals: what A won with either seating (1, 0, or a half where none ended).

    The stream gives each seat the same cards in both matches, deal by deal.
    """
    won = []
    for swapped in (False, True):
        sitting = fight.sitting(index, swapped, clocks, f"match {index + 1}")
        state = new_match(fight.rules, index % 4)
        number = 0
        while state.phase is not Phase.OVER and number < MOST_DEALS:
            dealt = advance(state, Deal(fight.hands("match", index, number))).state
            state = _play_on(dealt, sitting._replace(where=f"match {index + 1}, deal {number + 1}"))
            number += 1
        won.append(0.5 if state.winner is None else float(state.winner == int(swapped)))
    return won[0], won[1]


# The tracks


def _both_from(start: MatchState, fight: Fight, index: int, clocks: Clocks) -> Iterator[DealResult]:
    """Everything from here on, in both seatings."""
    for swapped in (False, True):
        state = _play_on(start, fight.sitting(index, swapped, clocks, f"deal {index + 1}"))
        yield state.results[-1]


def contract_to_play(fight: Fight, index: int) -> MatchState:
    """The first deal of this number's own stream that the reference does not pass out, once it has called.

    FightError where it passes for ever.
    """
    table = Sitting(fight.reference_table(index))
    for number in range(MOST_DEALS):
        state = _call_on(_dealt(fight, index, number), table)
        if state.phase not in _BETWEEN_DEALS:
            return state
    raise FightError(f"{fight.reference} passes whatever it is dealt, so there is nothing to play")


def _bidding(fight: Fight, index: int, clocks: Clocks) -> Iterator[DealResult]:
    """The auction in both seatings, each played by the reference; the same contract once."""
    start = _dealt(fight, index)
    players = fight.reference_table(index)
    played: dict[Contract | None, DealResult] = {}
    for swapped in (False, True):
        state = _call_on(start, fight.sitting(index, swapped, clocks, f"deal {index + 1}"))
        if state.phase in _BETWEEN_DEALS:
            yield state.results[-1]
            continue
        bare = contract_alone(state)
        assert bare.deal is not None
        contract = bare.deal.contract
        if contract not in played:
            played[contract] = play_on(bare, players).results[-1]
        yield played[contract]


def contract_alone(state: MatchState) -> MatchState:
    """The deal as it would be if nobody had heard how its contract came about: what was called before is gone, and the hand of the
    declaring side that is stronger in trumps has bid it.

    So the play depends on the cards and on the contract alone, and two ways to the same contract come to the same.
    """
    deal = state.deal
    assert deal is not None
    assert deal.contract is not None
    contract = replace(deal.contract, declarer=_stronger(state.rules, deal, deal.contract), doubler=None)
    bid = Call("bid", contract.value, contract.strain, contract.capot)
    calls = ((contract.declarer, bid),)
    auction = Auction(contract.declarer, Stage.OVER, calls, bid, contract.declarer)
    return state._replace(deal=deal._replace(contract=contract, auction=auction))


def _stronger(rules: RuleSet, deal: DealState, contract: Contract) -> int:
    ranks = ranking(rules, contract.strain)

    def strength(seat: int) -> tuple[int, int]:
        return (deal.dealt[seat] & ranks.trumps).bit_count(), ranks.points_in(deal.dealt[seat])

    return max((contract.side, contract.side + 2), key=strength)


# The table


def _dealt(fight: Fight, index: int, number: int = 0) -> MatchState:
    return advance(new_match(fight.rules, index % 4), Deal(fight.hands("deal", index, number))).state


def _play_on(state: MatchState, sitting: Sitting) -> MatchState:
    """To the end of the deal."""
    while state.phase not in _BETWEEN_DEALS:
        state = _step(state, sitting)
    return state


def _call_on(state: MatchState, sitting: Sitting) -> MatchState:
    """To the end of the auction."""
    while state.phase is Phase.AUCTION:
        state = _step(state, sitting)
    return state


def _step(state: MatchState, sitting: Sitting) -> MatchState:
    seat = state.turn
    seen, clock, player = view(state, seat), sitting.clocks[seat], sitting.players[seat]
    if isinstance(player, Guarded):
        return advance(state, _decided_apart(player, seen, clock, sitting)).state
    # The processor's time, which other programs on a shared machine do not lengthen.
    start = time.process_time()
    decision = _decide(player, seen, state)
    if clock is not None:
        clock.note(seen, time.process_time() - start)
    return advance(state, decision.action).state


def _decide(player: Player, seen: PlayerView, state: MatchState) -> Decision:
    if isinstance(player, Omniscient):
        assert state.deal is not None
        return player.act_seeing(seen, state.deal.dealt)
    return player.act(seen)


def _decided_apart(player: Guarded, seen: PlayerView, clock: Clock | None, sitting: Sitting) -> Action:
    """What somebody's own bot does; where it loses the decision, the fallback. FightError where that ends the fight."""
    try:
        found = player.answer(seen)
    except NoBot as error:
        raise FightError(str(error)) from None
    except Lost as lost:
        what = f"{sitting.where}, seat {SEATS[seen.seat]}: {lost.what}"
        if sitting.strict:
            raise FightError(f"{player.name} lost a decision in {what}") from None
        if clock is not None:
            clock.lose(lost.why, what)
        return fallback(seen)
    if clock is not None:
        clock.note(seen, found.seconds)
    return found.answer.action


def _played(result: DealResult, a_side: int) -> Played:
    cards = result.cards[a_side] - result.cards[1 - a_side]
    score = result.score[a_side] - result.score[1 - a_side]
    account, contract = result.account, result.contract
    if account is None or contract is None:
        return Played(cards, score, passed_out=True)
    return Played(
        cards,
        score,
        False,
        contract.value,
        contract.strain,
        contract.side ^ a_side,
        bool(account.made),
        contract.multiplier,
        account.capot is not None,
        result.tricks[contract.side],
    )
