import { describe, expect, it } from 'vitest';
import { DIAMONDS, HEARTS, cardText, cardsIn, fanned, isRed, parseCard, rankLabel, suitOf } from '../src/cards/cards';

describe('cards', () => {
  it('go to text and back', () => {
    for (let card = 0; card < 32; card++) expect(parseCard(cardText(card))).toBe(card);
    expect(cardText(3)).toBe('TS');
    expect(cardText(12)).toBe('JH');
  });

  it('are refused when they are none', () => {
    for (const text of ['', 'J', 'HJ', 'XH', '10H', 'jh', 'JHH']) expect(parseCard(text)).toBeNull();
  });

  it('come out of a 32-bit set, the ace of clubs with the sign bit too', () => {
    expect(cardsIn(0b1001)).toEqual([0, 3]);
    expect(cardsIn(0x80000000)).toEqual([31]);
    expect(cardsIn(-1)).toHaveLength(32);
  });

  it('have Greek and Latin corners', () => {
    expect(['J', 'Q', 'K', 'A'].map((r) => rankLabel('789TJQKA'.indexOf(r), 'greek'))).toEqual(['Β', 'Ν', 'Ρ', 'Α']);
    expect(rankLabel(3, 'latin')).toBe('10');
  });

  it('are held with the trumps first and the colours by turns', () => {
    const hand = [0, 1, 8, 9, 16, 17, 24, 25];
    const order = [...new Set(fanned(hand, null).map(suitOf))];
    order.forEach((suit, i) => i && expect(isRed(suit)).not.toBe(isRed(order[i - 1]!)));
    expect(suitOf(fanned(hand, DIAMONDS)[0]!)).toBe(DIAMONDS);
    expect(fanned([0, 8, 16], null).map(suitOf)).toEqual([HEARTS, 0, DIAMONDS]);
    expect(fanned(hand, null).slice(0, 2)).toEqual([1, 0]);
  });
});
