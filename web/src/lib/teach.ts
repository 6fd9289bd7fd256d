/** Questions to the table: how they fail, and which meaning belongs to which call. */

import { ApiError } from './api';
import { m, problem } from './book.svelte';
import type { CallMeaning, Said } from './protocol';
import { parseCall } from './words';

/** Why a question got no answer, in words. */
export function noAnswer(error: unknown): string {
  if (!(error instanceof ApiError)) return m.error_offline();
  // Who has no session has no seat either.
  return problem(error.code === 'session.missing' ? 'table.not_yours' : error.code);
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
