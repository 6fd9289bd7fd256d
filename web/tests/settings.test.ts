import { describe, expect, it } from 'vitest';
import { firstLocale, readSettings } from '../src/lib/settings.svelte';

const USUAL = readSettings(null);

describe('what storage holds', () => {
  it.each(['garbage{', '', 'null', '[]', '5', '"x"', '{}'])('%s: the usual settings', (text) => {
    expect(readSettings(text)).toEqual(USUAL);
  });

  it('is read back as it was written', () => {
    const other = { ...USUAL, name: 'Μαρία', locale: 'it', speed: 'fast', beginners: true, targets: { club: 151 } };
    expect(readSettings(JSON.stringify(other))).toEqual(other);
  });

  it.each([
    { locale: 'xx' },
    { locale: ['el'] },
    { theme: 5 },
    { theme: 'purple' },
    { colours: 'three' },
    { letters: '' },
    { bids: null },
    { speed: 'warp' },
    { speed: 'constructor' },
    { trickWait: 'for ever' },
    { name: { a: 1 } },
    { rules: 7 },
    { beginners: 'yes' },
    { targets: null },
    { targets: 'x' },
    { targets: { academy: 'x', club: null, bourlot: 1.5 } },
    { unknown: 1 },
  ])('%j is passed over', (wrong) => {
    expect(readSettings(JSON.stringify({ ...USUAL, ...wrong }))).toEqual(USUAL);
  });
});

describe('the language of a first visit', () => {
  it.each([
    [['el'], 'el'],
    [['el-GR', 'en'], 'el'],
    [['el-CY', 'el'], 'el-CY'],
    [['el-cy'], 'el-CY'],
    [['it'], 'it'],
    [['it-CH', 'de'], 'it'],
    [['en-GB', 'el'], 'en'],
    [['de-DE', 'it'], 'en'],
    [['fr'], 'en'],
    [['ell'], 'en'],
    [[], 'en'],
  ])('%j: %s', (languages, locale) => {
    expect(firstLocale(languages)).toBe(locale);
  });
});
