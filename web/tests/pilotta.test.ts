import { describe, expect, it } from 'vitest';
import { parseCard } from '../src/cards/cards';
import { pilottaOffered } from '../src/screens/table/pilotta';
import type { View } from '../src/lib/protocol';

const cards = (text: string): number[] => text.split(' ').filter(Boolean).map((each) => parseCard(each)!);

/** South's view in a contract of this strain; `played` is one whole trick that South led. */
function offered(strain: number, hand: string, played = '', trick = ''): boolean {
  return pilottaOffered(
    {
      hand: cards(hand),
      contract: { strain } as View['contract'],
      leader: 1,
      trick: cards(trick),
      tricks: played ? [{ leader: 0, cards: cards(played) } as View['tricks'][number]] : [],
    },
    0,
  );
}

describe('the switch for the pilotta', () => {
  it('is there with a king or queen of trumps, one or both', () => {
    expect(offered(0, 'KS QS 7H')).toBe(true);
    expect(offered(0, 'KS 7H')).toBe(true);
    expect(offered(0, 'QS 7H')).toBe(true);
  });

  it('is not there with neither, whatever the other suits hold', () => {
    expect(offered(0, 'AS JS KH QH')).toBe(false);
  });

  it('goes with the first of the two that leaves the own hand, not with another player\u2019s', () => {
    expect(offered(0, 'QS 7H', 'KS 7S 8S 9S')).toBe(false);
    expect(offered(0, 'QS 7H', '7D KS 8S 9S')).toBe(true);
  });

  it('is there for any suit where all are trumps, and for none where none is', () => {
    expect(offered(5, 'QH 7S')).toBe(true);
    expect(offered(5, 'QH 7S', 'KH 7H 8H 9H')).toBe(false);
    expect(offered(5, 'QH QS', 'KH 7H 8H 9H')).toBe(true);
    expect(offered(4, 'KS QS')).toBe(false);
  });
});
