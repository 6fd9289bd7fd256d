"""Text for deals: ``S:AJ9.T8..KQ7 … … …``, the first seat and four hands in turn order."""

from pilotta.cards import CARD_NAMES, FULL_DECK, cards_in, hand_text, parse_hand, shown
from pilotta.seats import SEATS, FourHands, parse_seat, turn_order


def deal_text(hands: FourHands, first: int = 0) -> str:
    """Four hands (by seat) as one line that starts with seat ``first``."""
    return f"{SEATS[first]}:" + " ".join(hand_text(hands[seat]) for seat in turn_order(first))


def parse_deal(text: str) -> FourHands:
    """Read a deal of 32 cards, eight to a hand. ValueError names what is wrong and where."""
    hands = parse_hands(text)
    for seat in range(4):
        if hands[seat].bit_count() != 8:
            raise ValueError(f"{SEATS[seat]} has {hands[seat].bit_count()} cards instead of 8")
    return hands


def parse_hands(text: str) -> FourHands:
    """Read four hands of any size that share no card. ValueError names what is wrong and where."""
    head, colon, rest = text.partition(":")
    if not colon:
        raise ValueError(f"{shown(text)} is not a deal: a seat and a colon come first")
    first = parse_seat(head.strip())
    parts = rest.split()
    if len(parts) != 4:
        raise ValueError(f"a deal has four hands, not {len(parts)}")
    hands = [0, 0, 0, 0]
    seen = 0
    for seat, part in zip(turn_order(first), parts, strict=True):
        try:
            hands[seat] = parse_hand(part)
        except ValueError as error:
            raise ValueError(f"hand of {SEATS[seat]}: {error}") from None
        if twice := seen & hands[seat]:
            raise ValueError(f"{CARD_NAMES[cards_in(twice)[0]]} is dealt twice")
        seen |= hands[seat]
    assert seen & ~FULL_DECK == 0
    return (hands[0], hands[1], hands[2], hands[3])
