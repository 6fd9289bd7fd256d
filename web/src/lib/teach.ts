/** Questions to the table: how they fail, and which meaning belongs to which call. */

import { ApiError } from './api';
import { m } from './paraglide/messages';
import type { CallMeaning, Said } from './protocol';
import { parseCall } from './words';

/** Why a question got no answer, in words. */
export function noAnswer(error: unknown): string {
  if (!(error instanceof ApiError)) return m.error_offline();
  switch (error.code) {
    case 'request.rate':
      return m.too_many_questions();
    case 'reason.deal_running':
      return m.why_wait();
    case 'hint.not_your_turn':
      return m.hint_stale();
    case 'review.match_running':
      return m.review_running();
    case 'review.nothing':
      return m.review_nothing();
    case 'table.unknown':
      return m.table_gone();
    case 'table.not_yours':
    case 'session.missing':
      return m.table_no_seat();
    default:
      return m.why_failed();
  }
}

/** What a call would tell, of all that may be made now. */
export function meaningOf(now: readonly CallMeaning[], text: string): Said | null {
  const call = parseCall(text);
  if (!call) return null;
  const found = now.find(({ lowest, highest }) => {
    const [low, high] = [parseCall(lowest), parseCall(highest)];
    if (!low || !high || low.kind !== call.kind || low.strain !== call.strain || low.capot !== call.capot) return false;
    return low.value <= call.value && call.value <= high.value;
  });
  return found?.meaning ?? null;
}
