/** A reviewed match as it is shown: positions drawn from the decisions, mistakes laid over the score. */

import type { Seen } from '../../board/stage';
import { type Card, RANKS, SEATS, STRAINS } from '../../cards/cards';
import type { Judged, MatchReview, ReviewedDeal, ReviewedPlayer } from '../../lib/protocol';

export type Letter = Judged['seat'];

/** The hands of a deal by seat, from notation: `S:K.7.KT97.J8 …`. */
export function handsOf(text: string): Card[][] {
  const start = SEATS.indexOf(text[0]!);
  const hands: Card[][] = [[], [], [], []];
  for (const [place, hand] of text.slice(2).split(' ').entries()) {
    for (const [suit, ranks] of hand.split('.').entries()) {
      for (const rank of ranks) hands[(start + place) & 3]!.push(8 * suit + RANKS.indexOf(rank));
    }
  }
  return hands;
}

/** What lay before a seat when it decided: `view` as it saw the table, `hands` what each seat held, the calls until then. */
export interface Position {
  seat: number;
  view: Seen;
  hands: Card[][];
  calls: { seat: number; call: string }[];
}

/** The position in which a deal's decision at this place was made. */
export function positionAt(deal: ReviewedDeal, place: number): Position {
  const decision = deal.decisions[place]!;
  const seat = SEATS.indexOf(decision.seat);
  const before = deal.decisions.slice(0, place);
  const plays = before.flatMap((each) => {
    return each.done.kind === 'play' ? [{ seat: SEATS.indexOf(each.seat), card: each.done.card }] : [];
  });
  // What was not said stands at the deal's end: there the table is as it was before the first card.
  const gone = decision.kind === 'card' ? plays : [];
  const hands = handsOf(deal.hands).map((hand) => hand.filter((card) => !gone.some((each) => each.card === card)));
  const running = gone.length % 4;
  const trick = gone.slice(gone.length - running);
  const tricks: Seen['tricks'][number][] = [];
  for (let at = 0; at + 4 <= gone.length; at += 4) {
    // Who takes a trick leads to the next.
    const winner = gone[at + 4]?.seat ?? seat;
    tricks.push({ leader: gone[at]!.seat, cards: gone.slice(at, at + 4).map((each) => each.card), winner });
  }
  const contract = decision.kind === 'call' ? null : deal.result.contract;
  const count = (at: number): number => hands[at]?.length ?? 0;
  return {
    seat,
    hands,
    view: {
      phase: decision.kind === 'call' ? 'auction' : 'playing',
      turn: seat,
      dealer: SEATS.indexOf(deal.dealer),
      hand: hands[seat] ?? [],
      counts: [count(0), count(1), count(2), count(3)],
      contract: contract === null ? null : { strain: STRAINS.indexOf(contract.at(-1)!) },
      leader: trick[0]?.seat ?? seat,
      trick: trick.map((each) => each.card),
      tricks,
    },
    calls: before.flatMap((each) => (each.done.kind === 'call' ? [{ seat: SEATS.indexOf(each.seat), call: each.done.call }] : [])),
  };
}

/** A decision by its deal (a place in the list) and its place among that deal's. */
export interface Where {
  deal: number;
  place: number;
}

/** A player's decisions in which there was something to choose, in order. */
export function decisionsOf(review: MatchReview, seat: Letter): Where[] {
  return review.deals.flatMap((deal, at) =>
    deal.decisions.flatMap((each, place) => (each.seat === seat && each.real ? [{ deal: at, place }] : [])),
  );
}

/** The places of a player's costliest decisions, the worst first. */
export function costliest(review: MatchReview, player: ReviewedPlayer): Where[] {
  return player.costliest.map(({ deal, decision }) => ({
    deal: review.deals.findIndex((each) => each.number === deal),
    place: decision,
  }));
}

/** What each deal cost a player, in tens. */
export function lossByDeal(review: MatchReview, seat: Letter): number[] {
  return review.deals.map((deal) =>
    deal.decisions.reduce((sum, each) => sum + (each.seat === seat && each.real ? each.loss : 0), 0),
  );
}

/** The whole numbers at which a scale from the least to the most is marked, lowest first. */
export function marks(least: number, most: number): number[] {
  return [...new Set([least, Math.round((least + most) / 2), most])].sort((one, other) => one - other);
}
