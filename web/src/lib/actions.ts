/** What a seat does, as it is sent, advised and looked back at. */

import type { DoneAction } from './protocol';

/** Whether the two are the same call, card or word; whether a pilotta is called with a card does not count. */
export function sameAction(one: DoneAction, other: DoneAction): boolean {
  switch (one.kind) {
    case 'call':
      return other.kind === 'call' && one.call === other.call;
    case 'play':
      return other.kind === 'play' && one.card === other.card;
    default:
      return other.kind === one.kind && one.yes === other.yes;
  }
}
