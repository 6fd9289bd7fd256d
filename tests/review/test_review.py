"""The review of a record: planted blunders come out, noise does not, and only a player's view is judged."""

import json
from collections import Counter
from dataclasses import replace
from math import exp

import pytest
from tests.bots.test_bots import deal_states
from tests.review.records import FORGOTTEN, UNBID, UNDRAWN, WASTED, WILD, record

from pilotta.bots.sight.picture import Picture
from pilotta.cards import parse_card
from pilotta.game.actions import Announce, Deal, MakeCall, PlayCard
from pilotta.game.record import Record, RecordedDeal
from pilotta.game.referee import IllegalRecord
from pilotta.review import Review, ReviewError, judging, review_record
from pilotta.review.judging import Teacher, weigh_anew
from pilotta.review.model import Judged
from pilotta.review.players import accuracy
from pilotta.review.walk import Moment, played_deals
from pilotta.rules.catalogue import ACADEMY
from pilotta.seats import EAST, NORTH, SOUTH, WEST

WORLDS = 30


def reviewed(*deals: RecordedDeal, **how: object) -> Review:
    return review_record(record(*deals), worlds=WORLDS, **how)  # type: ignore[arg-type]


def costliest(review: Review, seat: int) -> Judged:
    player = next(each for each in review.players if each.seat == seat)
    number, place = player.costliest[0]
    return next(each for each in review.deals if each.number == number).decisions[place]


@pytest.mark.parametrize(
    ("planted", "seat", "kind", "number", "done"),
    [
        (UNDRAWN, SOUTH, "card", 2, {"card": "TH"}),
        (WASTED, NORTH, "card", 5, {"card": "AS"}),
        (UNBID, SOUTH, "call", 4, {"call": "P"}),
        (FORGOTTEN, NORTH, "announce", 0, {"announce": False}),
    ],
    ids=["a trump not drawn", "an ace wasted", "a bid missing", "an announcement forgotten"],
)
def test_a_planted_blunder_is_the_costliest_decision_of_its_player(
    planted: RecordedDeal, seat: int, kind: str, number: int, done: dict[str, object]
) -> None:
    review = reviewed(planted, seats=[seat])
    worst = costliest(review, seat)
    assert (worst.kind, worst.number, worst.done) == (kind, number, done)
    assert worst.loss == worst.cost > judging.ERRORS * worst.error
    assert worst.reason is not None
    assert worst.best not in (None, done)
    assert review.players[0].loss >= worst.loss


def test_the_undrawn_trump_is_explained_by_the_trump() -> None:
    worst = costliest(reviewed(UNDRAWN, seats=[SOUTH]), SOUTH)
    assert worst.best == {"card": "JS"}
    assert worst.reason is not None
    said = [worst.reason.code, *(each.code for each in worst.because)]
    assert "play.draw_trumps" in said


def test_what_leaves_no_choice_counts_for_nothing() -> None:
    review = reviewed(UNDRAWN)
    moments = played_deals(record(UNDRAWN))[0].moments
    cards = [each for each in review.deals[0].decisions if each.kind == "card"]
    states = [moment.state for moment in moments if isinstance(moment.action, PlayCard)]
    assert len(cards) == len(states) == 32
    forced = 0
    for each, state in zip(cards, states, strict=True):
        assert state.deal is not None
        assert state.deal.play is not None
        only = state.deal.play.legal.bit_count() == 1
        assert each.real is not only
        forced += only
        if only:
            assert (each.best, each.cost, each.loss, each.options) == (None, 0.0, 0.0, ())
    assert forced >= 8
    for player in review.players:
        mine = [each for each in review.deals[0].decisions if each.seat == player.seat]
        assert player.decisions == sum(each.real for each in mine) < len(mine)
        assert player.accuracy == accuracy([each.loss for each in mine if each.real])


def test_accuracy_is_the_published_formula() -> None:
    assert accuracy([]) is None
    assert accuracy([0.0, 0.0]) == 100.0
    assert accuracy([4.0]) == pytest.approx(100 / 2.718281828)
    assert accuracy([0.0, 2.0, 10.0]) == pytest.approx(100 * (1 + exp(-0.5) + exp(-2.5)) / 3)


def test_any_number_of_jobs_gives_the_same_data() -> None:
    deals = (UNBID, replace(WASTED, dealer=EAST, calls=("P",) * 4, plays=()))
    one, two = (reviewed(*deals, jobs=jobs, seed=7).to_data() for jobs in (1, 2))
    assert one == two
    assert json.loads(json.dumps(one)) == one
    assert reviewed(*deals, seed=8).to_data() != one


def test_progress_counts_up_to_the_whole() -> None:
    heard: list[float] = []
    reviewed(UNBID, replace(UNBID, dealer=EAST), seats=[NORTH], progress=heard.append)
    assert heard == [0.5, 1.0]


def test_a_deal_that_has_not_ended_is_refused_and_left_out() -> None:
    running = replace(WASTED, dealer=EAST, calls=("100C", "P", "110C", "P", "P", "P"), plays=())
    alone = record(replace(WASTED, plays=WASTED.plays[:31]))
    with pytest.raises(ReviewError, match="no deal of this record has ended"):
        review_record(alone)
    both = record(UNBID, replace(running, dealer=EAST))
    with pytest.raises(ReviewError, match="deal 2 has not ended: its cards are still secret"):
        review_record(both, deals=[1, 2])
    with pytest.raises(ReviewError, match="there is no deal 3: the record has 2"):
        review_record(both, deals=[3])
    with pytest.raises(ReviewError, match="no deal was asked for"):
        review_record(both, deals=[])
    found = review_record(both, worlds=4, seats=[WEST])
    assert [each.number for each in found.deals] == [1]


def test_a_record_that_breaks_a_rule_is_named() -> None:
    broken = replace(WASTED, plays=(*WASTED.plays[:1], parse_card("7H"), *WASTED.plays[2:]))
    with pytest.raises(IllegalRecord, match="deal 1, trick 1"):
        review_record(record(broken))


def test_only_what_the_player_knew_is_judged() -> None:
    """The other three hands dealt anew, in a way in which all that happened so far would have happened: the same judgement."""
    first = played_deals(record(WASTED))[0].moments
    lead = next(moment for moment in first if isinstance(moment.action, PlayCard))
    state = lead.state
    assert state.deal is not None
    assert state.deal.play is not None
    south, east, north, west = state.deal.dealt
    swapped = (south, north, west, east)
    other = state._replace(
        deal=state.deal._replace(dealt=swapped, play=state.deal.play._replace(hands=swapped))
    )
    teacher = Teacher(3, WORLDS)
    assert weigh_anew(teacher, lead) == weigh_anew(teacher, Moment(other, lead.action))


def test_a_second_look_takes_back_what_was_noise(monkeypatch: pytest.MonkeyPatch) -> None:
    moment = next(
        each
        for each in played_deals(record(UNDRAWN))[0].moments
        if isinstance(each.action, PlayCard) and each.action.card == parse_card("TH")
    )
    teacher = Teacher(0, WORLDS)
    sure = weigh_anew(teacher, moment)
    assert sure is not None
    assert sure.loss == sure.cost > 5
    looks = []

    def looking(self: Teacher, seed: int) -> object:
        looks.append(seed)
        return plain(self, seed)

    plain = Teacher.looking
    monkeypatch.setattr(Teacher, "looking", looking)
    monkeypatch.setattr(judging, "_between", lambda *_: (1.0, 0.6))
    doubtful = weigh_anew(teacher, moment)
    assert doubtful is not None
    assert (doubtful.cost, doubtful.error, doubtful.loss) == (1.0, 0.6, 0.0)
    assert looks == [0, judging.SECOND_LOOK]


def test_a_call_that_nobody_would_think_of_is_weighed_too() -> None:
    worst = costliest(reviewed(WILD, seats=[EAST]), EAST)
    assert (worst.kind, worst.done, worst.best) == ("call", {"call": "200D"}, {"call": "80D"})


def test_a_missed_signal_is_told() -> None:
    """Partner cashes an ace on which this player, with ten and a small card, should play the small one."""
    seen, usual = next(
        (seen, decision)
        for number in range(40)
        for _, seen, decision in deal_states(ACADEMY, number, ("cafe", "cafe"), automatic=True)
        if decision.reason.code == "play.show_ten"
    )
    small, ten = usual.action, PlayCard(seen.seat, parse_card(f"T{usual.reason.params['suit']}"))
    assert isinstance(small, PlayCard)
    assert judging._missed_signal(Picture(seen), small, ten) == usual.reason
    assert judging._missed_signal(Picture(seen), small, small) is None
    # Where the teacher would not have signalled either, nothing was missed.
    assert judging._missed_signal(Picture(seen), ten, ten) is None


def test_the_walk_gives_each_action_the_state_in_which_it_was_done() -> None:
    one, two = played_deals(record(FORGOTTEN, UNBID))
    assert (one.number, two.number) == (1, 2)
    kinds = Counter(type(moment.action) for moment in one.moments)
    assert kinds[PlayCard] == 32
    assert kinds[MakeCall] == len(FORGOTTEN.calls)
    # Announcing and showing stand in the record by their absence; only North's is not said.
    assert [each.action.seat for each in one.moments if isinstance(each.action, Announce)] == [SOUTH, WEST]
    for moment in (*one.moments, *two.moments):
        assert not isinstance(moment.action, Deal)
        assert moment.state.turn == moment.action.seat
    assert [len(each.state.results) for each in (one.moments[0], two.moments[0])] == [0, 1]
    assert two.totals == one.totals == one.result.score


def test_empty_records_have_nothing_to_review() -> None:
    with pytest.raises(ReviewError, match="no deal of this record has ended"):
        review_record(Record(record().rules))
