/** How the table speaks: cards, calls, declarations and refusals as sentences of the chosen language. */

import { ALL_TRUMP, NO_TRUMP, STRAINS, type Card, type Strain, parseCard, rankOf, suitOf } from '../cards/cards';
import { m } from './paraglide/messages';
import type { RuleSet, ScoreLineView } from './protocol';

export type BidsSaid = 'tens' | 'points';

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

const SUIT_WORDS = [m.suit_S, m.suit_H, m.suit_D, m.suit_C] as const;
const RANK_WORDS = [m.rank_7, m.rank_8, m.rank_9, m.rank_T, m.rank_J, m.rank_Q, m.rank_K, m.rank_A] as const;
const RANKS_WORDS: Record<number, () => string> = {
  2: m.ranks_9,
  3: m.ranks_T,
  4: m.ranks_J,
  5: m.ranks_Q,
  6: m.ranks_K,
  7: m.ranks_A,
};
// Of one card: in Greek a suit is then in the singular ("βαλές κούπα").
const OF_WORDS = [m.of_S, m.of_H, m.of_D, m.of_C] as const;
const TOP_WORDS: Record<number, () => string> = {
  2: m.top_9,
  3: m.top_T,
  4: m.top_J,
  5: m.top_Q,
  6: m.top_K,
  7: m.top_A,
};
const SEAT_WORDS = [m.seat_S, m.seat_E, m.seat_N, m.seat_W] as const;
const SEQUENCES: Record<number, () => string> = {
  3: m.decl_seq3,
  4: m.decl_seq4,
  5: m.decl_seq5,
  6: m.decl_seq6,
  7: m.decl_seq7,
  8: m.decl_seq8,
};

export const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

export function suitName(suit: number): string {
  return SUIT_WORDS[suit]?.() ?? '';
}

export function strainName(strain: Strain): string {
  if (strain === NO_TRUMP) return m.strain_N();
  if (strain === ALL_TRUMP) return m.strain_A();
  return suitName(strain);
}

export function rankName(rank: number): string {
  return RANK_WORDS[rank]?.() ?? '';
}

export function cardName(card: Card): string {
  return m.card_name({ rank: rankName(rankOf(card)), suit: OF_WORDS[suitOf(card)]?.() ?? '' });
}

export function seatName(seat: number): string {
  return SEAT_WORDS[seat]?.() ?? '';
}

/** A bid's height as it is said at this table: "9" or "90"; a bid by single points is always said whole. */
export function bidValue(value: number, said: BidsSaid): string {
  return said === 'tens' && value % 10 === 0 ? String(value / 10) : String(value);
}

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
  if (suit < 0) return m.decl_four_of({ ranks: RANKS_WORDS[rank]?.() ?? '' });
  return m.decl_to({ kind: declarationKind(false, length), top: TOP_WORDS[rank]?.() ?? '' });
}

type Params = Record<string, string>;

const REFUSALS: Record<string, (params: Params) => string> = {
  'play.not_in_hand': () => m.refuse_play_not_in_hand(),
  'play.must_follow_suit': ({ suit }) => m.refuse_play_must_follow_suit({ suit: suitWord(suit) }),
  'play.must_beat_trump': ({ best }) => m.refuse_play_must_beat_trump({ best: cardWord(best) }),
  'play.must_beat': ({ best }) => m.refuse_play_must_beat({ best: cardWord(best) }),
  'play.must_trump': ({ suit }) => m.refuse_play_must_trump({ suit: suitWord(suit) }),
  'play.must_overtrump': ({ best }) => m.refuse_play_must_overtrump({ best: cardWord(best) }),
  'play.not_a_card': () => m.refuse_play_not_a_card(),
  'play.not_now': () => m.refuse_no_card_now(),
  'play.wrong_turn': ({ turn }) => m.refuse_wrong_turn({ turn: seatWord(turn) }),
  'call.wrong_turn': ({ turn }) => m.refuse_wrong_turn({ turn: seatWord(turn) }),
  'call.not_a_call': () => m.refuse_call_not_a_call(),
  'call.too_low': ({ lowest }) => m.refuse_call_too_low({ lowest: lowest ?? '' }),
  'call.step': ({ step }) => m.refuse_call_step({ step: step ?? '' }),
  'call.too_high': ({ highest }) => m.refuse_call_too_high({ highest: highest ?? '' }),
  'call.strain': () => m.refuse_call_strain(),
  'call.cannot_double': () => m.refuse_call_cannot_double(),
  'call.cannot_redouble': () => m.refuse_call_cannot_redouble(),
  'call.bidding_closed': () => m.refuse_call_bidding_closed(),
  'call.auction_over': () => m.refuse_call_auction_over(),
  'declare.not_now': () => m.refuse_declare_not_now(),
  'declare.nothing': () => m.refuse_declare_nothing(),
  'show.not_now': () => m.refuse_show_not_now(),
  'pilotta.nothing': () => m.refuse_pilotta_nothing(),
  'action.match_over': () => m.refuse_match_over(),
  'action.awaits_deal': () => m.refuse_awaits_deal(),
  'table.stale': () => m.refuse_stale(),
  'table.closed': () => m.table_closed(),
  'table.newer': () => m.table_newer(),
};

/** Why something was refused. The server sends a code and parameters; the sentence is ours. */
export function refusalWords(code: string, params: Params): string {
  return capital((REFUSALS[code] ?? (() => m.refuse_unknown()))(params));
}

function suitWord(letter: string | undefined): string {
  return suitName('SHDC'.indexOf(letter ?? '?'));
}

function seatWord(letter: string | undefined): string {
  return seatName('SENW'.indexOf(letter ?? '?'));
}

function cardWord(text: string | undefined): string {
  const card = parseCard(text ?? '');
  return card === null ? (text ?? '') : cardName(card);
}

const LINES: Record<ScoreLineView['code'], () => string> = {
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
export function lineWords(code: ScoreLineView['code'], multiplier: number): string {
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

/** What a bot's level is called; of one that is no level, its own name. */
export function levelName(bot: string): string {
  const name = bot.split(/[@:]/)[0]!;
  return LEVELS[name]?.[0]() ?? (bot.includes(':') ? bot : name);
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
