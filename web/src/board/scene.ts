/** From a view to what lies where: seats turned so that the player sits below, his hand in the order in which he holds it. */

import { RANKS, type Card, fanned, rankOf, suitOf } from '../cards/cards';
import type { Place } from './layout';
import type { Scene } from './pieces';
import type { RuleSet, TrickView } from '../lib/protocol';
import type { Seen } from './stage';

export const placeOf = (seat: number, own: number): Place => ((seat - own + 4) & 3) as Place;
export const seatAt = (place: number, own: number): number => (place + own) & 3;

/** The hands that lie open beside one's own, by seat; null where only backs are seen. */
export type OpenHands = readonly (readonly Card[] | null)[];

type Orders = Pick<RuleSet, 'trump_order' | 'plain_order' | 'sequence_order'>;

/** A hand as it is held: by sequences while one bids, by strength once the trumps are known. */
export function heldHand(hand: readonly Card[], contract: Seen['contract'], rules: Orders): Card[] {
  const strain = contract?.strain ?? null;
  const bidding = strain === null;
  return fanned(hand, strain, (card) => {
    const trumps = !bidding && (strain === 5 || suitOf(card) === strain);
    const order = bidding ? rules.sequence_order : trumps ? rules.trump_order : rules.plain_order;
    return RANKS.length - order.indexOf(RANKS[rankOf(card)]!);
  });
}

/** What lies where. `own` is the seat at the bottom and `hand` its cards as they are held; `open` are hands, as held, of others. */
export function sceneOf(view: Seen, held: TrickView | null, own: number, hand: readonly Card[], open: OpenHands): Scene {
  const leader = held ? held.leader : view.leader;
  const cards = held ? held.cards : view.trick;
  const last = view.tricks.at(-1);
  const count = (place: number): number => view.counts[seatAt(place, own)] ?? 0;
  const openAt = (place: number): readonly Card[] | null => open[seatAt(place, own)] ?? null;
  return {
    dealer: placeOf(view.dealer, own),
    own: hand,
    counts: [count(0), count(1), count(2), count(3)],
    open: [null, openAt(1), openAt(2), openAt(3)],
    trick: cards.map((card, i) => ({ place: placeOf(leader + i, own), card })),
    taker: last ? placeOf(last.winner, own) : null,
  };
}
