"""The ladder: how far each level and each yardstick stands above or below ``cafe``, in one table.

``python -m benchmarks.ladder`` plays every rung against ``cafe`` in the track of play alone, and those who bid in a way of their own
in the track of bidding alone and in whole deals and matches too. ``--resume DIR`` keeps what is played and goes on from there;
``--write`` puts the rows into ``docs/laboratory.md``, where those of rungs that were not played stay as they are. 4,000 deals of the slow
ones take hours: ``--only`` and ``--tracks`` choose.
"""

import argparse
import contextlib
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from pilotta.arena.fight import Fight
from pilotta.arena.journal import Journal, JournalError
from pilotta.arena.report import latency, report
from pilotta.arena.run import fight_out
from pilotta.cli.common import Progress
from pilotta.rules.catalogue import PRESETS

RUNGS: Final = (
    "random",
    "mathitis",
    "cafe",
    "light",
    "ismcts-20",
    "pimc-10",
    "pimc-50",
    "mastoras",
    "daskalos",
    "omniscient",
)
BIDDERS: Final = ("mathitis", "light", "daskalos")
"""Who does not bid as ``cafe`` does. How ``random`` bids says nothing about anybody."""
PLAYERS: Final = tuple(name for name in RUNGS if name != "light")
"""Who does not play as ``cafe`` does, and ``cafe``."""
OPPONENT: Final = "cafe"
DOC: Final = Path(__file__).resolve().parent.parent / "docs" / "laboratory.md"
BEGIN, END = "<!-- ladder: python -m benchmarks.ladder --write -->", "<!-- /ladder -->"
TRACK_NAMES: Final = {"play": "play", "bidding": "bidding", "match": "all"}
HEAD: Final = (
    "| player | track | deals | card points | deal score, tens | z | matches won | ms, mean | ms, p99 |",
    "| --- | --- | --- | --- | --- | --- | --- | --- | --- |",
)


def fights(rungs: Sequence[str], tracks: Sequence[str], deals: int, rules: str, seed: int) -> Iterator[Fight]:
    """What is to be played: all of play first, for that is what everybody can be compared by."""
    for track, names in (("play", PLAYERS), ("bidding", BIDDERS), ("match", BIDDERS)):
        for name in names:
            if name in rungs and track in tracks:
                yield Fight(name, OPPONENT, PRESETS[rules], deals, seed, track)


def play(fight: Fight, jobs: int, folder: Path | None) -> dict[str, Any]:
    """The report of this fight with its latency; kept in the folder, if there is one."""
    with contextlib.ExitStack() as stack:
        kept = None
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
            kept = stack.enter_context(Journal(folder / f"{fight.track}-{fight.a}.jsonl", fight))
        fought = fight_out(fight, jobs, Progress(), kept=kept)
    return {**report(fought), "latency": latency(fought)}


def row(data: dict[str, Any]) -> str:
    """A line of the table. The time is of calls where the bidding is compared, else of cards."""
    points, score, wins = data["card_points"], data["deal_score_tens"], data["match_wins"]
    times = data["latency"]["a"]["calls" if data["track"] == "bidding" else "cards"]
    cells = (
        f"`{data['a']}`",
        TRACK_NAMES[data["track"]],
        f"{data['deals']:,}",
        f"{points['mean']:+.1f} ± {points['standard_error']:.1f}",
        f"{score['mean']:+.2f} ± {score['standard_error']:.2f}",
        "–" if score["z"] is None else f"{score['z']:+.1f}",
        f"{wins['mean']:.0%} ± {wins['standard_error']:.0%}" if wins else "–",
        f"{times['mean']:.2f}",
        f"{times['p99']:.1f}",
    )
    return f"| {' | '.join(cells)} |"


def written(text: str, rows: Sequence[str]) -> str:
    """The document with these rows in its table; others' rows stay. ValueError where the markers are not there."""
    before, begin, rest = text.partition(BEGIN)
    table, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"the marks {BEGIN} and {END} are not there")
    found = {_key(line): line for line in table.splitlines() if line.startswith("| `")}
    found.update({_key(line): line for line in rows})
    lines = "\n".join((*HEAD, *(found[key] for key in sorted(found))))
    return f"{before}{BEGIN}\n{lines}\n{END}{after}"


def _key(line: str) -> tuple[int, int, str]:
    """Where a row stands: by the track, then from the lowest rung up."""
    _, player, track, *_ = (cell.strip(" `") for cell in line.split("|"))
    return list(TRACK_NAMES.values()).index(track), RUNGS.index(player), player


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--deals", type=int, default=4000, help="deals of each fight (default 4000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rules", choices=PRESETS, default="academy")
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, help="processes (default: all cores)"
    )
    parser.add_argument("--only", default=",".join(RUNGS), metavar="A,B", help="these rungs")
    parser.add_argument("--tracks", default=",".join(TRACK_NAMES), metavar="A,B", help="these tracks")
    parser.add_argument(
        "--resume", type=Path, metavar="DIR", help="keep what is played, and go on from there"
    )
    parser.add_argument("--write", action="store_true", help="put the rows into docs/laboratory.md")
    options = parser.parse_args(words)
    rungs = options.only.split(",")
    if strange := [name for name in rungs if name not in RUNGS]:
        parser.error(f"no rung {', '.join(strange)}; there are {', '.join(RUNGS)}")
    tracks = options.tracks.split(",")
    if strange := [name for name in tracks if name not in TRACK_NAMES]:
        parser.error(f"no track {', '.join(strange)}; there are {', '.join(TRACK_NAMES)}")
    if options.deals < 1 or options.jobs < 1:
        parser.error("at least one deal and one process")
    rows = []
    print("\n".join(HEAD))
    try:
        for fight in fights(rungs, tracks, options.deals, options.rules, options.seed):
            rows.append(row(play(fight, options.jobs, options.resume)))
            print(rows[-1], flush=True)
    except (JournalError, OSError) as error:
        sys.exit(f"ladder: {error}")
    if options.write:
        DOC.write_text(written(DOC.read_text(encoding="utf-8"), rows), encoding="utf-8")


if __name__ == "__main__":
    main()
