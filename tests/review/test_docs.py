"""The examples of docs/review.md are true, and its tables name the fields of the data."""

import doctest
import re
from pathlib import Path

from tests.review.records import UNDRAWN, record

from pilotta.bots.hint import hint
from pilotta.game.view import view
from pilotta.review import judging, players, review_record
from pilotta.review.walk import played_deals

PAGE = Path(__file__).resolve().parent.parent.parent / "docs" / "review.md"


def test_the_examples_are_true() -> None:
    result = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert result.attempted > 5
    assert result.failed == 0


def test_every_field_stands_in_a_table() -> None:
    text = PAGE.read_text(encoding="utf-8")
    told = {
        name
        for row in re.findall(r"^\| (`[^|]*) \|", text, re.MULTILINE)
        for name in re.findall(r"`(\w+)`", row)
    }
    data = review_record(record(UNDRAWN), worlds=2, seats=[0]).to_data()
    deal = data["deals"][0]
    moment = played_deals(record(UNDRAWN))[0].moments[0]
    hinted = hint(view(moment.state, moment.state.turn)).to_data()
    for fields in (data, data["players"]["S"], deal, deal["decisions"][0], hinted):
        assert set(fields) <= told
    for fields in (data["sides"]["NS"], deal["par"], data["players"]["S"]["phases"]):
        assert all(f"`{name}`" in text for name in fields)


def test_the_figures_are_those_of_the_code() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert f"at least **{judging.LEAST:g}**" in text
    assert f"more than **{judging.ERRORS:g}** standard errors" in " ".join(text.split())
    assert f"`100 · mean(exp(−loss / {players.FORGIVING:g}))`" in text
