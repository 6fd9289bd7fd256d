/** What has just happened, in a sentence for those who listen to the table instead of looking at it. */

import { m } from '../../lib/book.svelte';
import type { TableEvent } from '../../lib/protocol';
import { type BidsSaid, callWords, cardName, declarationKind, declarationWords, parseCall } from '../../lib/words';

export function tell(events: readonly TableEvent[], names: readonly string[], said: BidsSaid, pilotta: string): string {
  const name = (seat: number): string => names[seat] ?? '';
  const lines: string[] = [];
  for (const event of events) {
    switch (event.kind) {
      case 'dealt':
        lines.push(m.say_dealt({ name: name(event.dealer) }));
        break;
      case 'call': {
        const call = parseCall(event.call);
        if (call) lines.push(m.say_call({ name: name(event.seat), call: callWords(call, said) }));
        break;
      }
      case 'announced':
        if (event.declarations.length > 0) {
          const kinds = event.declarations.map((each) => declarationKind(each.is_four, each.length)).join(', ');
          lines.push(m.say_call({ name: name(event.seat), call: kinds }));
        }
        break;
      case 'shown':
        lines.push(m.say_call({ name: name(event.seat), call: event.declarations.map(declarationWords).join(', ') }));
        break;
      case 'pilotta':
        lines.push(m.say_call({ name: name(event.seat), call: event.again ? m.repilotta() : pilotta }));
        break;
      case 'played':
        lines.push(m.say_card({ name: name(event.seat), card: cardName(event.card) }));
        break;
      case 'trick':
        lines.push(m.say_trick({ name: name(event.seat), points: event.points }));
        break;
      default:
        break;
    }
  }
  return lines.join('. ');
}
