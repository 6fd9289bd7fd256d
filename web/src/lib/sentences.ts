/** What bots say and what calls mean: a code of the wire becomes a sentence in the language of the page. */

import { type Letters, parseCard, rankLabel, rankOf, suitOf } from '../cards/cards';
import { m } from './paraglide/messages';
import { getLocale } from './paraglide/runtime';
import type { Said } from './protocol';
import { type BidsSaid, bidValue, capital, parseCall, seatName, strainName } from './words';

const SIGNS = '♠♥♦♣';

/** A card in the fewest letters, as it stands in a sentence: `J♥`, or `Β♥` with Greek letters. */
export function cardSign(card: number, letters: Letters): string {
  return rankLabel(rankOf(card), letters) + (SIGNS[suitOf(card)] ?? '?');
}

/** A call in short: `9♥`. */
export function callSign(text: string, said: BidsSaid): string {
  const call = parseCall(text);
  if (!call) return text;
  if (call.kind === 'pass') return m.call_pass();
  if (call.kind === 'double') return m.call_double();
  if (call.kind === 'redouble') return m.call_redouble();
  const height = call.capot ? `${m.call_capot()} ` : bidValue(call.value, said);
  return height + (call.strain < 4 ? SIGNS[call.strain]! : ` ${strainName(call.strain)}`);
}

// The sentences are the bots' own, and their keys come with the codes: `play.ruff` is `reason_play_ruff`, `means.capot` is
// `means_capot`.
type Say = (words: Record<string, string>) => string;
const said_ = m as unknown as Record<string, Say | undefined>;

/** The name under which a code's sentence stands in the catalogues. */
export function keyOf(code: string): string {
  const key = code.replace('.', '_');
  return code.startsWith('means.') ? key : `reason_${key}`;
}

export function sentence({ code, params }: Said, said: BidsSaid, letters: Letters): string {
  const say = said_[keyOf(code)];
  // A server that is newer than this page may have more to say; of what the table did itself there is one sentence.
  if (!say) return code.startsWith('server.') ? m.why_server() : m.why_failed();
  const words = Object.entries(params).map(([name, text]) => [name, spoken(name, text, said, letters)]);
  return capital(say(Object.fromEntries(words) as Record<string, string>));
}

/** A parameter of a sentence, which codes carry in notation, as people say it. */
function spoken(name: string, text: string, said: BidsSaid, letters: Letters): string {
  const card = parseCard(text);
  if (card !== null) return cardSign(card, letters);
  if (['suit', 'strain', 'not'].includes(name)) {
    const strain = 'SHDCNA'.indexOf(text);
    return text.length === 1 && strain >= 0 ? strainName(strain) : text;
  }
  // What bots reckon comes with a point, as in every notation.
  if (/^\d+\.\d+$/.test(text)) return decimal(text);
  if (name === 'seat') return seatName('SENW'.indexOf(text)) || text;
  return name === 'call' || name === 'other' ? callSign(text, said) : text;
}

function decimal(text: string): string {
  const digits = text.length - text.indexOf('.') - 1;
  return new Intl.NumberFormat(getLocale(), { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(Number(text));
}
