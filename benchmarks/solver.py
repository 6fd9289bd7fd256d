"""How fast the solver is: what ``pilotta bench solve`` measures, and beside it the same core in WebAssembly and the closest peer.

``make bench`` prints it all. The peer is there once ``make bench-peers`` has installed it in an environment of its own.
"""

import argparse
import json

from benchmarks import peer, wasm

from pilotta.cli import bench_solve
from pilotta.cli.common import Progress
from pilotta.cli.solvespeed import measured, steps
from pilotta.engine.backend import native


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    bench_solve.add_setup(parser)
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    options = parser.parse_args()
    setup, backend = bench_solve.setup_from(options), native()
    if backend is None:
        parser.error("the native solver is not built: make setup")
    data = {
        **bench_solve.about(setup),
        **measured(setup, backend, Progress(steps(setup), after=1.0)),
        "wasm": wasm.compared(setup, backend) if wasm.can_run() else None,
        "peer": peer.compared(setup, backend, Progress(setup.rounds * setup.deals, after=1.0))
        if peer.installed()
        else None,
    }
    if options.json:
        print(json.dumps(data))
        return
    print(bench_solve.text(data))
    print(
        "\n".join(
            wasm.text(data["wasm"]) if data["wasm"] else ["No WebAssembly module or no Node: make wasm"]
        )
    )
    print()
    if data["peer"]:
        lines = [*peer.text(data["peer"], setup.deals), "", *bench_solve.musts_text(data["peer"]["musts"])]
    else:
        lines = ["No peer to compare with: make bench-peers"]
    print("\n".join(lines))


if __name__ == "__main__":
    main()
