/** What a player has set for this device, kept in the browser. Nothing here is the table's business. */

import { speak, spokenLocale } from './book.svelte';
import type { Letters } from '../cards/cards';
import { LOCALES, type Locale } from './protocol';

export interface Settings {
  name: string;
  locale: Locale;
  theme: 'auto' | 'light' | 'dark';
  colours: 'two' | 'four';
  letters: Letters;
  bids: 'auto' | 'tens' | 'points';
  speed: 'slow' | 'normal' | 'fast';
  trickWait: 'tap' | 'short' | 'long';
  rules: string;
  beginners: boolean;
  automatic: boolean;
  /** The level of all bots, and of each where every seat has its own. */
  level: string;
  ownLevels: boolean;
  levels: Record<string, string>;
  training: boolean;
  /** Whether a call is chosen first and made when its meaning has been read. */
  meanings: boolean;
  targets: Record<string, number>;
}

const DEFAULTS: Settings = {
  name: '',
  locale: 'el',
  theme: 'auto',
  colours: 'two',
  letters: 'latin',
  bids: 'auto',
  speed: 'normal',
  trickWait: 'long',
  rules: 'academy',
  beginners: false,
  automatic: true,
  level: 'mastoras',
  ownLevels: false,
  levels: {},
  training: false,
  meanings: false,
  targets: {},
};

const KEY = 'pilotta.settings';

/** What a first visit speaks: the browser's first language if it is one of ours, and English to everybody else. */
export function firstLocale(languages: readonly string[]): Locale {
  const first = (languages[0] ?? '').toLowerCase();
  const speaks = LOCALES.find((locale) => locale.toLowerCase() === first);
  return speaks ?? LOCALES.find((locale) => locale === first.split('-')[0]) ?? 'en';
}

const CHOICES: { [Key in keyof Settings]?: readonly Settings[Key][] } = {
  locale: LOCALES,
  theme: ['auto', 'light', 'dark'],
  colours: ['two', 'four'],
  letters: ['greek', 'latin'],
  bids: ['auto', 'tens', 'points'],
  speed: ['slow', 'normal', 'fast'],
  trickWait: ['tap', 'short', 'long'],
};

/** What storage holds, as far as it can be: an older or newer client, or a person, may have written anything there. */
export function readSettings(text: string | null): Settings {
  const read = { ...DEFAULTS, locale: firstLocale(typeof navigator === 'undefined' ? [] : (navigator.languages ?? [])) };
  let saved: unknown;
  try {
    saved = JSON.parse(text ?? '{}');
  } catch {
    return read;
  }
  if (typeof saved !== 'object' || saved === null) return read;
  for (const key of Object.keys(DEFAULTS) as (keyof Settings)[]) {
    const value: unknown = (saved as Record<string, unknown>)[key];
    const choices: readonly unknown[] | undefined = CHOICES[key];
    if (key !== 'targets' && key !== 'levels' && typeof value === typeof DEFAULTS[key] && (choices?.includes(value) ?? true)) {
      Object.assign(read, { [key]: value });
    }
  }
  const { targets, levels } = saved as { targets?: unknown; levels?: unknown };
  read.targets = Object.fromEntries(pairsOf(targets).filter((pair): pair is [string, number] => Number.isInteger(pair[1])));
  read.levels = Object.fromEntries(pairsOf(levels).filter((pair): pair is [string, string] => typeof pair[1] === 'string'));
  return read;
}

function pairsOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

function stored(): Settings {
  try {
    return readSettings(localStorage.getItem(KEY));
  } catch {
    // Storage is forbidden: the defaults do.
    return readSettings(null);
  }
}

export const settings = $state<Settings>(stored());

/** Keeps storage and the document in step with the settings; call once, in the root component. */
export function keepSettings(): void {
  $effect(() => {
    const text = JSON.stringify(settings);
    try {
      localStorage.setItem(KEY, text);
    } catch {
      // A private window: settings live as long as the page.
    }
  });
  $effect(() => {
    // Where the language cannot be fetched the page goes on in the one that it has.
    void speak(settings.locale).catch(() => undefined);
  });
  $effect(() => {
    document.documentElement.lang = spokenLocale();
  });
  $effect(() => {
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const apply = (): void => {
      const theme = settings.theme === 'auto' ? (dark.matches ? 'dark' : 'light') : settings.theme;
      document.documentElement.dataset.theme = theme;
    };
    apply();
    dark.addEventListener('change', apply);
    return () => dark.removeEventListener('change', apply);
  });
}

/** How long things last, in milliseconds; all zero-like where motion is unwanted. */
export function pace(): { move: number; card: number; call: number; show: number } {
  const factor = { slow: 1.6, normal: 1, fast: 0.5 }[settings.speed];
  return { move: 260 * factor, card: 620 * factor, call: 780 * factor, show: 1500 * factor };
}
