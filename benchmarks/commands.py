"""How fast a table's commands are: from the player's frame to the entry on the disk and the frames of all four seats.

``python -m benchmarks.commands --against SRC`` plays random matches of four people through the server's tables and store, on tables
that go on at once, and once more with the sources in ``SRC`` (another commit's ``src``). Both run in processes of their own and take
turns, round by round; what is compared is the processor's time that a command costs, pair by pair, so that a busy machine slows both
alike. The interval is that of the median's order statistics (95 %).
"""

import argparse
import json
import subprocess
import sys
from math import comb
from pathlib import Path
from statistics import median

WORKER = Path(__file__).with_name("commands_worker.py")
OWN = Path(__file__).resolve().parent.parent / "src"


class Worker:
    """A process that plays rounds of commands with the sources of one commit."""

    def __init__(self, source: Path, tables: int) -> None:
        self.process = subprocess.Popen(
            [sys.executable, WORKER, str(source), str(tables)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def round(self, commands: int, seed: int) -> dict[str, float]:
        """Wall and processor time of a command, in milliseconds."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{commands} {seed}\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        assert line, "the worker has ended"
        found: dict[str, float] = json.loads(line)
        return found

    def end(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait(30)


def interval(values: list[float]) -> tuple[float, float]:
    """Between these two order statistics the median lies, in at least 95 of 100 cases (six values are needed for that)."""
    ordered, count = sorted(values), len(values)
    cut, outside = 0, 2 / 2**count
    while outside <= 0.05:
        cut += 1
        outside += 2 * comb(count, cut) / 2**count
    cut = max(0, cut - 1)
    return ordered[cut], ordered[-1 - cut]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.commands", description=__doc__)
    parser.add_argument("--against", type=Path, metavar="SRC", help="the sources of another commit")
    parser.add_argument("--pairs", type=int, default=12, metavar="N")
    parser.add_argument("--commands", type=int, default=1500, metavar="N", help="in each round")
    parser.add_argument("--tables", type=int, default=16, metavar="N", help="that are played at once")
    options = parser.parse_args()
    own = Worker(OWN, options.tables)
    other = Worker(options.against.resolve(), options.tables) if options.against else None
    walls, ratios = [], []
    own.round(options.commands // 5, 0)
    if other:
        other.round(options.commands // 5, 0)
    for seed in range(1, options.pairs + 1):
        # Who goes first changes, so that neither always meets the warmer machine.
        before = other.round(options.commands, seed) if other and seed % 2 else None
        mine = own.round(options.commands, seed)
        before = other.round(options.commands, seed) if other and not seed % 2 else before
        walls.append(1000 / mine["wall"])
        text = f"{seed:3}  {walls[-1]:7.0f} commands/s  {mine['cpu']:.3f} ms of processor"
        if before:
            ratios.append(before["cpu"] / mine["cpu"])
            text += f"  against {1000 / before['wall']:.0f}/s, {before['cpu']:.3f} ms: {ratios[-1]:.2f} times as fast"
        print(text, flush=True)
    own.end()
    print(f"{median(walls):.0f} commands a second, {options.tables} tables")
    if other:
        other.end()
        low, high = interval(ratios)
        print(
            f"a command costs 1/{median(ratios):.2f} of the processor's time it cost there (1/{low:.2f} to 1/{high:.2f})"
        )


if __name__ == "__main__":
    main()
