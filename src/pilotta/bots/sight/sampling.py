"""Deals that are likely by all that a player saw and heard: where cards may lie, the calls, the declarations, each card played."""

from array import array

from pilotta.bots.sight.picture import Picture
from pilotta.bots.sight.reading import DOUBT, model, tables
from pilotta.engine.drawing import Drawn, Seen, Tables, draw_deals
from pilotta.rules.ruleset import STRAINS


class Sight:
    """What one player sees and heard, made ready to be thought about. ``plays`` False: the cards played tell nothing but who cannot
    hold what.

    ValueError where nothing fits, which legal play cannot bring about.
    """

    def __init__(self, picture: Picture, *, plays: bool = True) -> None:
        view = picture.view
        self._view, self._plays = view, plays
        self._known = None if view.contract is None else picture.known
        self._tricks: list[tuple[int, tuple[int, ...]]] = []
        if self._known is not None:
            self._tricks = [*((each.leader, each.cards) for each in view.tricks), (view.leader, view.trick)]

    def draw(self, count: int, tries: int, seed: int) -> Drawn:
        """So many deals, drawn by how likely they are from ``tries`` that are possible. NeedsCore where there is no core to draw
        them."""
        view, known, contract = self._view, self._known, self._view.contract
        seen = Seen(
            view.seat,
            view.hand,
            contract.declarer if contract and contract.value else None,
            known.left if known else [8] * 4,
            self._tricks,
        )
        learned = Tables(
            self._weights(),
            tables(view.rules.sequence_order, view.calls, view.announced),
            model().cells if self._plays and known else None,
            DOUBT,
        )
        # Before there is a contract, nothing asks how strong a card is.
        strain = contract.strain if contract else STRAINS.index(view.rules.strains[0])
        return draw_deals(view.rules, strain, seen, learned, count=count, tries=tries, seed=seed)

    def _weights(self) -> "array[float]":
        """1 where a card may lie, by card and seat."""
        view, known = self._view, self._known
        if known is None:
            return array(
                "d",
                (
                    float(seat != view.seat and not view.hand >> card & 1)
                    for card in range(32)
                    for seat in range(4)
                ),
            )
        rows = array("d")
        for card in range(32):
            sure = [known.sure[seat] >> card & 1 for seat in range(4)]
            for seat in range(4):
                may = sure[seat] if any(sure) else known.possible[seat] >> card & 1
                rows.append(float(bool(may and known.unseen >> card & 1)))
        return rows
