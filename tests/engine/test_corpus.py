"""The committed deals are worth what the file says, and the search plays as many cards over them as it did."""

from tests.engine.asking import PLAIN, ask, told
from tests.engine.corpus import cases, known_signature, signature

from pilotta.engine.door import BRUTE, MOVES, VALUE
from pilotta.rules.catalogue import PRESETS

CASES = cases()


def test_values_and_moves() -> None:
    positions = [case.at for case in CASES]
    found = zip(CASES, ask(VALUE, positions), ask(MOVES, positions), strict=True)
    for case, value, moves in found:
        assert (value.result, moves.listed) == (case.value, case.moves), case.name + told(case.at)


def test_the_file_is_what_the_plain_search_finds() -> None:
    """Of the endings again, and by trying everything; whole deals would take minutes."""
    endings = [case for case in CASES if case.at.size - len(case.at.play.tricks) <= 6]
    short = [case for case in endings if case.at.size <= 4]
    for kind, some in ((VALUE, endings), (BRUTE, short)):
        found = [row.result for row in ask(kind, [case.at for case in some], options=PLAIN)]
        assert found == [case.value for case in some]


def test_every_rule_set_and_strain_is_there() -> None:
    whole = {
        (case.at.rules, case.at.strain) for case in CASES if case.at.size == 8 and not case.at.play.tricks
    }
    assert whole >= {(rules, strain) for rules in PRESETS.values() for strain in range(6)}
    assert {len(case.at.play.trick) for case in CASES} == {0, 1, 2, 3}
    assert len({case.name for case in CASES}) == len(CASES) > 300


def test_the_signature() -> None:
    """Where this fails the search has changed. If it was meant to, `python -m tests.engine.corpus --signature` writes the new
    numbers, and the commit says why they changed."""
    assert signature() == known_signature()
