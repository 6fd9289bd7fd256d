"""What an arena's deals come to: means with standard errors, and what the contracts were like."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from pilotta.arena.fight import Played
from pilotta.arena.run import Fought
from pilotta.arena.times import Times
from pilotta.arena.yardsticks import is_own
from pilotta.bots.guarded import WHYS
from pilotta.rules.catalogue import to_data
from pilotta.rules.ruleset import STRAINS


class Estimate(NamedTuple):
    mean: float
    error: float

    def z(self, even: float = 0.0) -> float | None:
        """How many standard errors it lies above what two equal players would have; None where there is no error to go by."""
        return (self.mean - even) / self.error if self.error else None

    def as_dict(self, even: float = 0.0) -> dict[str, float | None]:
        z = self.z(even)
        return {
            "mean": round(self.mean, 3),
            "standard_error": round(self.error, 3),
            "z": None if z is None else round(z, 2),
        }


def estimate(values: Sequence[float]) -> Estimate:
    """The mean and its standard error (0 where there is one value only)."""
    count = len(values)
    mean = sum(values) / count
    if count < 2:
        return Estimate(mean, 0.0)
    variance = sum((each - mean) ** 2 for each in values) / (count - 1)
    return Estimate(mean, (variance / count) ** 0.5)


def paired(pairs: Iterable[tuple[float, float]]) -> Estimate:
    """Over pairs of the same cards in both seatings: the pair's mean is the one independent value."""
    return estimate([(one + other) / 2 for one, other in pairs])


def report(fought: Fought) -> dict[str, Any]:
    """Everything that the same fight always comes to, as plain data. Differences are A's less B's.

    ``deal_score`` is in the rule set's unit, ``deal_score_tens`` the same in tens whatever the unit. Without whole matches
    ``match_wins`` is None.
    """
    fight = fought.fight
    rows = [row for pair in fought.deals for row in pair]
    score = paired((one.score, other.score) for one, other in fought.deals)
    in_tens = Estimate(score.mean / fight.rules.unit, score.error / fight.rules.unit)
    return {
        "a": fight.a,
        "b": fight.b,
        "track": fight.track,
        "reference": None if fight.track == "match" else fight.reference,
        "rules": to_data(fight.rules),
        "seed": fight.seed,
        "deals": fight.deals,
        "matches": 2 * fight.matches,
        "card_points": paired((one.cards, other.cards) for one, other in fought.deals).as_dict(),
        "deal_score": score.as_dict(),
        "deal_score_tens": in_tens.as_dict(),
        "match_wins": paired(fought.matches).as_dict(0.5) if fought.matches else None,
        "contracts": {"all": contracts(rows), "a": _of(rows, 0), "b": _of(rows, 1)},
    }


def latency(fought: Fought) -> dict[str, Any]:
    """How long both thought where there was something to choose, in milliseconds of the processor's time; of calls and of cards.

    No two runs agree on it to the last digit, so it is no part of the report.
    """
    return {
        bot: {"calls": _times(clock.calls), "cards": _times(clock.cards)}
        for bot, clock in zip("ab", fought.clocks, strict=True)
    }


def lost(fought: Fought) -> dict[str, Any]:
    """The decisions that somebody's own bot lost, by how, and what the first of them was; of other players nothing.

    A bot can be late today and not tomorrow, so it is no part of the report either.
    """
    players = zip("ab", (fought.fight.a, fought.fight.b), fought.clocks, strict=True)
    return {
        bot: {
            "decisions": sum(clock.lost.values()),
            **{why: clock.lost.get(why, 0) for why in WHYS},
            "first": clock.first,
        }
        for bot, name, clock in players
        if is_own(name)
    }


def _times(times: Times) -> dict[str, float]:
    found = {"mean": times.mean, "p50": times.at(0.5), "p99": times.at(0.99), "max": times.longest}
    return {"decisions": times.count, **{name: round(1000 * each, 3) for name, each in found.items()}}


def _of(rows: list[Played], bot: int) -> dict[str, Any]:
    return contracts([row for row in rows if not row.passed_out and row.declarer == bot])


def contracts(rows: list[Played]) -> dict[str, Any]:
    """What the contracts of these deals were like; shares are of the contracts, ``all_pass`` of the deals."""
    # A deal without an auction has no contract to be made.
    bought = [row for row in rows if row.value]
    doubled = [row for row in bought if row.multiplier > 1]
    heights = sorted({row.value for row in bought})
    return {
        "deals": len(rows),
        "all_pass": _share(rows, [row for row in rows if row.passed_out]),
        "contracts": len(bought),
        "made": _share(bought, [row for row in bought if row.made]),
        "height": round(sum(row.value for row in bought) / len(bought), 1) if bought else 0.0,
        "heights": {str(height): sum(row.value == height for row in bought) for height in heights},
        "made_by_height": {
            str(height): _share(
                [row for row in bought if row.value == height],
                [row for row in bought if row.value == height and row.made],
            )
            for height in heights
        },
        "strains": {letter: sum(row.strain == i for row in bought) for i, letter in enumerate(STRAINS)},
        "doubled": _share(bought, doubled),
        "redoubled": _share(bought, [row for row in doubled if row.multiplier > 2]),
        "doubled_made": _share(doubled, [row for row in doubled if row.made]),
        "capots": _share(bought, [row for row in bought if row.capot]),
    }


def _share(of: Sequence[Played], part: Sequence[Played]) -> float:
    return round(len(part) / len(of), 4) if of else 0.0


TRACK_TELLS = {
    "match": "{a} against {b}: {deals} deals in both seatings, {matches} matches, seed {seed}",
    "play": "{a} against {b}, play only: {deals} deals with {reference}'s contracts in both seatings, seed {seed}",
    "bidding": "{a} against {b}, bidding only: {deals} deals in both seatings, played by {reference}, seed {seed}",
}


def text(data: dict[str, Any]) -> str:
    """The report for people; with the latency, where ``data`` has it."""
    a, b = data["a"], data["b"]
    every = data["contracts"]["all"]

    def line(name: str, key: str, unit: str) -> str:
        found = data[key]
        return f"{name:<24}{found['mean']:+8.2f} ± {found['standard_error']:.2f} {unit}{_told(found['z'])}"

    def by(bot: str, key: str) -> Any:
        return data["contracts"][bot][key]

    wins = data["match_wins"]
    heights = "  ".join(f"{height}:{count}" for height, count in every["heights"].items())
    won = (
        [f"{'matches won':<24}{wins['mean']:8.1%} ± {wins['standard_error']:.1%}{_told(wins['z'])}"]
        if wins
        else []
    )
    return "\n".join(
        [
            TRACK_TELLS[data["track"]].format(**data),
            line("card points", "card_points", "a deal"),
            line("deal score", "deal_score", "a deal"),
            *won,
            f"{'contracts':<24}{every['contracts']:8} ({a} {by('a', 'contracts')}, {b} {by('b', 'contracts')})",
            f"{'passed out':<24}{every['all_pass']:8.1%}",
            f"{'made':<24}{every['made']:8.1%} ({a} {by('a', 'made'):.1%}, {b} {by('b', 'made'):.1%})",
            f"{'average height':<24}{every['height']:8}",
            f"{'heights':<24}{heights}",
            f"{'doubled':<24}{every['doubled']:8.1%}, of which made {every['doubled_made']:.1%}",
            f"{'capots':<24}{every['capots']:8.1%}",
            *_latency_lines(data),
            *_lost_lines(data),
        ]
    )


def _told(z: float | None) -> str:
    return "" if z is None else f" (z {z:+.1f})"


def _latency_lines(data: dict[str, Any]) -> list[str]:
    return [
        f"{f'ms a {kind[:-1]}, {data[bot]}':<24}{times['mean']:8.2f} mean, {times['p50']:.2f} p50, {times['p99']:.2f} p99, "
        f"{times['max']:.2f} max of {times['decisions']}"
        for bot, kinds in data.get("latency", {}).items()
        for kind, times in kinds.items()
        if times["decisions"]
    ]


def _lost_lines(data: dict[str, Any]) -> list[str]:
    lines = []
    for bot, how in data.get("lost", {}).items():
        by = ", ".join(f"{how[why]} {why}" for why in WHYS if how[why])
        told = f" ({by}); the first: {how['first']}" if by else ""
        lines.append(f"{f'decisions lost, {data[bot]}':<24} {how['decisions']}{told}")
    return lines
