"""The score keeper's conversation: it asks for a deal step by step, in the language of the table."""

import io
import sys
from collections.abc import Callable
from typing import Final, TypeVar

from pilotta.cli.common import write
from pilotta.cli.scorefile import save
from pilotta.cli.scoretext import entry_text, sheet_table
from pilotta.rules.ruleset import ALL_TRUMP, DEAL_POINTS, NO_TRUMP
from pilotta.rules.scoring import Tally
from pilotta.sheet.line import Given, LineError, plain, read_line
from pilotta.sheet.sheet import Sheet
from pilotta.sheet.tally import contract_of, needs_jack, tally_of
from pilotta.words import Phrasebook

T = TypeVar("T")

# Signs, not letters: they lie on the same keys whatever the keyboard's language. Greek ; is the question mark.
HELP: Final = ("?", ";", ";")
BACK: Final = "<"
SHEET: Final = "="
END: Final = "."


class GoBack(Exception):
    """The player wants the question before."""


class Finish(Exception):
    """The player wants to stop."""


def talk(words: Phrasebook, sheet: Sheet, path: str | None) -> None:
    """Keep this sheet until the match is over or the players stop."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        # A terminal in another encoding than the environment says is answered, not fallen over.
        sys.stdin.reconfigure(errors="replace")
    Talk(words, sheet, path, _ask).run()


def _ask(prompt: str) -> str | None:
    """A line that the player typed, or None at the end of the input."""
    write(prompt)
    line = sys.stdin.readline()
    return line.strip() if line else None


class Talk:
    def __init__(
        self,
        words: Phrasebook,
        sheet: Sheet,
        path: str | None,
        ask: Callable[[str], str | None],
        say: Callable[[str], None] = write,
    ) -> None:
        self.words, self.sheet, self.path, self.ask_line, self.out = words, sheet, path, ask, say
        # At one's own table the sides are us and them, unless they have names.
        self.names = sheet.names or (words("us"), words("them"))
        self.asks_tricks = False

    def say(self, *lines: str) -> None:
        self.out("\n".join(lines) + "\n")

    def run(self) -> None:
        self.say(self.words("keeper_hello"), self.help_line(), "")
        if self.sheet.entries:
            self.say(*sheet_table(self.words, self.sheet, self.names))
        try:
            while True:
                self.deal() if self.sheet.winner is None else self.after_the_end()
        except Finish:
            self.save()
            self.say("", *sheet_table(self.words, self.sheet, self.names))
            if self.path is not None:
                self.say(self.words("keeper_saved", file=self.path))

    def help_line(self) -> str:
        return self.words("keeper_keys")

    def save(self) -> None:
        if self.path is not None:
            save(self.path, self.sheet)

    # Asking

    def ask(self, question: str, read: Callable[[str], T]) -> T:
        """Ask until the answer can be read; ``read`` raises LineError where it cannot."""
        while True:
            answer = self.ask_line(f"{question} ")
            if answer is None or answer == END:
                raise Finish
            if answer == BACK:
                raise GoBack
            if answer in HELP:
                self.say(self.words("keeper_help"), self.help_line())
            elif answer == SHEET:
                self.say(*sheet_table(self.words, self.sheet, self.names))
            else:
                try:
                    return read(answer)
                except LineError as error:
                    if answer:
                        self.complain(error)
                    else:
                        self.say("  " + self.words("keeper_empty"))

    def complain(self, error: LineError) -> None:
        self.say("  " + self.words.for_bids(self.sheet.rules.bids_said).say(error.said))

    def side(self, answer: str) -> int:
        """A side by number, name or notation."""
        if answer in ("1", "2"):
            return int(answer) - 1
        for side, name in enumerate(self.names):
            if plain(name) == plain(answer):
                return side
        given = read_line(answer)
        if given.side is None:
            raise LineError("score.word", word=repr(answer))
        return given.side

    def sides(self) -> str:
        return f"1 {self.names[0]}, 2 {self.names[1]}"

    # The conversation

    def after_the_end(self) -> None:
        self.say(*sheet_table(self.words, self.sheet, self.names))
        try:
            self.ask(self.words("keeper_over"), str)
            raise Finish
        except GoBack:
            self.undo()

    def undo(self) -> None:
        if not self.sheet.entries:
            self.say("  " + self.words("keeper_nothing_to_undo"))
            return
        entry = self.sheet.entries[-1]
        self.sheet = self.sheet.without_last()
        self.save()
        self.say("  " + self.words("keeper_undone", n=len(self.sheet.entries) + 1, line=entry.line))

    def deal(self) -> None:
        """Ask for one deal and write it down. Going back from its first question takes the last deal back."""
        given = Given()
        steps = [self.ask_side, self.ask_bid, self.ask_double, self.ask_cards, self.ask_tricks]
        steps += [self.ask_declarations, self.ask_pilotta, self.ask_jack, self.ask_miscall]
        asked: list[int] = []
        at = 0
        self.say("", self.words("deal_n", n=len(self.sheet.entries) + 1))
        while at < len(steps):
            try:
                if steps[at](given):
                    asked.append(at)
                at = len(steps) if given.passed else at + 1
            except GoBack:
                if not asked:
                    self.undo()
                    return
                at = asked.pop()
            except _Whole as whole:
                self.write_down(whole.tally)
                return
        try:
            self.write_down(tally_of(self.sheet.rules, given))
        except LineError as error:
            self.complain(error)

    def write_down(self, tally: Tally | None) -> None:
        self.sheet = self.sheet.add_tally(tally)
        entry = self.sheet.entries[-1]
        self.save()
        totals = entry.totals
        self.say(*("  " + line for line in entry_text(self.words, self.sheet.rules, entry, self.names)))
        self.say(f"  {self.words('score_total')}: {self.names[0]} {totals.ns}, {self.names[1]} {totals.ew}")

    # Each step fills its part of what is given, and says whether it had to ask.

    def ask_side(self, given: Given) -> bool:
        beginners = bool(self.sheet.rules.fixed_trump)
        question = self.words("keeper_leader" if beginners else "keeper_side", sides=self.sides())

        def read(answer: str) -> None:
            if len(answer.split()) > 1:
                raise _Whole(tally_of(self.sheet.rules, read_line(answer)))
            if answer == "0" and not beginners:
                given.passed = True
                return
            given.passed = False
            given.side = given.seat = self.side(answer)

        self.ask(question, read)
        return True

    def ask_bid(self, given: Given) -> bool:
        if self.sheet.rules.fixed_trump:
            return False

        def read(answer: str) -> None:
            said = read_line(answer)
            if said.bid is None:
                raise LineError("score.contract")
            given.bid, given.multiplier = said.bid, said.multiplier
            contract_of(self.sheet.rules, given)

        tens = self.sheet.rules.bids_said == "tens"
        self.ask(self.words("keeper_bid" if tens else "keeper_bid_points"), read)
        return True

    def ask_double(self, given: Given) -> bool:
        rules = self.sheet.rules
        if rules.double == "none" or rules.fixed_trump or given.multiplier:
            return False

        def read(answer: str) -> None:
            given.multiplier = {"": 1, "1": 1, "2": 2, "4": 4}.get(answer) or read_line(answer).multiplier
            try:
                contract_of(rules, given)
            except LineError:
                given.multiplier = None
                raise

        self.ask(self.words("keeper_double_only" if not rules.redouble else "keeper_double"), read)
        return True

    def ask_cards(self, given: Given) -> bool:
        bidders = given.side or 0

        def read(answer: str) -> None:
            said = read_line("capot" if plain(answer) in ("c", "k", "κ", "καπο", "cappotto") else answer)
            given.cards, given.capot, given.tricks = said.cards, said.capot, said.tricks
            # One may take a trick and no point: who has none, or all, is asked for tricks.
            all_or_none = given.cards is not None and given.cards[1] in (0, DEAL_POINTS)
            self.asks_tricks = all_or_none and given.capot is None and given.tricks is None
            if not self.asks_tricks:
                tally_of(self.sheet.rules, self.without_jack(given))

        self.ask(self.words("keeper_cards", side=self.names[bidders]), read)
        return True

    def ask_tricks(self, given: Given) -> bool:
        if not self.asks_tricks:
            return False

        def read(answer: str) -> None:
            given.tricks = read_line(f"tricks={answer}").tricks
            tally_of(self.sheet.rules, self.without_jack(given))

        self.ask(self.words("keeper_tricks", side=self.names[given.side or 0]), read)
        return True

    def without_jack(self, given: Given) -> Given:
        """What is given so far, with a stand-in for the jack that is asked for later."""
        return Given(
            side=given.side or 0,
            seat=given.seat,
            bid=given.bid,
            multiplier=given.multiplier,
            cards=given.cards,
            tricks=given.tricks,
            capot=given.capot,
            jack=self.likely_jack(given),
        )

    def likely_jack(self, given: Given) -> int | None:
        if self.sheet.rules.sixes_up != "trump_jack" or given.cards is None:
            return None
        bidders = given.side or 0
        return bidders if given.cards[1] >= self.sheet.rules.trump_values[4] else 1 - bidders

    def ask_declarations(self, given: Given) -> bool:
        sides = self.sides()
        side = self.ask(self.words("keeper_declarations", sides=sides), lambda a: self.side(a) if a else None)
        given.declarations = None
        if side is None:
            return True

        def read(answer: str) -> None:
            given.declarations = read_line(
                f"decl={('NS', 'EW')[side]}:{'+'.join(answer.replace('+', ' ').split())}"
            ).declarations
            tally_of(self.sheet.rules, self.with_declarations(given))

        self.ask(self.words("keeper_points"), read)
        return True

    def with_declarations(self, given: Given) -> Given:
        part = self.without_jack(given)
        part.declarations = given.declarations
        return part

    def ask_pilotta(self, given: Given) -> bool:
        rules = self.sheet.rules
        given.pilotta = []
        strain = given.bid[1] if given.bid else -1
        if not rules.pilotta_points or strain == NO_TRUMP:
            return False

        def read(answer: str) -> None:
            given.pilotta = [self.side(part) for part in answer.replace("+", " ").split()]
            part = self.without_jack(given)
            part.pilotta = given.pilotta
            tally_of(rules, part)

        self.ask(
            self.words("keeper_pilotta_all" if strain == ALL_TRUMP else "keeper_pilotta", sides=self.sides()),
            read,
        )
        return True

    def ask_jack(self, given: Given) -> bool:
        given.jack = None
        tally = tally_of(self.sheet.rules, self.without_jack(given))
        if tally is None or not needs_jack(self.sheet.rules, tally):
            return False

        def read(answer: str) -> None:
            given.jack = self.side(answer)
            tally_of(self.sheet.rules, given)

        self.ask(self.words("keeper_jack", sides=self.sides()), read)
        return True

    def ask_miscall(self, given: Given) -> bool:
        given.miscalls = []
        if not self.sheet.rules.miscall_penalty:
            return False

        def read(answer: str) -> None:
            given.miscalls = [self.side(part) for part in answer.split()]

        self.ask(self.words("keeper_miscall", sides=self.sides()), read)
        return True


class _Whole(Exception):
    """The whole deal was said in one line."""

    def __init__(self, tally: Tally | None) -> None:
        super().__init__()
        self.tally = tally
