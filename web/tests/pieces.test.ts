import { describe, expect, it } from 'vitest';
import { type Scene, arrange, freshPieces, gathered } from '../src/board/pieces';

const start: Scene = {
  dealer: 3,
  own: [0, 1, 2, 3, 4, 5, 6, 7],
  counts: [8, 8, 8, 8],
  open: [null, null, null, null],
  trick: [],
  taker: null,
};

function where(scene: Scene, before = freshPieces()) {
  return arrange(before, scene);
}

describe('the 32 pieces', () => {
  it('deals eight to everyone and shows only the own faces', () => {
    const pieces = where(start);
    expect(pieces.filter((piece) => piece.zone.at === 'hand')).toHaveLength(32);
    expect(pieces.filter((piece) => piece.face !== null).map((piece) => piece.face)).toEqual(start.own);
  });

  it('turns the cards of an open hand up in their places, and down again', () => {
    const closed = where(start);
    const north = [8, 9, 10, 11, 12, 13, 14, 15];
    const opened = where({ ...start, open: [null, null, north, null] }, closed);
    const moved = opened.filter((piece) => piece.zone.at === 'hand' && piece.zone.place === 2);
    expect(moved.map((piece) => piece.face)).toEqual(north);
    expect(moved.every((piece) => piece.zone.at === 'hand' && piece.zone.open)).toBe(true);
    const again = where(start, opened);
    expect(again).toEqual(closed);
  });

  it('shows any position after any other: a card that lay on the table is in a hand again', () => {
    const end = where({ ...start, own: [0], counts: [1, 0, 1, 1], trick: [{ place: 1, card: 20 }], taker: 2 });
    expect(where(start, end).filter((piece) => piece.zone.at === 'hand')).toHaveLength(32);
  });

  it('plays a back out of the hand it lay in', () => {
    const before = where(start);
    const after = where({ ...start, counts: [8, 7, 8, 8], trick: [{ place: 1, card: 20 }] }, before);
    const i = after.findIndex((piece) => piece.face === 20);
    expect(before[i]!.zone).toMatchObject({ at: 'hand', place: 1 });
    expect(after[i]!.zone).toEqual({ at: 'trick', place: 1, order: 0 });
  });

  it('keeps an own card in its element from hand to trick to the taker', () => {
    const dealt = where(start);
    const i = dealt.findIndex((piece) => piece.face === 4);
    const own = [0, 1, 2, 3, 5, 6, 7];
    const played = where({ ...start, own, trick: [{ place: 0, card: 4 }] }, dealt);
    expect(played[i]!.zone.at).toBe('trick');
    const taken = where({ ...start, own, counts: [7, 7, 7, 7], taker: 2 }, played);
    expect(taken[i]!.zone).toEqual({ at: 'taken', place: 2 });
  });

  it('never loses or doubles a piece, whatever it is given', () => {
    let pieces = freshPieces();
    const scenes: Scene[] = [
      start,
      { ...start, own: [9], counts: [1, 1, 0, 1], trick: [{ place: 2, card: 30 }], taker: 1 },
      { ...start, own: [], counts: [0, 0, 0, 0], trick: [] },
      start,
    ];
    for (const scene of scenes) {
      pieces = arrange(pieces, scene);
      expect(pieces).toHaveLength(32);
      const faces = pieces.map((piece) => piece.face).filter((face) => face !== null);
      expect(new Set(faces).size).toBe(faces.length);
      expect(pieces.filter((piece) => piece.zone.at === 'hand')).toHaveLength(
        scene.own.length + scene.counts[1] + scene.counts[2] + scene.counts[3],
      );
    }
  });

  it('gathers everything at the dealer for a new deal', () => {
    expect(gathered(1).every((piece) => piece.zone.at === 'deck' && piece.zone.place === 1)).toBe(true);
  });
});
