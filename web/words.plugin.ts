import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { LOCALES } from './src/lib/protocol.ts';

const WORDS = join(import.meta.dirname, '../src/pilotta/words');
const ALL = 'virtual:words';

/** In what pieces a language comes: what the first screen cannot do without, what is explained, and the review. */
const PIECES: Record<string, readonly string[]> = {
  first: ['vocabulary', 'table', 'start', 'refusals', 'problems'],
  lessons: ['lessons', 'reasons'],
  review: ['review'],
};

/**
 * The library's catalogues as modules: `virtual:words` has, by language and piece, what fetches it, so that each piece of each
 * language is a file of its own. Nothing is copied: a changed sentence is in the next build.
 */
export function words(): Plugin {
  return {
    name: 'pilotta-words',
    resolveId: (id) => (id === ALL || id.startsWith(`${ALL}/`) ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${ALL}`) {
        const pieces = Object.keys(PIECES).map((piece) => (locale: string) => `'${piece}': () => import('${ALL}/${locale}-${piece}')`);
        const languages = LOCALES.map((locale) => `'${locale}': { ${pieces.map((piece) => piece(locale)).join(', ')} }`);
        return `export default { ${languages.join(', ')} };`;
      }
      if (!id.startsWith(`\0${ALL}/`)) return undefined;
      const [, locale, piece] = /^(.*)-(\w+)$/.exec(id.slice(ALL.length + 2))!;
      const chapters = PIECES[piece!]!.map((chapter) => {
        const file = join(WORDS, locale!, `${chapter}.json`);
        this.addWatchFile(file);
        return [chapter, JSON.parse(readFileSync(file, 'utf8'))] as const;
      });
      return `export default ${JSON.stringify(Object.fromEntries(chapters))};`;
    },
  };
}
