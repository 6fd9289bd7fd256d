"""What calls mean: each legal call has a meaning that every language can say, and bots hold what their own calls tell."""

import itertools
from collections import Counter
from random import Random

import pytest
from tests.bots.test_bots import TABLES

from pilotta.bots.bidding.calls import MOST_KEYS
from pilotta.bots.bidding.convention import CYPRIOT, LIGHT, Convention
from pilotta.bots.bidding.doubling import tricks_against
from pilotta.bots.bidding.meaning import ALL_CYPRIOT, heard_meanings, meaning, meanings, spoken_by
from pilotta.bots.bidding.promises import listen
from pilotta.bots.bidding.valuation import holds, keys, length, points_to_tell, side_aces, sure_tricks
from pilotta.bots.bot import Reason
from pilotta.bots.catalogue import make_bot
from pilotta.cards import ACE, JACK, NINE
from pilotta.game.actions import MakeCall
from pilotta.game.dealing import deal_cards
from pilotta.game.phase import Phase
from pilotta.game.state import MatchState, new_match
from pilotta.game.transition import advance
from pilotta.game.view import PlayerView, view
from pilotta.rules.auction import DOUBLE, PASS, REDOUBLE, Call, LegalCalls, bid, capot_bid, parse_call
from pilotta.rules.catalogue import ACADEMY, CLUB, PRESETS
from pilotta.rules.declarations import find_declarations
from pilotta.rules.ruleset import ALL_TRUMP, NO_TRUMP, STRAINS, RuleSet
from pilotta.seats import partner_of
from pilotta.words import LANGUAGES, chapter, phrasebook

PLAIN = CLUB.change(double="after_auction", redouble=True, capot_call=True)


def dealt(rules: RuleSet, seed: int) -> MatchState:
    state = new_match(rules, seed % 4)
    return advance(state, deal_cards(rules, state.dealer, Random(seed))).state


def calls(text: str) -> tuple[tuple[int, Call], ...]:
    """South calls first."""
    return tuple((place & 3, parse_call(word)) for place, word in enumerate(text.split()))


def last(text: str, rules: RuleSet = ACADEMY, convention: Convention = CYPRIOT) -> Reason:
    """What the last of these calls tells."""
    *before, (seat, call) = calls(text)
    return meaning(rules, tuple(before), seat, call, convention)


@pytest.mark.parametrize(
    ("auction", "code", "params"),
    [
        ("80S", "one_step", {"suit": "S", "cards": "3", "long": "5", "side": "4"}),
        ("90H", "two_steps", {"suit": "H", "cards": "3", "side": "4"}),
        ("100D", "three_steps", {"suit": "D", "long": "5", "side": "4"}),
        ("110C", "points", {"suit": "C", "points": "100"}),
        # A person's jump beyond every opening is read as the nearest: points.
        ("160H", "points", {"suit": "H", "points": "100"}),
        ("80S 90H", "one_step", {"suit": "H", "cards": "3", "long": "5", "side": "4"}),
        ("90S 110H", "two_steps", {"suit": "H", "cards": "3", "side": "4"}),
        ("80S P 90S", "answer", {"suit": "S", "keys": "1"}),
        ("80S P 110S", "answer", {"suit": "S", "keys": "3"}),
        ("80S P 130S", "answer_points_only", {"suit": "S", "points": "100"}),
        ("80S P 150S", "answer_points", {"suit": "S", "points": "100", "keys": "2"}),
        ("80S P 300S", "answer_points", {"suit": "S", "points": "100", "keys": "4"}),
        # Over the opponents one step may be support alone; two tell of two keys.
        ("80S 90H 100S", "support", {"suit": "S"}),
        ("80S 90H 110S", "answer", {"suit": "S", "keys": "2"}),
        # A suit of one's own over partner's is an opening.
        ("80S P 90H", "one_step", {"suit": "H", "cards": "3", "long": "5", "side": "4"}),
        ("80S P 90S P 140S", "repeat", {"suit": "S"}),
        ("P", "pass_opening", {}),
        ("80S P P", "pass_answer", {"suit": "S", "call": "80S"}),
        ("80S P 90S P P", "pass_enough", {"call": "90S"}),
        ("80S P", "pass_over_double", {"call": "80S", "tricks": "4"}),
        ("80S X", "double", {"call": "80S", "tricks": "4"}),
        ("80S X P", "pass_no_redouble", {"call": "80S"}),
        ("80S X XX", "redouble", {"call": "80S", "worth": "125"}),
    ],
)
def test_calls_in_a_suit(auction: str, code: str, params: dict[str, str]) -> None:
    rules = ACADEMY.change(redouble=True)
    assert last(auction, rules) == Reason(f"means.{code}", params)


@pytest.mark.parametrize(
    ("auction", "code", "params"),
    [
        ("80N", "no_trump", {"keys": "3"}),
        ("90N", "no_trump", {"keys": "4"}),
        ("140N", "no_trump", {"keys": "4"}),
        ("80A", "all_trump", {"keys": "3"}),
        ("80N P 90N", "answer_no_trump", {"keys": "1"}),
        ("80A P 100A", "answer_all_trump", {"keys": "2"}),
        ("80N 90S 100N", "support", {"suit": "N"}),
        ("80N P P", "pass_answer_no_trump", {"call": "80N"}),
        ("80A P P", "pass_answer_all_trump", {"call": "80A"}),
        ("80A P", "pass_over", {"call": "80A"}),
        ("80A P P P P", "pass_no_double", {"call": "80A", "tricks": "4"}),
        ("CAPS", "capot", {"suit": "S"}),
        ("80S P CAPS", "capot", {"suit": "S"}),
    ],
)
def test_calls_without_a_trump_suit_and_doubles_after_the_auction(
    auction: str, code: str, params: dict[str, str]
) -> None:
    assert last(auction, PLAIN) == Reason(f"means.{code}", params)


@pytest.mark.parametrize(
    ("auction", "code", "params"),
    [
        ("80S", "one_step_light", {"suit": "S", "cards": "3", "long": "4"}),
        ("90H", "two_steps_light", {"suit": "H", "cards": "3"}),
        ("100D", "three_steps_light", {"suit": "D", "long": "4"}),
    ],
)
def test_light_openings_promise_the_suit_alone(auction: str, code: str, params: dict[str, str]) -> None:
    assert last(auction, convention=LIGHT) == Reason(f"means.{code}", params)


def test_a_persons_calls_are_told_as_his_partner_reads_them() -> None:
    cafe, daskalos = make_bot("cafe"), make_bot("daskalos")
    assert spoken_by([None] * 4) == ALL_CYPRIOT
    assert spoken_by([daskalos, cafe, None, None]) == (LIGHT, CYPRIOT, LIGHT, CYPRIOT)
    assert spoken_by([None, make_bot("mathitis"), daskalos, cafe]) == (LIGHT, CYPRIOT, LIGHT, CYPRIOT)
    state = dealt(ACADEMY, 3)
    for call in (bid(80, 0), bid(90, 1)):
        state = advance(state, MakeCall(state.turn, call)).state
    spoken = spoken_by([daskalos, cafe, daskalos, cafe])
    told = [reason.code for _, _, reason in heard_meanings(view(state, 0), spoken)]
    assert told == ["means.one_step_light", "means.one_step"]


def test_numbers_come_from_the_convention() -> None:
    other = Convention(
        single_length=4, long_length=6, compensating_length=5, declared_points=150, points_steps=5
    )
    assert last("80S", convention=other).params == {"suit": "S", "cards": "4", "long": "6", "side": "5"}
    assert last("110S", convention=other).code == "means.three_steps"
    assert last("120S", convention=other).params["points"] == "150"
    assert last("80S X", convention=Convention(double_tricks=5)).params["tricks"] == "5"


def test_every_meaning_is_said_by_name_somewhere_here() -> None:
    """A sentence that nothing leads to would be read by nobody."""
    here = (
        test_calls_in_a_suit.pytestmark
        + test_calls_without_a_trump_suit_and_doubles_after_the_auction.pytestmark
        + test_light_openings_promise_the_suit_alone.pytestmark
    )
    named = {code for mark in here for _, code, _ in mark.args[1]}
    assert {f"means.{code}" for code in named} == {
        code for code in chapter("en", "reasons") if code.startswith("means.")
    }


def any_call(legal: LegalCalls, rng: Random) -> Call:
    """A pass, a double or a capot where there is one, or a bid of up to seven steps."""
    found = [PASS, PASS]
    if legal.lowest:
        value = min(legal.lowest + rng.randrange(0, 70, legal.step), legal.highest)
        found += [bid(value, STRAINS.index(rng.choice(legal.strains)))] * 2
    found += [DOUBLE] * legal.can_double + [REDOUBLE] * legal.can_redouble
    return rng.choice(
        found + [capot_bid(STRAINS.index(legal.strains[0]))] * (legal.can_capot and rng.random() < 0.1)
    )


def agrees(seen: PlayerView, rng: Random) -> None:
    """The groups hold each legal call once, with the meaning that it has by itself."""
    groups = meanings(seen)
    legal = list(seen.legal.calls.each())
    for call in rng.sample(legal, min(len(legal), 60)):
        (found,) = [each for each in groups if call in each]
        assert found.reason == meaning(seen.rules, seen.calls, seen.seat, call)
    for one, two in itertools.pairwise(groups):
        same_strain = one.highest.kind == two.lowest.kind == "bid" and one.highest.strain == two.lowest.strain
        assert not (same_strain and one.reason == two.reason and not two.lowest.capot)


@pytest.mark.parametrize("rules", TABLES)
def test_every_legal_call_of_random_auctions_can_be_told(rules: RuleSet) -> None:
    if rules.fixed_trump:
        assert meanings(view(dealt(rules, 1), 0)) == ()
        return
    told: set[tuple[str, tuple[tuple[str, str], ...]]] = set()
    for seed in range(20):
        rng, state = Random(seed), dealt(rules, seed)
        while state.phase is Phase.AUCTION:
            seen = view(state, state.turn)
            if seed < 2:
                agrees(seen, rng)
            told |= {(each.reason.code, tuple(each.reason.params.items())) for each in meanings(seen)}
            state = advance(state, MakeCall(state.turn, any_call(seen.legal.calls, rng))).state
        assert [made for _, made, _ in heard_meanings(view(state, 0))] == [
            made for _, made in view(state, 0).calls
        ]
    for language in LANGUAGES:
        words = phrasebook(language)
        for code, params in told:
            text = words.for_bids(rules.bids_said).say(Reason(code, dict(params)))
            assert "{" not in text
            assert text[0].isupper() or text[0].isdigit()


def holds_what(reason: Reason, hand: int, seen: PlayerView, convention: Convention) -> bool:
    """Whether the hand has what the call told of."""
    code, params = reason.code.removeprefix("means.").removesuffix("_light"), reason.params
    suit = STRAINS.index(params["suit"]) if "suit" in params else -1
    told = int(params.get("keys", 0))
    jack, nine, ace = (holds(hand, suit, rank) if suit >= 0 else False for rank in (JACK, NINE, ACE))
    long = length(hand, suit) if 0 <= suit < NO_TRUMP else 0
    beside = side_aces(hand, suit) > 0 or long >= convention.compensating_length
    points = points_to_tell(find_declarations(seen.rules, hand), convention) >= convention.declared_points
    match code:
        case "one_step":
            return beside and (((jack or nine) and long >= 3) or long >= convention.long_length)
        case "two_steps":
            return beside and jack and nine and long >= 3
        case "three_steps":
            return beside and jack and nine and (ace or long >= convention.long_length)
        case "points" | "answer_points_only":
            return points
        case "answer":
            return keys(hand, suit) >= told
        case "answer_points":
            return points and keys(hand, suit) >= told
        case "no_trump" | "answer_no_trump":
            return keys(hand, NO_TRUMP) >= told
        case "all_trump" | "answer_all_trump":
            return keys(hand, ALL_TRUMP) >= told
        case "capot":
            return sure_tricks(hand, suit) == 8
        case "double":
            standing = next(call for _, call in reversed(seen.calls) if call.kind == "bid")
            heard = listen(seen.rules, seen.calls, convention)
            return tricks_against(hand, standing, heard, seen.seat, convention) >= int(params["tricks"])
        case _:
            return True


@pytest.mark.parametrize(
    "rules", [*PRESETS.values(), PLAIN], ids=["academy", "kafeneio", "bourlot", "club", "plain"]
)
@pytest.mark.parametrize(
    ("name", "deals"), [("cafe", 500), ("daskalos", 2), pytest.param("daskalos", 30, marks=pytest.mark.slow)]
)
def test_bots_hold_what_their_calls_tell(name: str, deals: int, rules: RuleSet) -> None:
    bot = make_bot(name)
    convention = spoken_by([bot] * 4)[0]
    heard: Counter[str] = Counter()
    cut = 0
    for seed in range(deals):
        state = dealt(rules, seed)
        while state.phase is Phase.AUCTION:
            seen = view(state, state.turn)
            action = bot.act(seen).action
            assert isinstance(action, MakeCall)
            told = meaning(rules, seen.calls, seen.seat, action.call, convention)
            heard[told.code.removesuffix("_light")] += 1
            if not holds_what(told, seen.hand, seen, convention):
                # Points that the hand is not worth in full are bid lower, and then read as less: docs/bots.md.
                assert points_to_tell(find_declarations(rules, seen.hand), convention), (
                    seed,
                    seen.calls,
                    action,
                )
                cut += 1
            if told.code == "means.pass_opening":
                assert not any(call.kind == "bid" for _, call in seen.calls)
            if told.code == "means.answer":
                assert any(who == partner_of(seen.seat) for who, _ in seen.calls)
                assert int(told.params["keys"]) <= MOST_KEYS
            state = advance(state, action).state
    if deals > 100:
        assert {"means.one_step", "means.two_steps", "means.three_steps", "means.answer"} <= set(heard)
    assert cut <= 0.01 * heard.total()
