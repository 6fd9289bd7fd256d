/** What bots say and what calls mean: a code of the wire becomes a sentence in the language of the page. */

import { inForm, problem, say } from './book.svelte';
import type { Letters } from '../cards/cards';
import type { BidsSaid } from './forms';
import type { Said } from './protocol';

export { cardSign } from './forms';

/** A call in short: `9♥`. */
export function callSign(text: string, bids: BidsSaid): string {
  return inForm('call', text, { bids, letters: 'latin' });
}

/** A server that is newer than this page may have more to say. */
export function sentence(said: Said, bids: BidsSaid, letters: Letters): string {
  return say('reasons', said, { bids, letters }) ?? problem('server.failed');
}
