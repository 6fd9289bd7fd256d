/**
 * Which of the 32 card elements is which card. An element lives through a whole deal: the back in West's hand *is* the card
 * that West plays, so that it can be seen to move. Pure, as the layout is.
 */

import type { Card } from '../cards/cards';
import type { Place, Zone } from './layout';

export interface Piece {
  /** The card whose face is up, or null for a back. */
  face: Card | null;
  zone: Zone;
}

/** What is on the table, as it is seen from one seat; everything by place (0 is that seat's). */
export interface Scene {
  dealer: Place;
  own: readonly Card[];
  /** Cards in hand of places 1, 2, 3; the own place's entry is not read. */
  counts: readonly [number, number, number, number];
  /** The cards of the places whose hands lie open, as they are held; the own place's entry is not read. */
  open: readonly [null, readonly Card[] | null, readonly Card[] | null, readonly Card[] | null];
  trick: readonly { place: Place; card: Card }[];
  /** Where the cards of the trick that has just left the table went. */
  taker: Place | null;
}

export function freshPieces(): Piece[] {
  return Array.from({ length: 32 }, () => ({ face: null, zone: { at: 'deck', place: 2 } }));
}

export function arrange(before: readonly Piece[], scene: Scene): Piece[] {
  const after: (Piece | null)[] = before.map(() => null);
  const free = (i: number): boolean => after[i] === null;
  const find = (test: (piece: Piece, i: number) => boolean): number =>
    before.findIndex((piece, i) => free(i) && test(piece, i));
  const inHandOf = (piece: Piece, place: Place): boolean => piece.zone.at === 'hand' && piece.zone.place === place;
  const inDeck = (piece: Piece): boolean => piece.zone.at === 'deck';

  const put = (candidates: readonly ((piece: Piece) => boolean)[], face: Card | null, zone: Zone): void => {
    for (const test of candidates) {
      const i = find(test);
      if (i >= 0) {
        after[i] = { face, zone };
        return;
      }
    }
  };
  const anything = (): boolean => true;

  scene.trick.forEach(({ place, card }, order) => {
    put(
      [
        (piece) => piece.face === card,
        (piece) => piece.face === null && inHandOf(piece, place),
        inDeck,
        (piece) => piece.face === null,
        anything,
      ],
      card,
      { at: 'trick', place, order },
    );
  });
  scene.own.forEach((card, index) => {
    put(
      [
        (piece) => piece.face === card,
        (piece) => piece.face === null && inHandOf(piece, 0),
        inDeck,
        (piece) => piece.zone.at === 'taken',
        anything,
      ],
      card,
      { at: 'hand', place: 0, index, of: scene.own.length },
    );
  });
  for (const place of [1, 2, 3] as const) {
    const faces = scene.open[place];
    const of = faces?.length ?? scene.counts[place];
    for (let index = 0; index < of; index++) {
      const face = faces?.[index] ?? null;
      put(
        [
          (piece) => face !== null && piece.face === face,
          (piece) => piece.face === null && inHandOf(piece, place),
          (piece) => inHandOf(piece, place),
          inDeck,
          (piece) => piece.zone.at === 'taken',
          anything,
        ],
        face,
        faces ? { at: 'hand', place, index, of, open: true } : { at: 'hand', place, index, of },
      );
    }
  }
  const held = scene.own.length + scene.counts[1] + scene.counts[2] + scene.counts[3] + scene.trick.length;
  return after.map((piece, i) => {
    if (piece) return piece;
    const was = before[i]!;
    if (was.zone.at === 'taken' && held > 0) return was;
    // What is on nobody's hand has been taken; an empty table is a deck that waits for the dealer.
    return held > 0 && scene.taker !== null
      ? { face: was.zone.at === 'trick' ? was.face : null, zone: { at: 'taken', place: scene.taker } }
      : { face: null, zone: { at: 'deck', place: scene.dealer } };
  });
}

/** All pieces back in the dealer's deck: where a new deal starts from. */
export function gathered(dealer: Place): Piece[] {
  return Array.from({ length: 32 }, () => ({ face: null, zone: { at: 'deck', place: dealer } }));
}
