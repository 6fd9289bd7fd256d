"""What each reduction of the solver's search is worth, and how large its table has to be, in nodes: ``docs/solver.md`` shows it.

``python -m benchmarks.reductions`` takes a minute: without any reduction some deals take tens of millions of nodes, so that
row is of fewer deals. Node counts depend on nothing but the code and the seed.
"""

import argparse
from statistics import mean

from tests.engine.asking import OFF, PLAIN

from pilotta.cli.solvespeed import Setup
from pilotta.engine.door import VALUE
from pilotta.engine.position import Position
from pilotta.engine.rows import TABLE_KIB, Rows

SIZES = (16, 64, 256, 4096)


def nodes(positions: list[Position], options: int, table_kib: int = TABLE_KIB) -> float:
    rows = Rows()
    for at in positions:
        rows.add(VALUE, at)
    return mean(row.nodes for row in rows.run(threads=2, options=options, table_kib=table_kib))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--deals", type=int, default=200, help="so many of each kind (default: 200)")
    parser.add_argument("--plain", type=int, default=20, help="... without any reduction (default: 20)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same deals (default: 1)")
    options = parser.parse_args()
    kinds = [Setup(options.deals, options.seed, strains).positions() for strains in ("SHDC", "N", "A")]

    def row(name: str, bits: int, table_kib: int = TABLE_KIB, deals: int | None = None) -> None:
        found = (f"{nodes(each[:deals], bits, table_kib):12,.0f}" for each in kinds)
        print(f"{name:<32}" + "".join(found), flush=True)

    print(f"{'nodes of a value, mean':<32}{'four suits':>12}{'no trump':>12}{'all trump':>12}")
    row("everything on", 0)
    for name, bit in OFF.items():
        row(f"off: {name}", bit)
    for size in SIZES:
        row(f"table of {size} KiB", 0, size)
    few = f" (first {options.plain} deals)"
    row(f"on{few}", 0, deals=options.plain)
    row(f"off: all but ordering{few}", PLAIN, deals=options.plain)


if __name__ == "__main__":
    main()
