import { describe, expect, it } from 'vitest';
import { RATIO, type Place, type Zone, layout, metrics } from '../src/board/layout';

const SIZES: [number, number][] = [[360, 592], [320, 520], [412, 860], [768, 1000], [960, 740], [1500, 900], [740, 320]];

function hand(place: Place, of: number): Zone[] {
  return Array.from({ length: of }, (_, index) => ({ at: 'hand', place, index, of }) as Zone);
}

describe('the layout', () => {
  it.each(SIZES)('keeps every visible card on a table of %d × %d', (width, height) => {
    const zones: Zone[] = [
      ...([0, 1, 2, 3] as Place[]).flatMap((place) => hand(place, 8)),
      ...([0, 1, 2, 3] as Place[]).map((place, order) => ({ at: 'trick', place, order }) as Zone),
    ];
    for (const card of layout(width, height, zones)) {
      expect(card.x - card.width / 2).toBeGreaterThanOrEqual(0);
      expect(card.x + card.width / 2).toBeLessThanOrEqual(width);
      expect(card.y - (card.width * RATIO) / 2).toBeGreaterThanOrEqual(0);
      expect(card.y + (card.width * RATIO) / 2).toBeLessThanOrEqual(height + 4);
    }
  });

  it.each(SIZES)('keeps open hands on a table of %d × %d', (width, height) => {
    const open = ([1, 2, 3] as Place[]).flatMap((place) => hand(place, 8).map((zone) => ({ ...zone, open: true }) as Zone));
    const cards = layout(width, height, open);
    for (const card of cards) {
      expect(card.x - card.width / 2).toBeGreaterThanOrEqual(0);
      expect(card.x + card.width / 2).toBeLessThanOrEqual(width);
      expect(card.y - (card.width * RATIO) / 2).toBeGreaterThanOrEqual(0);
    }
  });

  it('leaves a finger 34 pixels or more of each of eight cards on a 360 pixel phone', () => {
    const cards = layout(360, 592, hand(0, 8));
    for (let i = 1; i < 8; i++) expect(cards[i]!.x - cards[i - 1]!.x).toBeGreaterThanOrEqual(34);
  });

  it.each(SIZES)('keeps the trick clear of the own hand on %d × %d', (width, height) => {
    const [own] = layout(width, height, [{ at: 'trick', place: 0, order: 3 }]);
    expect(own!.y + (own!.width * RATIO) / 2).toBeLessThan(metrics(width, height).handTop);
  });

  it('lays trick cards in the order in which they were played', () => {
    const zones = ([2, 3, 0, 1] as Place[]).map((place, order) => ({ at: 'trick', place, order }) as Zone);
    const depths = layout(360, 592, zones).map((card) => card.z);
    expect(depths).toEqual([...depths].sort((a, b) => a - b));
  });

  it('puts the right neighbour at the right', () => {
    const m = metrics(360, 592);
    expect(m.plates[1].x).toBeGreaterThan(m.plates[3].x);
    expect(m.plates[2].y).toBeLessThan(m.plates[0].y);
  });
});
