"""What an arena's deals come to: means with standard errors, and what the contracts were like."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from pilotta.bots.arena import Fought, Played
from pilotta.rules.catalogue import to_data
from pilotta.rules.ruleset import STRAINS


class Estimate(NamedTuple):
    mean: float
    error: float

    def as_dict(self) -> dict[str, float]:
        return {"mean": round(self.mean, 3), "standard_error": round(self.error, 3)}


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
    """Everything as plain data. Differences are A's less B's."""
    fight = fought.fight
    rows = [row for pair in fought.deals for row in pair]
    return {
        "a": fight.a,
        "b": fight.b,
        "rules": to_data(fight.rules),
        "seed": fight.seed,
        "deals": fight.deals,
        "matches": 2 * fight.matches,
        "card_points": paired((one.cards, other.cards) for one, other in fought.deals).as_dict(),
        "deal_score": paired((one.score, other.score) for one, other in fought.deals).as_dict(),
        "match_wins": paired(fought.matches).as_dict(),
        "contracts": {"all": contracts(rows), "a": _of(rows, 0), "b": _of(rows, 1)},
    }


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


def text(data: dict[str, Any]) -> str:
    """The report for people."""
    a, b = data["a"], data["b"]
    every = data["contracts"]["all"]

    def line(name: str, key: str, unit: str) -> str:
        found = data[key]
        return f"{name:<24}{found['mean']:+8.2f} ± {found['standard_error']:.2f} {unit}"

    def by(bot: str, key: str) -> Any:
        return data["contracts"][bot][key]

    wins = data["match_wins"]
    heights = "  ".join(f"{height}:{count}" for height, count in every["heights"].items())
    return "\n".join(
        [
            f"{a} against {b}: {data['deals']} deals in both seatings, {data['matches']} matches, seed {data['seed']}",
            line("card points", "card_points", "a deal"),
            line("deal score", "deal_score", "a deal"),
            f"{'matches won':<24}{wins['mean']:8.1%} ± {wins['standard_error']:.1%}",
            f"{'contracts':<24}{every['contracts']:8} ({a} {by('a', 'contracts')}, {b} {by('b', 'contracts')})",
            f"{'passed out':<24}{every['all_pass']:8.1%}",
            f"{'made':<24}{every['made']:8.1%} ({a} {by('a', 'made'):.1%}, {b} {by('b', 'made'):.1%})",
            f"{'average height':<24}{every['height']:8}",
            f"{'heights':<24}{heights}",
            f"{'doubled':<24}{every['doubled']:8.1%}, of which made {every['doubled_made']:.1%}",
            f"{'capots':<24}{every['capots']:8.1%}",
        ]
    )
