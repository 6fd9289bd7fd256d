"""The catalogue: names, versions and styles, and that a released version is what it was."""

import json
import pickle
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from tests.bots.levels import DEALS, SIGNATURES, signature, signed
from tests.bots.sight.test_reading import moments_of

from pilotta.bots.bidding.convention import CYPRIOT, Convention
from pilotta.bots.bot import BotNeedsCore
from pilotta.bots.catalogue import BOT_NAMES, LEVELS, STYLES, level_of, make_bot, playing_here, resolve
from pilotta.bots.hint import hint
from pilotta.bots.levels.cafe import Cafe
from pilotta.bots.levels.mastoras import Mastoras
from pilotta.bots.sight.picture import Picture
from pilotta.engine.backend import use_backend
from pilotta.engine.reference import ReferenceBackend
from pilotta.said import Said

FROZEN = json.loads(SIGNATURES.read_text(encoding="utf-8"))


def frozen() -> list[Any]:
    """The full names with a signature; the styles of levels that think for long are for slow runs."""
    return [
        pytest.param(
            name, marks=[pytest.mark.slow] if ":" in name and name.partition("@")[0] in DEALS else []
        )
        for name in signed()
    ]


@pytest.mark.parametrize("name", frozen())
def test_a_released_version_plays_as_it_did(name: str) -> None:
    assert signature(name) == FROZEN.get(name), (
        f"{name} has changed. A released version does not: leave it as it was and give the change a new version "
        "(docs/laboratory.md, released is frozen). Only a new version is written down, with python -m tests.bots.levels --write."
    )


def test_a_version_that_was_released_stays() -> None:
    assert list(FROZEN) == signed()


def test_versions_count_up_without_a_gap() -> None:
    for name in BOT_NAMES:
        versions = [level.version for level in LEVELS if level.name == name]
        assert versions in ([0], list(range(1, len(versions) + 1)), [*range(1, len(versions)), 0])
        assert all(level.character for level in LEVELS)


def test_levels_come_from_the_weakest_to_the_strongest() -> None:
    assert BOT_NAMES == ("random", "mathitis", "cafe", "mastoras", "daskalos")


@pytest.mark.parametrize("name", BOT_NAMES)
def test_a_name_means_its_newest_version(name: str) -> None:
    newest = [level for level in LEVELS if level.name == name][-1]
    assert resolve(name) == newest.full_name
    assert level_of(name) is level_of(newest.full_name) is newest
    assert make_bot(name, 7) == make_bot(newest.full_name, 7)
    assert make_bot(name).name == name


@pytest.mark.parametrize(
    ("name", "full"),
    [
        ("cafe", "cafe@1"),
        ("cafe@1", "cafe@1"),
        ("cafe:bold", "cafe@1:bold"),
        ("mastoras:high_asks,careful", "mastoras@1:careful,high_asks"),
        ("mastoras@1:careful,high_asks", "mastoras@1:careful,high_asks"),
    ],
)
def test_full_names(name: str, full: str) -> None:
    assert resolve(name) == full
    assert resolve(full) == full
    assert make_bot(name) == make_bot(full)


def test_plain_python_plays_what_needs_no_core_and_refuses_the_others_by_name() -> None:
    assert playing_here() == BOT_NAMES
    thinker, seen = make_bot("daskalos"), moments_of("academy", 1)[0][1]
    use_backend(ReferenceBackend())
    try:
        assert playing_here() == ("random", "mathitis", "cafe")
        for name in playing_here():
            assert make_bot(name).act(seen)
        for name in ("mastoras", "mastoras@1:careful", "daskalos", "daskalos@1", "daskalos:bold"):
            level = name[:8]
            with pytest.raises(
                BotNeedsCore, match=rf"^{level} thinks deals through in the native core"
            ) as refused:
                make_bot(name)
            assert refused.value.said == Said("bot.needs_core", {"bot": level})
            assert resolve(name) == resolve(resolve(name))
            again = pickle.loads(pickle.dumps(refused.value))
            assert (again.said, str(again)) == (refused.value.said, str(refused.value))
        # One that was made before is not asked in vain either.
        with pytest.raises(BotNeedsCore, match=r"^daskalos thinks"):
            thinker.weigh(Picture(seen))
        with pytest.raises(BotNeedsCore, match=r"^daskalos thinks"):
            hint(seen)
    finally:
        use_backend(None)


def test_a_level_in_the_making_becomes_its_newest_version() -> None:
    assert level_of("cafe@0") is level_of("cafe")


def test_the_page_tells_of_every_level_and_style() -> None:
    page = (Path(__file__).parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")
    assert [name for name in (*BOT_NAMES, *STYLES) if f"| `{name}` |" not in page] == []


def test_styles_change_the_convention() -> None:
    assert make_bot("cafe:not_this") == Cafe() == Cafe(convention=CYPRIOT)
    assert make_bot("cafe:high_asks", 3) == Cafe(3, Convention(discard="high_asks"))
    bold, careful = make_bot("cafe:bold"), make_bot("mastoras:careful")
    assert isinstance(bold, Cafe)
    assert isinstance(careful, Mastoras)
    for field in ("open_margin", "answer_margin", "compete_margin", "stretch_margin"):
        usual = getattr(CYPRIOT, field)
        assert getattr(bold.convention, field) < usual < getattr(careful.convention, field)
    assert careful.convention.double_tricks > CYPRIOT.double_tricks


def test_every_pair_of_styles_of_two_kinds_goes_together() -> None:
    for one, other in combinations(STYLES, 2):
        name = f"cafe:{one},{other}"
        if STYLES[one].kind == STYLES[other].kind:
            with pytest.raises(ValueError, match=f"give one style of {STYLES[one].kind}"):
                make_bot(name)
        else:
            changes = {**STYLES[one].changes, **STYLES[other].changes}
            assert resolve(name) == f"cafe@1:{one},{other}"
            bot = make_bot(name)
            assert isinstance(bot, Cafe)
            assert {field: getattr(bot.convention, field) for field in changes} == changes


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("nobody", "'nobody' is no bot; there are random, mathitis, cafe"),
        ("", "'' is no bot"),
        ("Cafe", "'Cafe' is no bot"),
        ("cafe ", "'cafe ' is no bot"),
        ("cafe@", "'cafe@' is no bot"),
        ("cafe:", "'cafe:' is no bot"),
        ("cafe:bold,", "'cafe:bold,' is no bot"),
        ("cafe@one", "'cafe@one' is no bot"),
        ("cafe@1\n", "is no bot"),
        ("cafe@9", "'cafe@9': cafe has no version 9; there are cafe@1"),
        ("cafe@01", "cafe has no version 01; there are cafe@1"),
        ("cafe:wild", "'cafe:wild': wild is no style; there are bold, careful, not_this, high_asks"),
        ("cafe:bold,careful", "careful after bold; give one style of bidding"),
        ("cafe:bold,bold", "bold after bold; give one style of bidding"),
        ("cafe:high_asks,bold,not_this", "not_this after high_asks; give one style of discards"),
        ("random:bold", "'random:bold': random takes no styles"),
        ("mathitis@1:careful", "mathitis takes no styles"),
    ],
)
def test_a_wrong_name_is_told_what_there_is(name: str, why: str) -> None:
    for ask in (make_bot, resolve, level_of):
        with pytest.raises(ValueError) as refused:
            ask(name)
        assert why in str(refused.value)
