/** The 32 cards as the wire numbers them: `8 * suit + rank`. Nothing here knows a trump or a point. */

export type Card = number;
/** 0 to 3 are the suits S H D C, 4 is no trump, 5 is all trump. */
export type Strain = number;

export const SUITS = 'SHDC';
export const RANKS = '789TJQKA';
export const STRAINS = 'SHDCNA';
export const SEATS = 'SENW';
export const SPADES = 0;
export const HEARTS = 1;
export const DIAMONDS = 2;
export const CLUBS = 3;
export const NO_TRUMP = 4;
export const ALL_TRUMP = 5;

export type Letters = 'greek' | 'latin';

const GREEK: Record<string, string> = { A: 'Α', K: 'Ρ', Q: 'Ν', J: 'Β', T: '10' };
const LATIN: Record<string, string> = { T: '10' };

export const suitOf = (card: Card): number => card >> 3;
export const rankOf = (card: Card): number => card & 7;

/** The plain form, rank then suit: `JH`, `TS`. */
export function cardText(card: Card): string {
  return (RANKS[rankOf(card)] ?? '?') + (SUITS[suitOf(card)] ?? '?');
}

/** Reads the plain form; null when the text is no card. */
export function parseCard(text: string): Card | null {
  if (text.length !== 2) return null;
  const rank = RANKS.indexOf(text[0]!);
  const suit = SUITS.indexOf(text[1]!);
  return rank < 0 || suit < 0 ? null : 8 * suit + rank;
}

/** What stands in the card's corner. */
export function rankLabel(rank: number, letters: Letters): string {
  const plain = RANKS[rank] ?? '?';
  return (letters === 'greek' ? GREEK[plain] : LATIN[plain]) ?? plain;
}

/** The cards of a 32-bit set, lowest number first. Written with shifts to the right: bit 31 is the sign in JavaScript. */
export function cardsIn(hand: number): Card[] {
  const cards: Card[] = [];
  for (let card = 0; card < 32; card++) if ((hand >>> card) & 1) cards.push(card);
  return cards;
}

// Black and red take turns, so that two neighbouring suits are never of one colour.
const FAN_ORDER = [SPADES, HEARTS, CLUBS, DIAMONDS];

/**
 * The order in which a hand is held: trumps at the left, then the suits by turns of colour, high cards first.
 * `strength` ranks the eight ranks of a suit and comes from the server where it says one; else the sequence order stands.
 */
export function fanned(hand: readonly Card[], trump: Strain | null, strength?: (card: Card) => number): Card[] {
  const held = FAN_ORDER.filter((suit) => suit !== trump);
  const present = held.filter((suit) => hand.some((card) => suitOf(card) === suit));
  // With one black and two red suits (or the reverse) the odd colour goes between the other two.
  if (present.length === 3 || (present.length === 2 && trump !== null && trump < 4)) {
    alternate(present, trump !== null && trump < 4 && hand.some((card) => suitOf(card) === trump) ? trump : null);
  }
  const order = trump !== null && trump < 4 ? [trump, ...present] : present;
  const value = strength ?? rankOf;
  return [...hand].sort(
    (a, b) => order.indexOf(suitOf(a)) - order.indexOf(suitOf(b)) || value(b) - value(a),
  );
}

export const isRed = (suit: number): boolean => suit === HEARTS || suit === DIAMONDS;

/** Reorders the suits in place so that colours take turns after `before`, as far as they can. */
function alternate(suits: number[], before: number | null): void {
  const best = permutations(suits)
    .map((order) => ({ order, clashes: clashes(before === null ? order : [before, ...order]) }))
    .sort((a, b) => a.clashes - b.clashes)[0];
  if (best) suits.splice(0, suits.length, ...best.order);
}

function clashes(order: readonly number[]): number {
  return order.filter((suit, i) => i > 0 && isRed(suit) === isRed(order[i - 1]!)).length;
}

function permutations(items: readonly number[]): number[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, i) =>
    permutations([...items.slice(0, i), ...items.slice(i + 1)]).map((rest) => [item, ...rest]),
  );
}
