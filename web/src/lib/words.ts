/** How the table speaks: cards, calls, declarations and refusals as sentences of the chosen language. */

import { inForm, m, say } from './book.svelte';
import { RANKS, SEATS, STRAINS, type Card, type Strain, cardText } from '../cards/cards';
import { type BidsSaid, type Reader, bidValue } from './forms';
import type { RuleSet, Said, ScoreLine } from './protocol';

export { type BidsSaid, type Reader, bidValue } from './forms';

export interface ParsedCall {
  kind: 'pass' | 'bid' | 'double' | 'redouble';
  value: number;
  strain: Strain;
  capot: boolean;
}

/** Reads a call of the notation: `90H`, `CAPS`, `P`, `X`, `XX`. */
export function parseCall(text: string): ParsedCall | null {
  if (text === 'P') return { kind: 'pass', value: 0, strain: -1, capot: false };
  if (text === 'X') return { kind: 'double', value: 0, strain: -1, capot: false };
  if (text === 'XX') return { kind: 'redouble', value: 0, strain: -1, capot: false };
  const bid = /^(CAP|\d{1,4})([SHDCNA])$/.exec(text);
  if (!bid) return null;
  const capot = bid[1] === 'CAP';
  return { kind: 'bid', value: capot ? 250 : Number(bid[1]), strain: STRAINS.indexOf(bid[2]!), capot };
}

export function callNotation(call: { kind: string; value: number; strain: number; capot: boolean }): string {
  if (call.kind === 'bid') return `${call.capot ? 'CAP' : call.value}${STRAINS[call.strain] ?? '?'}`;
  return { pass: 'P', double: 'X', redouble: 'XX' }[call.kind] ?? '?';
}

const SEQUENCES: Record<number, () => string> = {
  3: m.decl_seq3,
  4: m.decl_seq4,
  5: m.decl_seq5,
  6: m.decl_seq6,
  7: m.decl_seq7,
  8: m.decl_seq8,
};

export const strainName = (strain: Strain): string => inForm('suit', STRAINS[strain] ?? '');

/** Of one card: in Greek its suit is then in the singular ("βαλές κούπα"). */
export const cardName = (card: Card): string => inForm('named', cardText(card));

export const seatName = (seat: number): string => inForm('seat', SEATS[seat] ?? '');

/** A call in words, for bubbles that cannot draw and for those who listen. */
export function callWords(call: ParsedCall, said: BidsSaid): string {
  switch (call.kind) {
    case 'pass':
      return m.call_pass();
    case 'double':
      return m.call_double();
    case 'redouble':
      return m.call_redouble();
    case 'bid': {
      const value = call.capot ? m.call_capot() : bidValue(call.value, said);
      return m.call_spoken({ value, strain: strainName(call.strain) });
    }
  }
}

/** What is heard when a declaration is announced: its kind, not its cards. */
export function declarationKind(isFour: boolean, length: number): string {
  return isFour ? m.decl_four() : (SEQUENCES[length]?.() ?? '');
}

/** A declaration that lies open. */
export function declarationWords(declaration: { suit: number; length: number; rank: number }): string {
  const { suit, length, rank } = declaration;
  if (suit < 0) return m.decl_four_of({ ranks: RANKS[rank] ?? '' });
  return m.decl_high({ kind: declarationKind(false, length), top: RANKS[rank] ?? '' });
}

/** Why something was refused, to one who reads so. */
export function refusalWords(refused: Said, reader: Reader): string {
  return say('refusals', refused, reader) ?? say('refusals', { code: 'action.unknown', params: {} }) ?? '';
}

const LINES: Record<ScoreLine['code'], () => string> = {
  bid: m.line_bid,
  cards: m.line_cards,
  capot: m.line_capot,
  declarations: m.line_declarations,
  pilotta: m.line_pilotta,
  their_cards: m.line_their_cards,
  their_declarations: m.line_their_declarations,
  their_pilotta: m.line_their_pilotta,
  strain_bonus: m.line_strain_bonus,
  doubled: m.line_doubled,
  redoubled: m.line_redoubled,
  miscall: m.line_miscall,
};

/** One line of a deal's account. A bid that a double has multiplied says so. */
export function lineWords(code: ScoreLine['code'], multiplier: number): string {
  if (code === 'bid' && multiplier === 2) return m.line_bid_2();
  if (code === 'bid' && multiplier === 4) return m.line_bid_4();
  return LINES[code]();
}

const PILOTTA_WORDS: Record<RuleSet['pilotta_said'], () => string> = { pilotta: m.pilotta, bourlot: m.bourlot };

/** What is called with king or queen of trumps. */
export function pilottaWord(said: RuleSet['pilotta_said']): string {
  return PILOTTA_WORDS[said]();
}

const RULE_NAMES: Record<string, readonly [() => string, () => string]> = {
  academy: [m.rules_academy, m.rules_academy_line],
  kafeneio: [m.rules_kafeneio, m.rules_kafeneio_line],
  bourlot: [m.rules_bourlot, m.rules_bourlot_line],
  club: [m.rules_club, m.rules_club_line],
};

export function rulesName(preset: string): string {
  return RULE_NAMES[preset]?.[0]() ?? preset;
}

export function rulesLine(preset: string): string {
  return RULE_NAMES[preset]?.[1]() ?? '';
}

const LEVELS: Record<string, readonly [() => string, () => string]> = {
  mathitis: [m.level_mathitis, m.level_mathitis_line],
  cafe: [m.level_cafe, m.level_cafe_line],
  mastoras: [m.level_mastoras, m.level_mastoras_line],
  daskalos: [m.level_daskalos, m.level_daskalos_line],
};

/** The levels that a start page offers, the weakest first. */
export const LEVEL_NAMES = Object.keys(LEVELS);

/** How strong a bot is, 1 to 4, by its full name (`cafe@1:bold`); 0 for one that is no level. */
export function levelNumber(bot: string): number {
  return LEVEL_NAMES.indexOf(bot.split(/[@:]/)[0]!) + 1;
}

/** Whether a bot is the host's own, and none of the package's. */
export function isOwn(bot: string): boolean {
  return levelNumber(bot) === 0 && bot.split('@')[0] !== 'random';
}

/** What a bot's level is called; of one that is no level, its own name. */
export function levelName(bot: string): string {
  const name = bot.split(/[@:]/)[0]!;
  return LEVELS[name]?.[0]() ?? (isOwn(bot) ? bot : name);
}

/** Its character, in a line. */
export function levelLine(bot: string): string {
  return LEVELS[bot.split(/[@:]/)[0]!]?.[1]() ?? '';
}

const BOTS = [m.bot_S, m.bot_E, m.bot_N, m.bot_W] as const;

/** Bots have no name of their own: the table gives each chair one. */
export function botName(seat: number): string {
  return BOTS[seat]?.() ?? '';
}
