"""A review as text for the terminal."""

from collections.abc import Iterator

from pilotta.cli.matchsheet import player_names, sheet_title
from pilotta.cli.phrases import bid_sign
from pilotta.cli.reviewtalk import Talk, mistakes_in, signed, tens
from pilotta.cli.words import Words
from pilotta.review.model import DealReview, PlayerReview, Review

NAME = 14
"""Letters of a name that a column of figures has room for."""


def review_text(words: Words, review: Review) -> str:
    return "\n".join(_Text(words, review).lines()) + "\n"


class _Text:
    def __init__(self, words: Words, review: Review) -> None:
        self.words, self.review = words, review
        self.talk = Talk(words, review)
        self.names = player_names(words, review.names)

    def lines(self) -> Iterator[str]:
        words = self.words
        yield f"{words('review_title')}: {sheet_title(words, self.review.rules)}"
        yield words("review_intro")
        yield ""
        yield from self.players()
        yield ""
        yield from self.sides()
        for player in self.review.players:
            yield ""
            yield from self.costliest(player)
        yield ""
        yield from self.deals()

    def players(self) -> Iterator[str]:
        words, players = self.words, self.review.players
        yield self._row(words("review_players"), [_short(self.names[each.seat]) for each in players])
        for key, figures in player_rows(players).items():
            yield self._row("  " + words(key), figures)

    def _row(self, name: str, cells: list[str]) -> str:
        return (f"{name:<32}" + "".join(f"{cell:>{NAME + 2}}" for cell in cells)).rstrip()

    def sides(self) -> Iterator[str]:
        words = self.words
        heads = [words(key) for key in ("review_score", "review_luck", "review_play")]
        yield self._row(words("review_luck_title"), heads)
        for side, key in enumerate(("side_NS", "side_EW")):
            yield self._row(f"  {words(key)}", side_figures(self.review, side))

    def costliest(self, player: PlayerReview) -> Iterator[str]:
        yield f"{self.names[player.seat]}: {self.words('review_costliest')}"
        told = self.talk.costliest(player)
        if not told:
            yield "  " + self.words("review_none")
        for deal, each in told:
            swap = self.words("review_instead", done=self.talk.done(each), best=self.talk.best(each))
            yield f"  {self.talk.where(deal, each)}: {swap} ({self.talk.cost(each)})"
            yield from (f"    {said}" for said in self.talk.why(each))

    def deals(self) -> Iterator[str]:
        words = self.words
        heads = [
            words(key) for key in ("contract", "review_score", "review_par", "review_luck", "review_mistakes")
        ]
        yield self._row(words("review_deals"), heads)
        for deal in self.review.deals:
            yield self._row("  " + words("deal_n", n=deal.number), self._deal(deal))

    def _deal(self, deal: DealReview) -> list[str]:
        score = deal.result.score
        par = deal.opened.par if deal.opened is not None else None
        return [
            contract_text(self.words, self.review, deal),
            f"{score.ns}–{score.ew}",
            self.talk.par(par) if par is not None else "",
            signed(par.difference) if par is not None else "",
            str(len(mistakes_in(deal))),
        ]


def _short(name: str) -> str:
    return name if len(name) <= NAME else name[: NAME - 1] + "…"


def contract_text(words: Words, review: Review, deal: DealReview) -> str:
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
