/** Tests speak at once: the catalogues are read from the disk instead of being fetched. Greek unless a test says otherwise. */

import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Chapter, show } from '../src/lib/book.svelte';
import type { Locale } from '../src/lib/protocol';

const WORDS = join(import.meta.dirname, '../../src/pilotta/words');

export function speak(locale: Locale): void {
  const files = readdirSync(join(WORDS, locale));
  const read = (file: string): Chapter => JSON.parse(readFileSync(join(WORDS, locale, file), 'utf8')) as Chapter;
  show(locale, Object.fromEntries(files.map((file) => [file.replace('.json', ''), read(file)])));
}

speak('el');
