"""What is said of a decision in a review, in the terminal and on the page alike."""

from pilotta.bots.bot import Reason
from pilotta.cards import parse_card
from pilotta.phrases import bid_sign, call_sign, card_sign
from pilotta.review.model import DealReview, Judged, Plain, PlayerReview, Review
from pilotta.review.par import Par
from pilotta.rules.auction import parse_call
from pilotta.words import Phrasebook


class Talk:
    """Sentences about one review in one language. Names of players are the caller's business."""

    def __init__(self, words: Phrasebook, review: Review) -> None:
        self.words, self.rules = words, review.rules
        self._deals = {deal.number: deal for deal in review.deals}

    def costliest(self, player: PlayerReview) -> list[tuple[DealReview, Judged]]:
        """A player's costliest decisions and the deals they were made in."""
        return [
            (self._deals[number], self._deals[number].decisions[place]) for number, place in player.costliest
        ]

    def where(self, deal: DealReview, each: Judged) -> str:
        if each.number:
            return self.words(f"review_{each.kind}_n", deal=deal.number, number=each.number)
        return self.words("deal_n", n=deal.number)

    def done(self, each: Judged) -> str:
        return self._action(each.done) or self.words(f"review_unsaid_{each.kind}")

    def best(self, each: Judged) -> str:
        if each.best is None:
            return ""
        return self._action(each.best) or self.words(f"review_unsaid_{each.kind}_best")

    def _action(self, action: Plain) -> str:
        """A card or a call; nothing for what was not said."""
        if "card" in action:
            return card_sign(parse_card(action["card"]))
        return call_sign(self.words, self.rules, parse_call(action["call"])) if "call" in action else ""

    def cost(self, each: Judged) -> str:
        return self.words("review_cost_of", loss=tens(each.loss), error=tens(each.error))

    def why(self, each: Judged) -> list[str]:
        """The reasons, and the signal that partner was not given."""
        reasons = [each.reason] if each.reason is not None else []
        said = [self.reason(reason) for reason in (*reasons, *each.because)]
        if each.signal is not None and each.signal != each.reason:
            said.append(self.words("review_signal", reason=self.reason(each.signal)))
        return said

    def reason(self, reason: Reason) -> str:
        return self.words.for_bids(self.rules.bids_said).say(reason)

    def par(self, par: Par) -> str:
        """The par contract and, in brackets, whose it is."""
        contract = par.contract
        if contract is None:
            return self.words("passed_out")
        if not contract.value:
            return ""
        return f"{self.contract(par)} ({self.words('side_EW' if contract.side else 'side_NS')})"

    def contract(self, of: Par) -> str:
        assert of.contract is not None
        times = f" ×{of.contract.multiplier}" if of.contract.multiplier > 1 else ""
        return bid_sign(self.words, self.rules, of.contract) + times


def tens(value: float) -> str:
    """A figure with one decimal and a true minus."""
    return f"{value + 0.0:.1f}".replace("-", "−").replace("−0.0", "0.0")


def signed(value: float) -> str:
    """The same with a plus before what is more than nothing."""
    text = tens(value)
    return text if text.startswith("−") or text == "0.0" else f"+{text}"


def mistakes_in(deal: DealReview) -> list[Judged]:
    """The decisions of a deal that lost something, in order of play."""
    return [each for each in deal.decisions if each.loss > 0]


def contract_text(words: Phrasebook, review: Review, deal: DealReview) -> str:
    """The contract and its side; nothing where there was no auction."""
    contract = deal.result.contract
    if contract is None:
        return words("call_pass")
    if not contract.value:
        return ""
    times = f" ×{contract.multiplier}" if contract.multiplier > 1 else ""
    return f"{bid_sign(words, review.rules, contract)}{times} ({words('side_EW' if contract.side else 'side_NS')})"


def player_rows(players: tuple[PlayerReview, ...]) -> dict[str, list[str]]:
    """The figures of all players, by the key of their name."""
    return {
        "review_accuracy": ["–" if each.accuracy is None else f"{each.accuracy:.1f} %" for each in players],
        "review_loss": [tens(each.loss / each.deals) for each in players],
        "review_decisions": [str(each.decisions) for each in players],
        "review_mistakes": [str(each.mistakes) for each in players],
        "review_missed_declarations": [str(each.missed_declarations) for each in players],
        "review_missed_signals": [str(each.missed_signals) for each in players],
        "review_opened_loss": [
            "–" if each.opened_loss is None else tens(each.opened_loss / each.deals) for each in players
        ],
        "review_worth": [signed(each.worth) for each in players],
    }


def side_figures(review: Review, side: int) -> list[str]:
    """Score, luck and play of a side."""
    found = review.sides[side]
    if found.luck is None:
        return [signed(found.score), "–", "–"]
    return [signed(found.score), signed(found.luck), signed(found.score - found.luck)]
