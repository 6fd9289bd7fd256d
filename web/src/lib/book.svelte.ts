/**
 * The phrasebook of the page: one language at a time, in pieces as the screens need them. The catalogues are the library's
 * own (src/pilotta/words); the build makes each piece of each language a file of its own (words.plugin.ts).
 */

import pieces from 'virtual:words';
import { type Reader, fill, holes, spoken } from './forms';
import { LOCALES, type Locale, type Said } from './protocol';
import type { Form, Texts } from './texts';

export type Chapter = Record<string, string>;
export type Chapters = Record<string, Chapter>;

const NAMED = ['vocabulary', 'table', 'start', 'lessons', 'review'];
/** What comes as soon as the first screen stands. */
const LATER = ['lessons', 'review'] as const;

let shown = $state.raw<{ locale: Locale; chapters: Chapters }>({ locale: 'el', chapters: {} });
let wanted: Locale | null = null;

/** Shows these chapters, of one language, from now on. */
export function show(locale: Locale, chapters: Chapters): void {
  shown = { locale, chapters };
}

/**
 * Speaks this language once it has been fetched; done when the first screen can be drawn. Where it cannot be fetched, what was
 * spoken before stays.
 */
export async function speak(locale: Locale): Promise<void> {
  if (wanted === locale) return;
  wanted = locale;
  try {
    const first = (await pieces[locale].first()).default;
    if (wanted !== locale) return;
    show(locale, first);
    void Promise.all(LATER.map((piece) => pieces[locale][piece]())).then((later) => {
      if (wanted === locale) show(locale, Object.assign({}, first, ...later.map((each) => each.default)) as Chapters);
    }, forget);
  } catch (error) {
    forget();
    throw error;
  }
  // The next wish for it tries again.
  function forget(): void {
    if (wanted === locale) wanted = null;
  }
}

/** Whether what could not be fetched is a piece of a language; not every browser tells. */
export function ofWords(error: Error): boolean {
  return LOCALES.some((locale) => new RegExp(`/${locale}-(first|lessons|review)-`).test(error.message));
}

/** The language that stands on the page. */
export const spokenLocale = (): Locale => shown.locale;

const PLAIN: Reader = { bids: 'points', letters: 'latin' };

function text(key: string): string {
  for (const name of NAMED) {
    const found = shown.chapters[name]?.[key];
    if (found !== undefined) return found;
  }
  return '';
}

const named = (key: string, params: Record<string, string | number> = {}): string => fill(text(key), params, named, PLAIN);

/** A value in notation as a form says it: `inForm('named', 'JH')` is "jack of hearts". */
export const inForm = (form: Form, text: string, reader: Reader = PLAIN): string => spoken(form, text, named, reader);

/** A text of a screen: `m.deal_n({ n: 3 })`. Reading it in a component redraws that when the language changes. */
export const m: Texts = new Proxy({} as Texts, {
  get: (_, key: string) => (params?: Record<string, string | number>) => named(key, params),
});

export const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** The sentence of a code in a chapter, for this reader; null where the server knows a code that this page does not. */
export function say(chapter: 'refusals' | 'reasons' | 'problems', { code, params }: Said, reader: Reader = PLAIN): string | null {
  const texts = shown.chapters[chapter];
  // It is on its way, and comes with a redraw.
  if (!texts) return '';
  let found = texts[code];
  if (found === undefined) return null;
  const missing = holes(found).find((name) => !(name in params));
  if (missing !== undefined) found = texts[`${code}-${missing}`] ?? found;
  return capital(fill(found, params, named, reader));
}

/** What the server complains of, in a sentence for people. */
export function problem(code: string): string {
  return say('problems', { code, params: {} }) ?? say('problems', { code: 'server.failed', params: {} }) ?? '';
}
