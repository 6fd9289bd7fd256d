"""A deal that was played with cards, as one of its players would tell it to the score keeper."""

from random import Random

from pilotta.game.result import DealResult
from pilotta.game.state import DealState
from pilotta.rules.ruleset import DEAL_POINTS, RuleSet
from pilotta.rules.scoring import ALL_TRICKS
from pilotta.seats import SEATS, SIDES


def line_told(rules: RuleSet, deal: DealState, result: DealResult, chance: Random) -> str:
    """The deal as a line: figures of either side, words in any order, nothing that the line may leave out."""
    contract, declared, play = deal.contract, deal.declared, deal.play
    if result.account is None or contract is None or declared is None or play is None:
        return "pass"
    bought = chance.choice((SEATS[contract.declarer], SIDES[contract.side]))
    words = [bought]
    if contract.value:
        words += [contract.text] + [f"x{contract.multiplier}"] * (contract.multiplier > 1)
    whole = next((side for side in (0, 1) if result.tricks[side] == ALL_TRICKS), None)
    if whole is not None:
        words.append("capot" if whole == contract.side and chance.random() < 0.5 else f"capot={SIDES[whole]}")
    else:
        side = chance.randrange(2)
        words.append(f"cards={SIDES[side]}:{result.cards[side]}")
        if DEAL_POINTS in result.cards:
            words.append(f"tricks={SIDES[side]}:{result.tricks[side]}")
    for seat in range(4):
        if declared.shown[seat] and declared.held[seat]:
            points = "+".join(str(each.points) for each in declared.held[seat])
            words.append(f"decl={SIDES[seat & 1]}:{points}")
    for seat, suit in declared.calls:
        word = "pilotta" if declared.rightful(seat, suit) else "miscall"
        if word == "miscall" or rules.pilotta_points:
            words.append(f"{word}={SIDES[seat & 1]}")
    if contract.strain < 4:
        jack = 8 * contract.strain + 4
        words.append(f"jack={SIDES[next(trick.winner & 1 for trick in play.tricks if jack in trick.cards)]}")
    chance.shuffle(words)
    return " ".join(words)
