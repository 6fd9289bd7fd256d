import { afterEach, describe, expect, it } from 'vitest';
import { REFUSAL_CODES } from '../src/lib/protocol';
import { speak } from './speak';
import { bidValue, callNotation, callWords, cardName, declarationWords, parseCall, refusalWords } from '../src/lib/words';

const LOCALES = ['el', 'el-CY', 'en', 'it'] as const;

afterEach(() => speak('el'));

describe('calls', () => {
  it.each(['80H', '120N', '90A', 'CAPS', 'P', 'X', 'XX'])('%s is read and written back', (text) => {
    expect(callNotation(parseCall(text)!)).toBe(text);
  });

  it.each(['', 'H', '80', '80Z', 'XXX', 'p', '99999H'])('"%s" is none', (text) => {
    expect(parseCall(text)).toBeNull();
  });

  it('are said in tens or in points, single points always whole', () => {
    expect(bidValue(90, 'tens')).toBe('9');
    expect(bidValue(90, 'points')).toBe('90');
    expect(bidValue(93, 'tens')).toBe('93');
  });

  it('have words', () => {
    speak('en');
    expect(callWords(parseCall('90D')!, 'tens')).toBe('9 diamonds');
    expect(callWords(parseCall('CAPN')!, 'tens')).toBe('Capot no trump');
    speak('el-CY');
    expect(callWords(parseCall('X')!, 'tens')).toBe('Κλειστό');
  });
});

describe('cards and declarations', () => {
  it('are named as people name them', () => {
    speak('el');
    expect(cardName(12)).toBe('βαλές κούπα');
    expect(declarationWords({ suit: 1, length: 4, rank: 5 })).toBe('Τετάρτη στη ντάμα');
    speak('it');
    expect(cardName(12)).toBe('fante di cuori');
    expect(declarationWords({ suit: -1, length: 4, rank: 4 })).toBe('Carré di fanti');
  });
});

describe('refusals', () => {
  const params = { seat: 'S', suit: 'H', best: 'JH', turn: 'E', lowest: '90', highest: '820', step: '10', card: '7H' };
  const reader = { bids: 'tens', letters: 'latin' } as const;

  it.each(LOCALES)('all have a sentence of their own in %s', (locale) => {
    speak(locale);
    const shrug = refusalWords({ code: 'no.such_code', params: {} }, reader);
    for (const code of REFUSAL_CODES) {
      const sentence = refusalWords({ code, params }, reader);
      expect(sentence, code).not.toMatch(/undefined|[{}]/);
      if (code !== 'action.unknown') expect(sentence, code).not.toBe(shrug);
    }
  });
});
