"""What this commit costs beside an earlier one: decisions of each level, a thousand deals refereed, the start of ``pilotta solve``.

``python -m benchmarks.before TREE`` takes an earlier commit in a folder of its own, in which ``make python`` was run. Both work in processes
of their own and take turns, piece by piece; compared is the processor's time, pair by pair, so that a busy machine slows both alike.
Printed is the median of this commit's time by the earlier one's, with the interval of its order statistics (95 %), and in how many of the
pairs both came to the same. More than 1 is slower.
"""

import argparse
import os
import subprocess
from pathlib import Path
from statistics import median
from typing import Final

from benchmarks.before_worker import DEALS
from benchmarks.commands import interval

ROOT: Final = Path(__file__).resolve().parent.parent
WORKER: Final = Path(__file__).with_name("before_worker.py")
DEAL: Final = "S:J9.KQT.A9.T .J987.Q.K98 Q7..J7.AQJ7 AKT8.A.KT8."
STARTS: Final = 5
"""So many starts of ``pilotta solve`` are a piece of work."""
KINDS: Final = (*DEALS, "replay", "solve")


class Tree:
    """A commit, and its process that works."""

    def __init__(self, root: Path) -> None:
        self._python = root / ".venv/bin/python"
        if not self._python.exists():
            raise SystemExit(f"{root}: run make python there")
        # Away from both trees: nothing may be found there but what is installed.
        self._worker = subprocess.Popen(
            [self._python, WORKER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd="/"
        )

    def work(self, kind: str, seed: int) -> tuple[float, str]:
        """Seconds of the processor's time, and what came of it."""
        if kind == "solve":
            return self._start()
        assert self._worker.stdin is not None
        assert self._worker.stdout is not None
        self._worker.stdin.write(f"{kind} {seed}\n")
        self._worker.stdin.flush()
        seconds, found = self._worker.stdout.readline().split()
        return float(seconds), found

    def _start(self) -> tuple[float, str]:
        before, found = os.times(), ""
        for _ in range(STARTS):
            asked = [self._python, "-m", "pilotta", "solve", DEAL, "--strain", "H", "--leader", "S"]
            found = subprocess.run(asked, capture_output=True, check=True, text=True, cwd="/").stdout
        after = os.times()
        spent = after.children_user + after.children_system - before.children_user - before.children_system
        return spent, found

    def end(self) -> None:
        self._worker.terminate()
        self._worker.wait()


def compared(kind: str, own: Tree, other: Tree, pairs: int) -> tuple[list[float], int]:
    """This commit's time by the earlier one's, pair by pair, and in how many both came to the same."""
    ratios, same = [], 0
    # What is loaded or remembered at the first time is no part of it.
    own.work(kind, 0), other.work(kind, 0)
    for seed in range(1, pairs + 1):
        # Who goes first changes, so that neither always meets the warmer machine.
        if seed % 2:
            (before, theirs), (now, mine) = other.work(kind, seed), own.work(kind, seed)
        else:
            (now, mine), (before, theirs) = own.work(kind, seed), other.work(kind, seed)
        ratios.append(now / before)
        same += mine == theirs
    return ratios, same


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.before", description=__doc__)
    parser.add_argument("tree", type=Path, help="the folder of another commit")
    parser.add_argument("--pairs", type=int, default=12, metavar="N", help="of each kind (default: 12)")
    parser.add_argument("--only", choices=KINDS, action="append", help="this kind alone; may be given again")
    options = parser.parse_args()
    own, other = Tree(ROOT), Tree(options.tree.resolve())
    print(f"{'':10} {'median':>7}  {'interval':^16} {'the same':>9}")
    for kind in options.only or KINDS:
        ratios, same = compared(kind, own, other, options.pairs)
        low, high = interval(ratios)
        print(
            f"{kind:10} {median(ratios):7.3f}  {low:.3f} to {high:.3f} {same:4} of {len(ratios)}", flush=True
        )
    own.end()
    other.end()


if __name__ == "__main__":
    main()
