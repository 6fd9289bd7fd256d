"""Our card play against the closest peer's, the package `colver`: the same contracts under the rules of belote contrée, both sides
swapped, at equal time.

``python -m benchmarks.peer_play`` (after ``make bench-peers``) measures how long the peer's search bot thinks over a card with
``--ms`` to spend, finds how many deals ours may think through in the same time, and lets them play; ``cafe``, who does not search, is
the line to compare with. Ctrl-C ends it early, with what was played so far. Times are the processor's, each process counting its own, over cards where there was a choice.

Its bot solves deals that fit what its seat knows, each as likely as any other (``isdd`` with the source ``uniform``), which is what
``pimc-N`` does, until its time is over. ``cafe``'s auction finds each contract, and nobody hears it: both sides know the contract and
who leads. What either may see is told in :mod:`benchmarks.peer_table`.
"""

import argparse
import json
import signal
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from functools import partial
from typing import Any, Final, NamedTuple

from benchmarks.equal_time import SAMPLES, deals_for
from benchmarks.peer import Peer, PeerError, installed
from benchmarks.peer_table import Mismatch, Table, Tally, play_pair

from pilotta.arena.report import paired
from pilotta.arena.times import Times
from pilotta.arena.yardsticks import Pimc
from pilotta.bots.bot import Bot
from pilotta.bots.levels.cafe import Cafe
from pilotta.bots.levels.daskalos import EFFORT, Daskalos
from pilotta.bots.play.cardplay import Effort
from pilotta.cli.common import Progress

PLAYERS: Final[dict[str, Callable[[int, int], Bot]]] = {
    "cafe": lambda seed, _: Cafe(seed),
    "pimc": Pimc,
    "daskalos": lambda seed, deals: Daskalos(
        seed, Effort(deals, max(1, round(deals * EFFORT.tries / EFFORT.deals)))
    ),
}
"""By seed and by how many deals may be thought through for a card."""
FIXED: Final = ("cafe",)
"""Who thinks nothing through, and takes the time that he takes."""


def bot_of(milliseconds: int) -> str:
    """The peer's bot in its own format: so many milliseconds for the first card, in proportion less for later ones."""
    return (
        '[bid]\nstrategy = "heuristic"\n'
        f'[play]\nmethod = "isdd"\ntime_ms = {milliseconds}\nparallel = false\n'
        '[worlds]\nsource = "uniform"\nbatch = 1\n'
    )


class Pairing(NamedTuple):
    """Who is to play: the name of ours, how many deals it may think through, the peer's milliseconds, and the seed of the deals."""

    name: str
    deals: int
    milliseconds: int
    seed: int

    def table(self, peer: Peer) -> Table:
        player = PLAYERS[self.name]
        return Table(lambda seed: player(seed, self.deals), peer, bot_of(self.milliseconds), Tally())


_peer: Peer | None = None
"""The peer of this process, where several play."""


def _open_peer() -> None:
    global _peer  # noqa: PLW0603 - one for each process of the pool
    # Who interrupts the fight asks the first process for what was played so far.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _peer = Peer()


def _play_apart(pairing: Pairing, index: int) -> Tally:
    assert _peer is not None
    return play_pair(pairing.table(_peer), pairing.seed, index)


def fight_out(pairing: Pairing, deals: int, peer: Peer, jobs: int = 1) -> tuple[Tally, bool]:
    """So many deals in both seatings, on so many processes, each with a peer of its own; and whether it was interrupted before."""
    whole, progress = Tally(), Progress(deals)
    with ProcessPoolExecutor(jobs, initializer=_open_peer) if jobs > 1 else nullcontext() as pool:
        played = (
            pool.map(partial(_play_apart, pairing), range(deals))
            if pool
            else (play_pair(pairing.table(peer), pairing.seed, index) for index in range(deals))
        )
        try:
            for tally in played:
                whole.merge(tally)
                progress()
        except KeyboardInterrupt:
            if pool:
                pool.shutdown(cancel_futures=True)
            return whole, True
    return whole, False


def calibrated(pairing: Pairing, sample: int, peer: Peer, jobs: int) -> Pairing:
    """With as many deals for a card as ours may think through in the peer's time, measured on deals apart from the fight's and on as
    many processes: its bot looks at the clock, and gets less of the processor where more want it."""
    own, theirs = [], Times()
    for deals in SAMPLES:
        tally, interrupted = fight_out(
            pairing._replace(deals=deals, seed=-1 - pairing.seed), sample, peer, jobs
        )
        if interrupted:
            raise KeyboardInterrupt
        own.append(1000 * tally.ours.mean)
        theirs.merge(tally.theirs)
    return pairing._replace(deals=deals_for(1000 * theirs.mean, *own))


def row_of(pairing: Pairing, tally: Tally) -> dict[str, Any]:
    """One line of the table as data; ``deals_a_card`` None where the player thinks nothing through."""
    return {
        "ours": pairing.name,
        "deals_a_card": None if pairing.name in FIXED else pairing.deals,
        "deals": len(tally.cards),
        "card_points": paired(tally.cards).as_dict(),
        "deal_score_tens": paired(tally.tens).as_dict(),
        "ms": {
            who: {
                "mean": round(1000 * times.mean, 2),
                "p99": round(1000 * times.at(0.99), 2),
                "cards": times.count,
            }
            for who, times in (("ours", tally.ours), ("theirs", tally.theirs))
        },
        "their_deals_a_card": round(tally.worlds / tally.theirs.count, 1) if tally.theirs.count else 0.0,
        "positions_compared": tally.compared,
    }


HEAD: Final = "| ours | deals | card points | deal score, tens | z | ms, ours | ms, its |\n| --- | --- | --- | --- | --- | --- | --- |"


def line_of(row: dict[str, Any]) -> str:
    points, score, times = row["card_points"], row["deal_score_tens"], row["ms"]
    name = (
        row["ours"] if row["deals_a_card"] is None else f"{row['ours']}, {row['deals_a_card']} deals a card"
    )
    z = "–" if score["z"] is None else f"{score['z']:+.1f}"
    return (
        f"| {name} | {row['deals']:,} | {points['mean']:+.1f} ± {points['standard_error']:.1f}"
        f" | {score['mean']:+.2f} ± {score['standard_error']:.2f} | {z}"
        f" | {times['ours']['mean']:.1f} | {times['theirs']['mean']:.1f} |"
    )


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--deals", type=int, default=2000, help="deals, each in both seatings (default 2000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--ms", type=int, default=10, help="what the peer's bot may spend on its first card (default 10)"
    )
    parser.add_argument("--sample", type=int, default=20, help="deals to measure times on (default 20)")
    parser.add_argument(
        "--only", default=",".join(PLAYERS), metavar="NAMES", help=f"some of {', '.join(PLAYERS)}"
    )
    parser.add_argument(
        "--worlds", type=int, metavar="N", help="let ours think N deals through, and measure no times before"
    )
    parser.add_argument(
        "--jobs", type=int, default=1, help="processes, each with a peer of its own (default 1)"
    )
    parser.add_argument("--json", action="store_true", help="print data")
    options = parser.parse_args(words)
    names = options.only.split(",")
    if (
        min(options.deals, options.sample, options.ms, options.jobs) < 1
        or (options.worlds is not None and options.worlds < 1)
        or not set(names) <= set(PLAYERS)
    ):
        parser.error(f"at least one of each, and players among {', '.join(PLAYERS)}")
    if not installed():
        sys.exit("peer_play: the peer is not installed; `make bench-peers` does it")
    rows = []
    try:
        with Peer() as peer:
            if not options.json:
                print(f"Against {peer.name}, {options.ms} ms for its first card\n\n{HEAD}", flush=True)
            for name in names:
                pairing = Pairing(name, options.worlds or 0, options.ms, options.seed)
                if name not in FIXED and not options.worlds:
                    pairing = calibrated(pairing, options.sample, peer, options.jobs)
                tally, interrupted = fight_out(pairing, options.deals, peer, options.jobs)
                if tally.cards:
                    rows.append(row_of(pairing, tally))
                    if not options.json:
                        print(line_of(rows[-1]), flush=True)
                if interrupted:
                    break
            name_of_peer = peer.name
    except (Mismatch, PeerError) as error:
        sys.exit(f"peer_play: {error}")
    if options.json:
        print(
            json.dumps({"peer": name_of_peer, "ms": options.ms, "seed": options.seed, "rows": rows}, indent=2)
        )
        return
    compared = sum(row["positions_compared"] for row in rows)
    print(f"\n{compared:,} positions, the same legal cards in each by both rules")


if __name__ == "__main__":
    main()
