"""The 32 cards as plain numbers, and hands as sets of bits.

A card is ``8 * suit + rank``, 0 to 31. Suits are S H D C = 0 1 2 3; ranks run in sequence order, 7 8 9 T J Q K A = 0 to 7.
A hand is a 32-bit set: bit ``c`` is set when card ``c`` is in it. Nothing here knows a trump or a point: see
:mod:`pilotta.rules.ranking`.
"""

from collections.abc import Iterable
from typing import Final

SUITS: Final = "SHDC"
RANKS: Final = "789TJQKA"
SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING, ACE = range(8)
SPADES, HEARTS, DIAMONDS, CLUBS = range(4)

FULL_DECK: Final = 0xFFFF_FFFF
SUIT_MASKS: Final = tuple(0xFF << 8 * suit for suit in range(4))
CARD_NAMES: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)

_SUIT_INPUT: Final = {
    letter: i for i, letters in enumerate(("Ss♠♤", "Hh♥♡", "Dd♦♢", "Cc♣♧")) for letter in letters
}
# Greek letters are read where only one rank can be meant: Α(σσος), Ρ(ήγας), Ν(τάμα), Β(αλές).
_RANK_INPUT: Final = {
    **{rank: i for i, rank in enumerate(RANKS)},
    **{rank.lower(): i for i, rank in enumerate(RANKS)},
    "10": TEN,
    "Α": ACE,
    "α": ACE,
    "Ρ": KING,
    "ρ": KING,
    "Ν": QUEEN,
    "ν": QUEEN,
    "Β": JACK,
    "β": JACK,
}


def card(suit: int, rank: int) -> int:
    """The card of this suit (0–3) and rank (0–7, sequence order)."""
    return 8 * suit + rank


def rank_of(card: int) -> int:
    return card & 7


def card_text(card: int) -> str:
    """The plain form, rank then suit: ``JH``, ``TS``."""
    return CARD_NAMES[card]


def parse_card(text: str) -> int:
    """Read a card: ``JH``, ``10♥``, ``th``, ``Β♥``. ValueError names the text when it is none."""
    if 2 <= len(text) <= 3:
        suit = _SUIT_INPUT.get(text[-1])
        rank = _RANK_INPUT.get(text[:-1])
        if suit is not None and rank is not None:
            return 8 * suit + rank
    raise ValueError(f"{shown(text)} is not a card (rank then suit, such as JH or 10♥)")


def parse_suit(text: str) -> int:
    """Read a suit's letter or symbol. ValueError names the text when it is none."""
    suit = _SUIT_INPUT.get(text)
    if suit is None:
        raise ValueError(f"{shown(text)} is not a suit (S, H, D or C)")
    return suit


def parse_rank(text: str) -> int:
    """Read a rank (``J``, ``10``, ``t``, Greek ``Β``). ValueError names the text when it is none."""
    rank = _RANK_INPUT.get(text)
    if rank is None:
        raise ValueError(f"{shown(text)} is not a rank (7 8 9 T J Q K A)")
    return rank


_SUIT_CARDS: Final = tuple(
    tuple(tuple(8 * suit + rank for rank in range(8) if ranks >> rank & 1) for ranks in range(256))
    for suit in range(4)
)


def cards_in(hand: int) -> tuple[int, ...]:
    """The cards of a hand, lowest number first."""
    spades, hearts, diamonds, clubs = _SUIT_CARDS
    return spades[hand & 255] + hearts[hand >> 8 & 255] + diamonds[hand >> 16 & 255] + clubs[hand >> 24 & 255]


def hand_of(cards: Iterable[int]) -> int:
    """The hand that holds these cards."""
    hand = 0
    for each in cards:
        hand |= 1 << each
    return hand


def hand_text(hand: int) -> str:
    """Ranks by suit, highest first, spades.hearts.diamonds.clubs, as bridge's PBN writes it: ``AJ9.T8..KQ7``."""
    return ".".join(
        "".join(RANKS[rank] for rank in range(7, -1, -1) if hand >> 8 * suit + rank & 1) for suit in range(4)
    )


def parse_hand(text: str) -> int:
    """Read a hand (``AJ9.T8..KQ7``; ranks of a suit in any order). ValueError names what is wrong and where."""
    parts = text.split(".")
    if len(parts) != 4:
        raise ValueError(
            f"{shown(text)} is not a hand: four suits parted by dots are needed, {len(parts)} found"
        )
    hand = 0
    for suit, part in enumerate(parts):
        for letter in part.replace("10", "T"):
            bit = 1 << 8 * suit + parse_rank(letter)
            if hand & bit:
                raise ValueError(f"{shown(text)} holds {CARD_NAMES[bit.bit_length() - 1]} twice")
            hand |= bit
    return hand


def shown(text: object) -> str:
    """Foreign text as an error message may show it: quoted, on one line, cut to a readable length."""
    try:
        quoted = repr(text)
    except Exception:  # noqa: BLE001 - a value that cannot even be printed must not break the refusal of it
        quoted = f"<{type(text).__name__}>"
    return quoted if len(quoted) <= 60 else quoted[:57] + "…" + quoted[0]
