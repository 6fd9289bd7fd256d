"""A review as one page that needs nothing else: no script, no font, no picture from anywhere."""

import os
from xml.etree.ElementTree import Element

from pilotta.cards import SUIT_MASKS, cards_in
from pilotta.phrases import card_sign, player_names, rank_sign, sheet_title
from pilotta.review.judging import LEAST
from pilotta.review.model import DealReview, Judged, Review
from pilotta.review.page import plots
from pilotta.review.page.markup import Child, element, fill, page, scroller, table
from pilotta.review.players import FORGIVING
from pilotta.review.talk import Talk, contract_text, mistakes_in, player_rows, side_figures, signed, tens
from pilotta.seats import BySide
from pilotta.words import Phrasebook
from pilotta.words.forms import SYMBOLS

POLICY = "default-src 'none'; style-src 'unsafe-inline'"
"""For the browser: nothing is fetched and nothing runs, whatever somebody called himself."""
RED = "♥♦"
HELD_TOGETHER = "\N{NO-BREAK SPACE}"


def review_page(words: Phrasebook, review: Review) -> str:
    """The page as text; names of players stand in it as text and nothing else."""
    return page(_Page(words, review).root())


class _Page:
    def __init__(self, words: Phrasebook, review: Review) -> None:
        self.words, self.review, self.talk = words, review, Talk(words, review)
        self.names = player_names(words, review.names)
        self.sides = BySide(words("side_NS"), words("side_EW"))

    def root(self) -> Element:
        words = self.words
        title = f"{words('review_title')}: {sheet_title(words, self.review.rules)}"
        head = element(
            "head",
            element("meta", charset="utf-8"),
            element("meta", http_equiv="Content-Security-Policy", content=POLICY),
            element("meta", name="viewport", content="width=device-width, initial-scale=1"),
            element("title", title),
            element("style", _style()),
        )
        main = element("main", element("h1", title), element("p", words("review_intro"), class_="soft"))
        main.extend([self.players(), self.running(), self.phases(), self.luck()])
        main.extend(self.deal(deal) for deal in self.review.deals)
        main.append(self.how())
        return element("html", head, element("body", main), lang=words.language)

    def _section(self, key: str, *children: Child) -> Element:
        return element("section", element("h2", self.words(key)), *children)

    def players(self) -> Element:
        words, players = self.words, self.review.players
        figures = player_rows(players)
        heads = [words("review_player"), *(words(key) for key in figures)]
        rows: list[list[Child]] = [
            [self.names[player.seat], *(figures[key][number] for key in figures)]
            for number, player in enumerate(players)
        ]
        made = self._section("review_players", table(words("review_players"), heads, rows))
        for player in players:
            made.append(element("h3", f"{self.names[player.seat]}: {words('review_costliest')}"))
            told = self.talk.costliest(player)
            if not told:
                made.append(element("p", words("review_none")))
                continue
            made.append(element("ol", *(self._told(deal, each) for deal, each in told), class_="worst"))
        return made

    def _told(self, deal: DealReview, each: Judged) -> Element:
        swap = self.words("review_instead", done=self.talk.done(each), best=self.talk.best(each))
        line = element("li", element("strong", self.talk.where(deal, each)), ": ")
        fill(line, *_coloured(swap), f" ({self.talk.cost(each)})")
        for said in self.talk.why(each):
            line.append(element("p", *_coloured(said), class_="soft"))
        return line

    def running(self) -> Element:
        words, deals = self.words, self.review.deals
        about = words("review_running_plot")
        plot = plots.running_score(about, (self.sides.ns, self.sides.ew), deals)
        heads = [
            words(key)
            for key in ("review_deal", "contract", "side_NS", "side_EW", "score_total", "review_mistakes")
        ]
        rows: list[list[Child]] = []
        for deal in deals:
            score, total = deal.result.score, deal.totals
            contract = element("span", *_coloured(contract_text(words, self.review, deal)))
            counts = [str(score.ns), str(score.ew), f"{total.ns}–{total.ew}", str(len(mistakes_in(deal)))]
            rows.append([str(deal.number), contract, *counts])
        return self._section(
            "review_running", _figure(plot, about), table(words("review_running"), heads, rows)
        )

    def phases(self) -> Element:
        words, players = self.words, self.review.players
        about = words("review_phases_plot")
        parts = [words("auction"), *(str(number) for number in range(1, 9)), words("review_unsaid")]
        heads = [words("review_player"), words("auction")]
        heads += [f"{words('trick')} {number}" for number in range(1, 9)] + [words("review_unsaid")]
        rows: list[list[Child]] = [
            [self.names[each.seat], *(tens(lost) for lost in (each.auction, *each.tricks, each.unsaid))]
            for each in players
        ]
        plot = plots.phases(about, self.names, parts, players)
        return self._section(
            "review_phases", _figure(plot, about), table(words("review_phases"), heads, rows)
        )

    def luck(self) -> Element:
        words, review = self.words, self.review
        heads = [words(key) for key in ("review_side", "review_score", "review_luck", "review_play")]
        rows: list[list[Child]] = [
            [name, *side_figures(review, side)] for side, name in enumerate(self.sides)
        ]
        made = self._section("review_luck_title")
        if review.sides.ns.luck is not None:
            about = words("review_luck_plot", side=self.sides.ns)
            made.append(_figure(plots.luck(about, review.deals, review.rules.unit), about))
        return fill(made, table(words("review_luck_title"), heads, rows))

    def deal(self, deal: DealReview) -> Element:
        words = self.words
        made = element("section", element("h2", words("deal_n", n=deal.number)), class_="deal")
        made.append(element("p", words("dealer_is", name=self.names[deal.dealer])))
        made.append(element("h3", words("review_cards")))
        made.append(element("ul", *(self._hand(deal, seat) for seat in range(4)), class_="hands"))
        contract, score = contract_text(words, self.review, deal), deal.result.score
        result = f"{words('contract')}: {contract} · " if contract else ""
        made.append(element("p", *_coloured(f"{result}{words('review_score')}: {score.ns}–{score.ew}")))
        made.extend(self._opened(deal))
        wrong = mistakes_in(deal)
        if not wrong:
            return fill(made, element("p", words("review_none"), class_="soft"))
        heads = [
            words(key)
            for key in (
                "review_player",
                "review_where",
                "review_did",
                "review_better",
                "review_cost",
                "review_opened",
                "review_why",
            )
        ]
        mistakes = words("review_mistakes_n", n=len(wrong))
        made.append(element("h3", mistakes))
        caption = f"{words('deal_n', n=deal.number)}: {mistakes}"
        return fill(
            made,
            table(caption, heads, [self._row(deal, each) for each in wrong], text=frozenset({1, 2, 3, 6})),
        )

    def _row(self, deal: DealReview, each: Judged) -> list[Child]:
        why = element("span")
        for number, said in enumerate(self.talk.why(each)):
            fill(why, *([element("br")] if number else []), *_coloured(said))
        return [
            self.names[each.seat],
            self.talk.where(deal, each),
            element("span", *_coloured(self.talk.done(each))),
            element("span", *_coloured(self.talk.best(each))),
            self.talk.cost(each),
            "" if each.opened is None else tens(each.opened.loss),
            why,
        ]

    def _hand(self, deal: DealReview, seat: int) -> Element:
        line = element("li", f"{self.names[seat]}: ")
        for suit in range(4):
            held = [rank_sign(card) for card in reversed(cards_in(deal.hands[seat] & SUIT_MASKS[suit]))]
            if held:
                fill(line, *_coloured(SYMBOLS[suit]), HELD_TOGETHER.join(held), "  ")
        return line

    def _opened(self, deal: DealReview) -> list[Element]:
        words, opened = self.words, deal.opened
        if opened is None:
            return []
        par = self.talk.par(opened.par)
        luck = f"{words('review_luck')} {self.sides.ns} {signed(opened.par.difference)}"
        found = [element("p", *_coloured(f"{words('review_par')}: {par} · {luck}" if par else luck))]
        if opened.value is not None:
            of = f"{words('review_opened')}: {self.sides.ns} {signed(opened.value)}. {words('review_line')}:"
            found.append(element("p", of, class_="soft"))
            tricks = [opened.line[start : start + 4] for start in range(0, len(opened.line), 4)]
            signs = [" ".join(card_sign(card) for card in trick) for trick in tricks]
            found.append(element("ol", *(element("li", *_coloured(sign)) for sign in signs), class_="line"))
        return found

    def how(self) -> Element:
        words = self.words
        loss = words("review_how_loss", least=f"{LEAST:g}")
        accuracy = words("review_how_accuracy", forgiving=f"{FORGIVING:g}")
        return self._section("review_how", element("p", loss), element("p", accuracy))


def _figure(plot: Element, about: str) -> Element:
    return element("figure", scroller(plot, about), element("figcaption", about))


def _coloured(text: str) -> list[Child]:
    """The text with its red suits in red."""
    found: list[Child] = [""]
    for letter in text:
        last = found[-1]
        if letter in RED:
            found += [element("span", letter, class_="red"), ""]
        else:
            assert isinstance(last, str)
            found[-1] = last + letter
    return found


def _style() -> str:
    name = os.path.join(os.path.dirname(__file__), "review.css")  # noqa: PTH118, PTH120
    with open(name, encoding="utf-8") as file:  # noqa: PTH123  (pathlib is slow to load)
        return file.read()
