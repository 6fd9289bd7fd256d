"""``pilotta review``: exit statuses, JSON, the text in every language, and a page that fetches nothing and escapes what is foreign."""

import json
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from tests.review.records import FORGOTTEN, UNBID, UNDRAWN, record

from pilotta.game.record import record_text
from pilotta.seats import WEST
from pilotta.words import LANGUAGES

EVIL = "</title><script>alert(1)</script><img src=x onerror='x'>"
VOID = {"meta", "br"}


@pytest.fixture(scope="module")
def match(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("review") / "match.pilotta.json"
    found = record(UNBID, replace(FORGOTTEN, dealer=WEST), S=EVIL, N="Ελένη & Σία", W="Ελένη & Σία")
    deals = (replace(UNDRAWN, dealer=WEST), replace(UNBID, dealer=0))
    path.write_text(record_text(replace(found, deals=deals)), encoding="utf-8")
    return path


class Page(HTMLParser):
    """All of a page: its elements with their attributes, its text, and whether they are nested well."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.text = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.tags if name == tag]


def test_json_is_the_review(here, match):
    ran = here("review", str(match), "--json", "--worlds", "30", "--jobs", "1")
    assert (ran.status, ran.err) == (0, "")
    data = json.loads(ran.out)
    assert (data["format"], data["version"], data["worlds"]) == ("pilotta-review", 1, 30)
    worst = data["players"]["S"]["costliest"][0]
    assert worst["deal"] == 1
    assert data["deals"][0]["decisions"][worst["decision"]]["done"] == {"card": "TH"}
    assert ran.out == here("review", str(match), "--json", "--worlds", "30", "--jobs", "2").out


def test_seats_and_deals_can_be_chosen(here, match):
    ran = here(
        "review",
        str(match),
        "--json",
        "--jobs",
        "1",
        "--worlds",
        "4",
        "--seat",
        "n",
        "--seat",
        "W",
        "--deal",
        "2",
    )
    data = json.loads(ran.out)
    assert data["seats"] == list(data["players"]) == ["N", "W"]
    assert [deal["number"] for deal in data["deals"]] == [2]
    assert {each["seat"] for each in data["deals"][0]["decisions"]} == {"N", "W"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_text_in_every_language(here, match, language):
    ran = here("review", str(match), "--jobs", "1", "--worlds", "30", "--lang", language, "--seat", "S")
    assert ran.status == 0
    assert "{" not in ran.out
    assert "10♥" in ran.out
    assert "22♠" in ran.out
    assert max(map(len, ran.out.splitlines())) < 220


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_stands_alone_and_takes_no_name_for_markup(here, match, tmp_path, language):
    out = tmp_path / "review.html"
    ran = here("review", str(match), "--jobs", "1", "--worlds", "30", "--lang", language, "--html", str(out))
    assert (ran.status, ran.out) == (0, "")
    text = out.read_text(encoding="utf-8")
    found = Page(text)
    assert found.open == []
    assert found.all("html") == [{"lang": language}]
    # Nothing is fetched: no element that could, no attribute that could, no style that could.
    assert {tag for tag, _ in found.tags} & {
        "script",
        "img",
        "link",
        "iframe",
        "object",
        "a",
        "use",
        "image",
        "form",
    } == set()
    names = {name for _, attributes in found.tags for name in attributes}
    assert names & {"src", "href", "srcset", "style", "onerror"} == set()
    assert "url(" not in text
    assert "@import" not in text
    assert "://" not in text
    assert any("default-src 'none'" in (each.get("content") or "") for each in found.all("meta"))
    assert EVIL in found.text
    assert "<script" not in text
    assert "Ελένη & Σία (" in found.text
    assert "prefers-color-scheme: dark" in text
    assert "@media print" in text


def test_every_plot_has_a_name_and_its_figures_in_a_table(here, match):
    found = Page(here("review", str(match), "--jobs", "1", "--worlds", "30", "--html", "-").out)
    plots = found.all("svg")
    assert len(plots) == 3
    assert all(plot["role"] == "img" and plot["aria-label"] for plot in plots)
    assert len(found.all("caption")) == len(found.all("table")) >= 5
    assert all(head.get("scope") in ("col", "row") for head in found.all("th"))
    # Deal 1 has a mistake of South's, so there is a ring on his side's line.
    assert any(each.get("class") == "wrong" for each in found.all("circle"))
    scrollers = [each for each in found.all("div") if each.get("class") == "wide"]
    assert all(each["tabindex"] == "0" and each["aria-label"] for each in scrollers)


def test_a_record_that_breaks_a_rule(here, match, tmp_path):
    data = json.loads(match.read_text(encoding="utf-8"))
    data["deals"][0]["plays"][1] = "AS"
    broken = tmp_path / "broken.json"
    broken.write_text(json.dumps(data))
    ran = here("review", str(broken))
    assert (ran.status, ran.out) == (1, "")
    assert ran.err == f"pilotta: {broken}: deal 1, trick 1: E does not hold AS (play.not_in_hand)\n"
    ran = here("review", str(broken), "--json")
    assert ran.status == 1
    assert json.loads(ran.out)["error"]["rule"] == "play.not_in_hand"


def test_what_cannot_be_reviewed_is_named(here, match, tmp_path):
    data = json.loads(match.read_text(encoding="utf-8"))
    data["deals"] = data["deals"][:1]
    del data["deals"][0]["plays"][8:]
    running = tmp_path / "running.json"
    running.write_text(json.dumps(data))
    ran = here("review", str(running))
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == f"pilotta: {running}: no deal of this record has ended, so there is nothing to review\n"
    ran = here("review", str(running), "--deal", "1")
    assert ran.err == f"pilotta: {running}: deal 1 has not ended: its cards are still secret\n"
    running.write_text("{")
    ran = here("review", str(running))
    assert ran.status == 2
    assert ran.err.startswith(f"pilotta: {running}: ")
    ran = here("review", str(tmp_path / "none.json"))
    assert (ran.status, ran.err) == (2, f"pilotta: {tmp_path / 'none.json'}: No such file or directory\n")


def test_a_page_that_cannot_be_written(here, match, tmp_path):
    ran = here("review", str(match), "--jobs", "1", "--worlds", "2", "--deal", "2", "--html", str(tmp_path))
    assert (ran.status, ran.err) == (2, f"pilotta: {tmp_path}: Is a directory\n")


def test_a_page_that_cannot_be_written_is_found_out_before_the_thinking(here, match, tmp_path, monkeypatch):
    def thinks(*_found, **_more):
        pytest.fail("the match was reviewed first")

    monkeypatch.setattr("pilotta.cli.review.review_record", thinks)
    for out in (tmp_path / "none" / "review.html", Path("/dev/null"), tmp_path):
        ran = here("review", str(match), "--html", str(out))
        assert (ran.status, ran.out) == (2, "")
        assert ran.err.startswith("pilotta: ")
    assert not [each for each in tmp_path.iterdir() if each.name != match.name]


@pytest.mark.parametrize(
    "words", [("--seat", "X"), ("--deal", "0"), ("--worlds", "1"), ("--json", "--html", "-"), ("--jobs", "0")]
)
def test_words_that_mean_nothing(here, match, words):
    assert here("review", str(match), *words).status == 2
