"""The arena's work on Ray: on this machine, or on a cluster whose machines have the same pilotta installed."""

import contextlib
import os
from collections.abc import Iterator, Sequence

from pilotta.arena.run import Done, Runner, Work, do
from pilotta.cli.common import fail

IN_FLIGHT: int = 4
"""Pieces asked for at a time, for each processor: enough to keep it busy, few enough to be soon forgotten."""


@contextlib.contextmanager
def ray_runner(jobs: int) -> Iterator[Runner]:
    """A runner for :func:`~pilotta.arena.run.fight_out`. With RAY_ADDRESS set it uses that cluster, else a Ray of its own with so
    many processes, which ends with it. CommandError where Ray is not installed, or cannot be reached."""
    # Before Ray is loaded: it is not to tell anybody outside that it is used.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray  # noqa: PLC0415  (an extra)
    except ImportError:
        fail('--ray needs Ray, which is not installed: pip install "pilotta[ray]"')
    # Ray asks nobody who he is, so one of our own is for this machine only.
    own = {
        "address": "local",
        "num_cpus": jobs,
        "include_dashboard": False,
        "_node_ip_address": "127.0.0.1",
    }
    there = {} if os.environ.get("RAY_ADDRESS") else own
    try:
        ray.init(logging_level="ERROR", log_to_driver=False, **there)
    except (ConnectionError, RuntimeError, ValueError, TimeoutError) as error:
        fail(f"Ray does not start: {' '.join(str(error).split())}")
    try:
        task = ray.remote(do)
        most = IN_FLIGHT * max(1, int(ray.cluster_resources().get("CPU", 1)))

        def run(pieces: Sequence[Work]) -> Iterator[tuple[Work, Done]]:
            waiting = iter(pieces)
            asked: dict[ray.ObjectRef[Done], Work] = {}
            while True:
                for work in waiting:
                    asked[task.remote(work)] = work
                    if len(asked) >= most:
                        break
                if not asked:
                    return
                (ready, *_), _ = ray.wait(list(asked))
                work = asked.pop(ready)
                try:
                    done = ray.get(ready)
                except ray.exceptions.RayTaskError as error:
                    # As it would have come without Ray, and not with Ray's own frames in its message.
                    raise error.cause from None
                yield work, done

        yield run
    finally:
        ray.shutdown()
