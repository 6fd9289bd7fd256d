import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const LOCALES = ['el', 'el-CY', 'en', 'it'] as const;

function catalogue(locale: string): Record<string, string> {
  return JSON.parse(readFileSync(join(ROOT, 'messages', `${locale}.json`), 'utf8')) as Record<string, string>;
}

function sources(folder: string): string {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(ts|svelte)$/.test(entry.name) && !entry.parentPath.includes('paraglide'))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');
}

const parameters = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1]!).sort();

describe('the catalogues', () => {
  const base = catalogue('el');

  it.each(LOCALES)('%s has every message and no other', (locale) => {
    expect(Object.keys(catalogue(locale)).sort()).toEqual(Object.keys(base).sort());
  });

  it.each(LOCALES)('%s has no empty message and takes the same parameters', (locale) => {
    for (const [key, text] of Object.entries(catalogue(locale))) {
      expect(text.trim(), key).not.toBe('');
      expect(parameters(text), key).toEqual(parameters(base[key]!));
    }
  });

  it('holds nothing that nobody says', () => {
    const code = sources(join(ROOT, 'src'));
    expect(Object.keys(base).filter((key) => !new RegExp(`\\bm\\.${key}\\b`).test(code))).toEqual([]);
  });

  it('writes Greek with Greek letters alone', () => {
    // A Latin o or A inside a Greek word looks right and is not found, read aloud or sorted right.
    for (const locale of ['el', 'el-CY']) {
      for (const [key, text] of Object.entries(catalogue(locale))) {
        expect(text.replaceAll(/\{\w+\}/g, ''), key).not.toMatch(/[Α-ωά-ώ][A-Za-z]|[A-Za-z][Α-ωά-ώ]/);
      }
    }
  });
});
