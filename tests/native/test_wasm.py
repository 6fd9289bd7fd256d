"""The core in WebAssembly is the native one: the same answers and nodes, row by row, and nothing asked of its host."""

import json
import shutil
import subprocess
from array import array
from pathlib import Path

import pytest
from tests.bots.sight.test_reading import moments_of
from tests.engine.corpus import cases, known_signature, signature
from tests.engine.counting import check_file
from tests.native.flat import GAME, empty_answers, joined, question, statuses
from tests.native.node_backend import NodeBackend
from tests.pieces import WASM, needed
from tests.rules.tables import DATA

from pilotta.bots.sight.picture import Picture
from pilotta.bots.sight.sampling import Sight
from pilotta.engine import _native
from pilotta.engine.backend import use_backend
from pilotta.engine.door import BRUTE, GAME_BYTES, MOVES, NOT_FINISHED, QUESTION_WORDS
from pilotta.engine.rows import Rows
from pilotta.rules.catalogue import PRESETS


def test_it_imports_nothing() -> None:
    node = shutil.which("node")
    assert node, "the test needs Node"
    program = """
        const module = new WebAssembly.Module(require("fs").readFileSync(process.argv[1]));
        const { imports, exports } = WebAssembly.Module;
        console.log(JSON.stringify([imports(module), exports(module).map((each) => each.name)]));
    """
    done = subprocess.run([node, "-e", program, needed(WASM)], capture_output=True, check=True)
    imports, exports = json.loads(done.stdout)
    assert imports == []
    assert sorted(exports) == ["_initialize", "alloc", "deals", "memory", "playouts", "release", "run"]


def test_answers_are_the_native_ones() -> None:
    asked = joined(
        *[question(kind, cards=cards) for kind in range(5) for cards in (2, 5, 8)],
        question(BRUTE, cards=2),
        question(BRUTE),
        question(9),
        question(game=1),
    )
    native, browser = (empty_answers(len(asked) // QUESTION_WORDS) for _ in range(2))
    _native.run(GAME, asked, native, node_limit=20_000)
    NodeBackend().run(GAME, asked, browser, node_limit=20_000)
    assert NOT_FINISHED in statuses(native)
    assert browser == native


@pytest.mark.parametrize("path", sorted(DATA.glob("*.perft")), ids=lambda path: path.stem)
def test_counts_are_those_of_the_files(path: Path) -> None:
    check_file(path, by=NodeBackend())


def test_the_corpus() -> None:
    rows, expected = Rows(), []
    for case in cases():
        rows.add(MOVES, case.at)
        expected.append((case.name, case.value, case.moves))
    found = rows.run(by=NodeBackend())
    assert [
        (name, row.result, row.listed) for (name, _, _), row in zip(expected, found, strict=True)
    ] == expected


def test_the_signature_is_the_native_one() -> None:
    assert signature(NodeBackend()) == known_signature()


@pytest.mark.parametrize("seed", [0, 1, 2**64 - 1])
def test_playouts_are_the_native_ones(seed: int) -> None:
    native, browser = (array("H", [0] * 200) for _ in range(2))
    _native.playouts(GAME, question(cards=4), 200, seed, native)
    NodeBackend().playouts(GAME, question(cards=4), 200, seed, browser)
    assert browser == native


def test_playouts_tell_what_is_wrong() -> None:
    with pytest.raises(ValueError, match="status 3"):
        NodeBackend().playouts(bytes(GAME_BYTES), question(), 1, 1, array("H", [0]))


@pytest.mark.parametrize("preset", PRESETS)
def test_the_deals_that_bots_think_of_are_the_native_ones(preset: str) -> None:
    """Bit for bit, and what they are worth too: before a call, before the first card, and late in the play."""
    seen = moments_of(preset, 5)
    cards = [each for _, each in seen if each.legal.cards]
    for look, plays in (
        (seen[1][1], True),
        (cards[0], True),
        (cards[9], True),
        (cards[21], True),
        (cards[21], False),
    ):
        native = Sight(Picture(look), plays=plays).draw(40, 2000, 2**64 - 1)
        use_backend(NodeBackend())
        try:
            browser = Sight(Picture(look), plays=plays).draw(40, 2000, 2**64 - 1)
        finally:
            use_backend(None)
        assert browser.deals == native.deals
        assert browser.worth == native.worth
