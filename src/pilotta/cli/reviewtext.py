"""A review as text for the terminal."""

from collections.abc import Iterator

from pilotta.phrases import player_names, sheet_title
from pilotta.review.model import DealReview, PlayerReview, Review
from pilotta.review.talk import Talk, contract_text, mistakes_in, player_rows, side_figures, signed
from pilotta.words import Phrasebook

NAME = 14
"""Letters of a name that a column of figures has room for."""


def review_text(words: Phrasebook, review: Review) -> str:
    return "\n".join(_Text(words, review).lines()) + "\n"


class _Text:
    def __init__(self, words: Phrasebook, review: Review) -> None:
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
