/**
 * The forms of a sentence's parameters, as src/pilotta/words/forms.py has them: `{best:card}` is the card `JH` as `J♥`.
 * tests/data/sentences.json holds the two to the same sentences.
 */

import { type Letters, parseCard, rankLabel, rankOf, suitOf } from '../cards/cards';
import { FORMS, type Form } from './texts';

export type BidsSaid = 'tens' | 'points';

/** How somebody reads: bids in tens (9) or points (90), the court cards' letters. */
export interface Reader {
  bids: BidsSaid;
  letters: Letters;
}

export type Say = (key: string, params?: Record<string, string>) => string;
type Type = (typeof FORMS)[Form];

const SIGNS = '♠♥♦♣';
const CALLS: Record<string, string> = { P: 'call_pass', X: 'call_double', XX: 'call_redouble' };
const BID = /^(CAP|[0-9]{1,9})([SHDCNA])$/;

// What a value of each type looks like in notation. Codes may quote what a stranger sent: the rest stands as it is.
const TYPES: Record<Type, (text: string) => boolean> = {
  card: (text) => text.length === 2 && parseCard(text) !== null,
  rank: (text) => /^[789TJQKA]$/.test(text),
  strain: (text) => /^[SHDCNA]$/.test(text),
  seat: (text) => /^[SENW]$/.test(text),
  side: (text) => text === 'NS' || text === 'EW',
  call: (text) => text in CALLS || BID.test(text),
  height: (text) => /^[0-9]{1,9}$/.test(text),
  number: (text) => /^[-+−]?[0-9]+(\.[0-9]+)?$/.test(text),
};

/** A bid's height as it is said at this table: "9" or "90"; a bid by single points is always said whole. */
export function bidValue(value: number, bids: BidsSaid): string {
  return bids === 'tens' && value % 10 === 0 ? String(value / 10) : String(value);
}

/** A card in the fewest letters, as it stands in a sentence: `J♥`, or `Β♥` with Greek letters. */
export function cardSign(card: number, letters: Letters): string {
  return rankLabel(rankOf(card), letters) + (SIGNS[suitOf(card)] ?? '?');
}

function strain(text: string, say: Say): string {
  return say(text === 'N' || text === 'A' ? `strain_${text}` : `suit_${text}`);
}

const SPEAK: Record<Form, (text: string, say: Say, reader: Reader) => string> = {
  card: (text, _, { letters }) => cardSign(parseCard(text) ?? 0, letters),
  named: (text, say) => say('card_name', { rank: say(`rank_${text[0]}`), suit: say(`of_${text[1]}`) }),
  rank: (text, say) => say(`rank_${text}`),
  many: (text, say) => say(`ranks_${text}`),
  high: (text, say) => say(`top_${text}`),
  suit: strain,
  of: (text, say) => (text === 'N' || text === 'A' ? strain(text, say) : say(`of_${text}`)),
  seat: (text, say) => say(`seat_${text}`),
  side: (text, say) => say(`side_${text}`),
  call: (text, say, { bids }) => {
    const bid = BID.exec(text);
    if (!bid) return say(CALLS[text]!);
    const height = bid[1] === 'CAP' ? `${say('call_capot')} ` : bidValue(Number(bid[1]), bids);
    const suit = 'SHDC'.indexOf(bid[2]!);
    return height + (suit >= 0 ? SIGNS[suit]! : ` ${strain(bid[2]!, say)}`);
  },
  bid: (text, _, { bids }) => bidValue(Number(text), bids),
  number: (text, say) => text.replace('-', '−').replace('.', say('decimal_point')),
};

/** A value in notation as this form says it. */
export function spoken(form: Form, text: string, say: Say, reader: Reader): string {
  return TYPES[FORMS[form]](text) ? SPEAK[form](text, say, reader) : text;
}

const HOLE = /\{(\w+)(?::(\w+))?\}/g;

/** The parameters of a text. */
export const holes = (text: string): string[] => [...text.matchAll(HOLE)].map((hole) => hole[1]!);

/** A text with its parameters in their forms. */
export function fill(text: string, params: Record<string, string | number>, say: Say, reader: Reader): string {
  return text.replace(HOLE, (_, name: string, form: Form | undefined) => {
    const value = String(params[name] ?? '');
    return form ? spoken(form, value, say, reader) : value;
  });
}
