import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { ApiError } from '../src/lib/api';
import { say } from '../src/lib/book.svelte';
import type { Locale } from '../src/lib/protocol';
import { callSign, cardSign, sentence } from '../src/lib/sentences';
import { speak } from './speak';
import { meaningOf, noAnswer } from '../src/lib/teach';
import { LEVEL_NAMES, isOwn, levelLine, levelName, levelNumber } from '../src/lib/words';

const LOCALES = ['el', 'el-CY', 'en', 'it'] as const;
const WRITTEN = JSON.parse(readFileSync(join(import.meta.dirname, '../../tests/data/sentences.json'), 'utf8')) as { sentences: Case[] };

interface Case {
  language: Locale;
  bids: 'tens' | 'points';
  letters: 'latin' | 'greek';
  chapter: 'refusals' | 'reasons';
  code: string;
  params: Record<string, string>;
  reads: string;
}

afterEach(() => speak('el'));

describe('what bots say', () => {
  it.each(WRITTEN.sentences)('reads as it is written down: $code in $language, $bids', ({ language, bids, letters, chapter, code, params, reads }) => {
    speak(language);
    expect(say(chapter, { code, params }, { bids, letters })).toBe(reads);
  });

  it('says cards, suits and calls as people do', () => {
    speak('en');
    expect(sentence({ code: 'play.draw_trumps', params: { card: 'JH', suit: 'H', out: '4' } }, 'tens', 'latin')).toBe('Draws trumps with J♥: 4 are still out.');
    expect(sentence({ code: 'bid.opening_single', params: { call: '80S', suit: 'S' } }, 'tens', 'latin')).toBe('Opens 8♠: jack or nine of spades, or length.');
    speak('el');
    expect(sentence({ code: 'play.ruff', params: { card: 'JH' } }, 'tens', 'greek')).toContain('Β♥');
  });

  it.each([['el', '0,1'], ['el-CY', '0,1'], ['it', '0,1'], ['en', '0.1']] as const)('writes decimals as people do in %s', (locale, written) => {
    speak(locale);
    const said = sentence({ code: 'play.search', params: { deals: '40', card: 'AH', other: 'JD', gain: '0.1' } }, 'tens', 'latin');
    expect(said).toContain(` ${written} `);
    expect(said).toContain(' 40 ');
  });

  it('writes cards and calls in short', () => {
    speak('en');
    expect([cardSign(12, 'latin'), cardSign(3, 'latin'), cardSign(12, 'greek')]).toEqual(['J♥', '10♠', 'Β♥']);
    expect(['90H', 'P', 'X', 'CAPS', '100N', '?'].map((text) => callSign(text, 'points'))).toEqual(['90♥', 'Pass', 'Double', 'Capot ♠', '100 no trump', '?']);
  });

  it('says that the table acted where no bot answered', () => {
    speak('en');
    expect(sentence({ code: 'server.late', params: {} }, 'tens', 'latin')).toBe('There was no answer in time, so the table did something legal.');
  });
});

describe('meanings', () => {
  const meaning = (code: string): { code: string; params: Record<string, string> } => ({ code, params: {} });
  const now = [
    { lowest: 'P', highest: 'P', meaning: meaning('pass') },
    { lowest: '80H', highest: '80H', meaning: meaning('single') },
    { lowest: '90H', highest: '250H', meaning: meaning('more') },
    { lowest: 'CAPH', highest: 'CAPH', meaning: meaning('capot') },
  ];

  it.each([['P', 'pass'], ['80H', 'single'], ['90H', 'more'], ['250H', 'more'], ['CAPH', 'capot']])('%s is %s', (call, code) => {
    expect(meaningOf(now, call)?.code).toBe(code);
  });

  it.each(['80S', '260H', 'X', 'nonsense'])('%s has none', (call) => {
    expect(meaningOf(now, call)).toBeNull();
  });
});

describe('questions without an answer', () => {
  it.each(LOCALES)('say why in %s', (locale) => {
    speak(locale);
    const codes = ['request.rate', 'reason.deal_running', 'hint.not_your_turn', 'review.match_running', 'review.nothing', 'table.unknown', 'table.not_yours', 'server.busy'];
    const said = codes.map((code) => noAnswer(new ApiError(409, code, {})));
    expect(new Set([...said, noAnswer(new TypeError('fetch'))]).size).toBe(codes.length + 1);
  });
});

describe('levels', () => {
  it.each(LOCALES)('have a name and a character each in %s', (locale) => {
    speak(locale);
    expect(new Set(LEVEL_NAMES.flatMap((name) => [levelName(name), levelLine(name)])).size).toBe(2 * LEVEL_NAMES.length);
  });

  it('are the same in every version and style', () => {
    speak('en');
    expect([levelName('cafe@1:bold'), levelNumber('cafe@1:bold'), levelNumber('daskalos')]).toEqual(['Regular', 2, 4]);
    expect([levelName('random@1'), levelNumber('random@1'), levelLine('random@1')]).toEqual(['random', 0, '']);
    // A host's own bots go by their whole names.
    expect([levelName('patient:Patient'), levelName('another')]).toEqual(['patient:Patient', 'another']);
    expect(['patient:Patient', 'another', 'random@1', 'cafe:bold'].map(isOwn)).toEqual([true, true, false, false]);
  });
});
