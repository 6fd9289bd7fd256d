"""The solver beside its closest peer, the package `colver`, on the same deals under the same rules of play.

In belote contrée one need not trump while the partner wins, nor play a trump that is too low: both are house rules of ours. Its
legal cards were compared with ours in a thousand random deals. Pairs are asked in turn, ours and then the peer's, each on one
core and by its own process's CPU time, so that what disturbs one disturbs the other.
"""

import json
import os
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import mean, median
from typing import Any, Final, Self

from pilotta.cards import cards_in, shown
from pilotta.cli.solvespeed import Ask, Must, Setup, playouts_per_second
from pilotta.engine.door import MOVES, Backend
from pilotta.engine.position import Position
from pilotta.rules.catalogue import ACADEMY

CONTREE: Final = ACADEMY.change(must_trump="unless_partner_wins", must_undertrump=False)
PYTHON: Final = Path("build/peers/bin/python")
PROGRAM: Final = Path(__file__).with_name("peer_colver.py")
ROLLOUT_DEALS: Final = 20
ROLLOUTS: Final = 10_000


class PeerError(RuntimeError):
    """The peer refused what it was asked, or answered what is no answer."""


class Peer:
    """The peer's process, asked line by line, on one thread of its own. PeerError where it does not answer as agreed."""

    def __init__(self, command: Sequence[str | Path] = (PYTHON, PROGRAM)) -> None:
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            # Who interrupts us does not mean the peer: it ends when it is asked nothing more.
            process_group=0,
            env={**os.environ, "RAYON_NUM_THREADS": "1"},
        )
        self._lines = iter(self._process.stdout or ())
        try:
            self.name: str = str(self._read().get("name", "nobody"))
        except PeerError:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Ask nothing more, and wait for the process to end."""
        self._process.communicate()

    def ask(self, deal: Position, do: str, **more: object) -> dict[str, Any]:
        hands = [cards_in(hand) for hand in deal.dealt]
        return self.exchange({"hands": hands, "trump": deal.strain, "leader": deal.turn, "do": do, **more})

    def exchange(self, asked: Mapping[str, object]) -> dict[str, Any]:
        """One question as data, and its answer."""
        try:
            print(json.dumps(asked), file=self._process.stdin, flush=True)
        except BrokenPipeError:
            raise PeerError("the peer is gone") from None
        found = self._read()
        if "error" in found:
            raise PeerError(f"the peer refuses: {found['error']}")
        return found

    def _read(self) -> dict[str, Any]:
        line = next(self._lines, None)
        if line is None:
            raise PeerError("the peer is gone")
        try:
            found = json.loads(line)
        except ValueError:
            found = None
        if not isinstance(found, dict):
            raise PeerError(f"the peer answers {shown(line.strip())}, which is no object of JSON")
        return found


def installed() -> bool:
    return PYTHON.exists()


def compared(setup: Setup, by: Backend, step: Callable[[], object]) -> dict[str, Any]:
    """Our moves beside its best-card call, our playouts beside its rollouts; ``step`` is called ``rounds * deals`` times."""
    suits = replace(setup, strains="".join(each for each in setup.strains if each in "SHDC") or "SHDC")
    deals, same = suits.positions(), replace(suits, rules=CONTREE).positions()
    own_rules, same_rules = ([Ask(MOVES, deal) for deal in each] for each in (deals, same))
    times: list[list[tuple[float, float, float]]] = [[] for _ in deals]
    differ: list[dict[str, int]] = []
    rates = []
    with Peer() as peer:
        for number in range(setup.rounds):
            for i, deal in enumerate(same):
                ours = _warm(own_rules[i], by), _warm(same_rules[i], by)
                answer = peer.ask(deal, "solve", check=number == 0)
                times[i].append((*ours, answer["seconds"]))
                if answer.get("ns", same_rules[i].result) != same_rules[i].result:
                    differ.append({"deal": i, "ours": same_rules[i].result, "theirs": answer["ns"]})
                step()
            rates.append(_playouts(deals[:ROLLOUT_DEALS], by, peer))
    own, under_same = _ratios(times, 0), _ratios(times, 1)
    playouts = median(ours / theirs for ours, theirs in rates)
    return {
        "peer": peer.name,
        "own_rules": own,
        "same_rules": under_same,
        "other_values": differ,
        "playouts_per_second": median(ours for ours, _ in rates),
        "their_playouts_per_second": median(theirs for _, theirs in rates),
        "musts": [
            Must("times as fast as the peer's best card", own["of_totals"], 40, least=True).as_data(),
            Must("playouts to one of the peer's", playouts, 8, least=True).as_data(),
        ],
    }


def _warm(ask: Ask, by: Backend) -> float:
    """The time of a call after one that does not count: while the peer is at work our caches run cold, and a call of a
    millisecond would measure little else. The peer's own, fifty times as long, hardly feels it."""
    ask.seconds(by)
    return median(ask.seconds(by) for _ in range(3))


def text(data: dict[str, Any], deals: int) -> list[str]:
    """The comparison in lines."""
    lines = [f"All root cards beside the best card of {data['peer']}, the same {deals} deals:"]
    for name, key in (("ours by our rules", "own_rules"), ("ours by its rules", "same_rules")):
        found = data[key]
        lines.append(
            f"  {name:<18} {found['ours_ms']:>7.3f} ms, its {found['theirs_ms']:>6.1f} ms; times as fast, pair by pair:"
            f" median {found['median']:.1f}, mean {found['mean']:.1f}; in total {found['of_totals']:.1f}"
        )
    differ = "".join(
        f"; deal {each['deal']}: {each['ours']}, its {each['theirs']}" for each in data["other_values"]
    )
    lines.append(f"  values by its rules that differ: {len(data['other_values'])} of {deals}{differ}")
    rates = data["playouts_per_second"], data["their_playouts_per_second"]
    lines.append(f"  random playouts a second: {rates[0]:,.0f}, its {rates[1]:,.0f}")
    return lines


def _ratios(times: list[list[tuple[float, float, float]]], own: int) -> dict[str, float]:
    """Times of the peer by ours, of each deal the median of its rounds; mean ms of both."""
    ratios = [median(each[2] / each[own] for each in deal) for deal in times]
    ours, theirs = (sum(median(each[who] for each in deal) for deal in times) for who in (own, 2))
    return {
        "ours_ms": 1000 * ours / len(times),
        "theirs_ms": 1000 * theirs / len(times),
        "median": median(ratios),
        "mean": mean(ratios),
        "of_totals": theirs / ours,
    }


def _playouts(deals: list[Position], by: Backend, peer: Peer) -> tuple[float, float]:
    """Ours and the peer's playouts a second, the one right after the other."""
    own = playouts_per_second(deals, by)
    seconds = sum(peer.ask(deal, "rollouts", count=ROLLOUTS)["seconds"] for deal in deals)
    return own, len(deals) * ROLLOUTS / seconds
