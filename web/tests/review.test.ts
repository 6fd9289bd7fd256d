import { describe, expect, it } from 'vitest';
import { cardText, parseCard } from '../src/cards/cards';
import { sameAction } from '../src/lib/actions';
import type { DoneAction, Judged, MatchReview, ReviewedDeal } from '../src/lib/protocol';
import { costliest, decisionsOf, handsOf, lossByDeal, marks, positionAt } from '../src/screens/review/review';

const HANDS = 'S:K.7.KT97.J8 .AJ8.AQJ.AQ QJ7.QT9..T9 AT98.K.8.K7';

function judged(seat: Judged['seat'], what: string, more: Partial<Judged> = {}): Judged {
  const card = parseCard(what);
  return {
    seat,
    kind: card === null ? 'call' : 'card',
    number: 1,
    done: card === null ? { kind: 'call', call: what } : { kind: 'play', card },
    best: null,
    real: true,
    cost: 0,
    error: 0,
    loss: 0,
    worlds: 0,
    reason: null,
    because: [],
    options: [],
    missed_signal: null,
    ...more,
  };
}

const decisions = [
  judged('S', '80D', { loss: 2 }),
  judged('E', 'P'),
  judged('N', 'P', { real: false }),
  judged('W', 'P'),
  judged('S', 'JC'),
  judged('E', 'AC'),
  judged('N', '9C'),
  judged('W', '7C'),
  judged('E', 'AD'),
  judged('N', 'TC', { loss: 1.5 }),
  judged('S', 'nothing', { kind: 'announce', done: { kind: 'announce', yes: false }, loss: 3 }),
];
const deal = { number: 3, dealer: 'W', hands: HANDS, result: { contract: '80D' }, decisions } as unknown as ReviewedDeal;
const review = { deals: [{ ...deal, number: 2, decisions: [] }, deal] } as unknown as MatchReview;
const texts = (cards: readonly number[]): string[] => cards.map(cardText);

describe('a position', () => {
  it('has the four hands of the notation, whoever comes first', () => {
    const hands = handsOf(HANDS);
    expect(texts(hands[1]!)).toEqual(['AH', 'JH', '8H', 'AD', 'QD', 'JD', 'AC', 'QC']);
    expect(new Set(hands.flat()).size).toBe(32);
    expect(handsOf(HANDS.replace('S:', 'N:'))[0]).toEqual(hands[2]);
  });

  it('is what the player had before him', () => {
    const position = positionAt(deal, 6);
    expect(position.seat).toBe(2);
    expect(texts(position.view.trick)).toEqual(['JC', 'AC']);
    expect(position.view.leader).toBe(0);
    expect(position.view.turn).toBe(2);
    expect(texts(position.view.hand)).toContain('9C');
    expect(position.view.hand).toHaveLength(8);
    expect(position.view.counts).toEqual([7, 7, 8, 8]);
    expect(position.view.contract).toEqual({ strain: 2 });
    expect(position.calls).toHaveLength(4);
  });

  it('begins a new trick after four cards, and knows what is gone', () => {
    const led = positionAt(deal, 8).view;
    expect(led.trick).toEqual([]);
    // Who leads has taken the trick before.
    expect(led.tricks.map((each) => ({ ...each, cards: texts(each.cards) }))).toEqual([{ leader: 0, cards: ['JC', 'AC', '9C', '7C'], winner: 1 }]);
    const later = positionAt(deal, 9);
    expect(texts(later.view.trick)).toEqual(['AD']);
    expect(later.view.tricks).toEqual(led.tricks);
    expect(texts(later.view.hand)).not.toContain('9C');
    expect(later.view.hand).toHaveLength(7);
    expect(later.hands.map((hand) => hand.length)).toEqual([7, 6, 7, 7]);
    expect(later.hands[2]).toEqual(later.view.hand);
  });

  it('shows the whole hand for a call and for what was not said', () => {
    expect(positionAt(deal, 0)).toMatchObject({ seat: 0, calls: [], view: { phase: 'auction', dealer: 3, contract: null, trick: [], tricks: [], counts: [8, 8, 8, 8] } });
    expect(positionAt(deal, 10).view).toMatchObject({ phase: 'playing', trick: [], tricks: [], counts: [8, 8, 8, 8] });
    expect(positionAt(deal, 10).view.hand).toHaveLength(8);
  });
});

describe('a player', () => {
  it('has his real decisions in order', () => {
    expect(decisionsOf(review, 'N').map((each) => [each.deal, each.place])).toEqual([[1, 6], [1, 9]]);
  });

  it('loses by deal, what he did not say included', () => {
    expect(lossByDeal(review, 'S')).toEqual([0, 5]);
    expect(lossByDeal(review, 'N')).toEqual([0, 1.5]);
  });

  it('has costliest decisions by the number of the deal', () => {
    const player = { costliest: [{ deal: 3, decision: 9 }] } as unknown as MatchReview['players']['N'];
    expect(costliest(review, player)).toEqual([{ deal: 1, place: 9 }]);
  });
});

describe('what was done, against what is best', () => {
  it.each([
    [{ kind: 'call', call: '80H' }, { kind: 'call', call: 'P' }],
    [{ kind: 'play', card: 12 }, { kind: 'play', card: 13 }],
    [{ kind: 'announce', yes: false }, { kind: 'announce', yes: true }],
    [{ kind: 'show', yes: false }, { kind: 'show', yes: true }],
    [{ kind: 'pilotta', yes: true }, { kind: 'pilotta', yes: false }],
    [{ kind: 'announce', yes: true }, { kind: 'show', yes: true }],
    [{ kind: 'call', call: 'P' }, { kind: 'play', card: 0 }],
  ] as const satisfies [DoneAction, DoneAction][])('tells %o from %o', (done, best) => {
    expect(sameAction(done, { ...done })).toBe(true);
    expect(sameAction(done, best)).toBe(false);
    expect(sameAction(best, done)).toBe(false);
  });

  it('asks for the card, not for what is called with it', () => {
    expect(sameAction({ kind: 'play', card: 5, pilotta: true }, { kind: 'play', card: 5 })).toBe(true);
  });
});

describe('the scale of the score', () => {
  it.each([
    [0, 1, [0, 1]],
    [0, 0, [0]],
    [0, 351, [0, 176, 351]],
    [-2, 47, [-2, 23, 47]],
    [-1, 1, [-1, 0, 1]],
  ])('from %i to %i', (least, most, wanted) => {
    expect(marks(least, most).map((each) => each + 0)).toEqual(wanted);
  });
});
