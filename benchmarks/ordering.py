"""Looks for better weights of the order in which the solver tries cards: hill climbing on the nodes that questions take.

``python -m benchmarks.ordering --seconds 1500`` starts from the weights in ``native/ordering.cpp`` and prints the best
set that it has found when the time is over, or at Ctrl-C, as C++. Weights change no value, only how long it takes; a node count that falls on these deals need not fall on
others, so compare on another seed (``pilotta bench solve --seed 2``) before they go in, and write the node signature again
(``python -m tests.engine.corpus --signature``).
"""

import argparse
import contextlib
import re
import subprocess
import sys
from array import array
from pathlib import Path
from random import Random
from time import monotonic

from tests.engine.asking import ROOT

from pilotta.engine.door import MOVES, REACHES, VALUE
from pilotta.engine.position import position
from pilotta.engine.rows import game_bytes, question_words
from pilotta.game.dealing import deal_cards
from pilotta.rules.catalogue import CLUB
from pilotta.rules.ruleset import STRAINS

BUILD = ROOT / "build/tune"
SOURCE = ROOT / "native/ordering.cpp"
HALF = 41
"""Numbers for suit deals, which come first; as many follow for no trump and all trump."""


def build() -> Path:
    binaries = Path(sys.executable).parent
    make = f"-DCMAKE_MAKE_PROGRAM={binaries / 'ninja'}"
    configure: list[str | Path] = [
        "-S",
        ROOT / "native",
        "-B",
        BUILD,
        "-G",
        "Ninja",
        make,
        "-DPILOTTA_TUNE=ON",
    ]
    for words in (configure, ["--build", BUILD]):
        subprocess.run([binaries / "cmake", *words], check=True, stdout=subprocess.DEVNULL)
    return BUILD / "tune"


def write_questions(strains: str, deals: int, seed: int) -> tuple[Path, Path]:
    """A value, all root cards and three thresholds for each deal, as files of rows: thresholds are what bots ask most."""
    rng, words = Random(seed), array("I")
    for number in range(deals):
        game = number % len(strains)
        hands, leader = deal_cards(CLUB, 0, rng).hands, rng.randrange(4)
        at = position(CLUB, STRAINS.index(strains[game]), hands, leader)
        for kind, argument in ((VALUE, 0), (MOVES, 0), (REACHES, 62), (REACHES, 82), (REACHES, 102)):
            words.extend(question_words(kind, game, at, argument))
    files = BUILD / "games", BUILD / "questions"
    files[0].write_bytes(b"".join(game_bytes(CLUB, STRAINS.index(letter)) for letter in strains))
    files[1].write_bytes(words.tobytes())
    return files


def known_weights() -> list[int]:
    text = re.search(r"AllWeights WEIGHTS(.*?);", SOURCE.read_text(encoding="utf-8"), re.DOTALL)
    if text is None:
        raise RuntimeError(f"no weights in {SOURCE}")
    return [int(number) for number in re.findall(r"-?\d+", text[1])]


def as_source(weights: list[int]) -> str:
    sets = []
    for at in (0, HALF):
        lead, rest = weights[at : at + 11], weights[at + 11 : at + HALF]
        follow = ", ".join(f"{{{', '.join(map(str, rest[i : i + 10]))}}}" for i in (0, 10, 20))
        sets.append(f"{{{{{', '.join(map(str, lead))}}}, {{{{{follow}}}}}}}")
    return f"AllWeights WEIGHTS{{{', '.join(sets)}}};"


class Counter:
    """The program that counts nodes, kept running."""

    def __init__(self, program: Path, files: tuple[Path, Path]) -> None:
        self._process = subprocess.Popen(
            [program, *files], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def nodes(self, weights: list[int]) -> int:
        print(*weights, file=self._process.stdin)
        return int(next(iter(self._process.stdout or ())))


def varied(weights: list[int], numbers: range, rng: Random) -> list[int]:
    """One to three of these numbers moved a little, or by a part of themselves."""
    found = list(weights)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        i = rng.choice(numbers)
        if abs(found[i]) > 4 and rng.random() < 0.6:
            found[i] = round(found[i] * rng.choice((0.5, 0.75, 0.9, 1.1, 1.3, 1.7)))
        else:
            found[i] += rng.choice((-12, -5, -2, -1, 1, 2, 5, 12))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=600, help="how long to look (default 600)")
    parser.add_argument("--deals", type=int, default=400, help="deals of each kind (default 400)")
    parser.add_argument("--seed", type=int, default=77, help="of deals and of the climb (default 77)")
    parser.add_argument(
        "--kind", choices=("suit", "equal"), default="suit", help="weights of suit deals, or of N and A"
    )
    options = parser.parse_args()
    suit = options.kind == "suit"
    program = build()
    counter = Counter(program, write_questions("SHDC" if suit else "NNNA", options.deals, options.seed))
    rng, best = Random(options.seed), known_weights()
    numbers = range(HALF) if suit else range(HALF, 2 * HALF)
    least, end = counter.nodes(best), monotonic() + options.seconds
    print(f"{least:,} nodes to begin with", flush=True)
    with contextlib.suppress(KeyboardInterrupt):
        while monotonic() < end:
            tried = varied(best, numbers, rng)
            nodes = counter.nodes(tried)
            if nodes < least:
                print(f"{nodes:,}", flush=True)
            if nodes <= least:
                best, least = tried, nodes
    print(as_source(best))


if __name__ == "__main__":
    main()
