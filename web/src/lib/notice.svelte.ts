/** Why the start screen is shown instead of what was asked for: a code, whose sentence is told there. */

import type { ERROR_CODES, REFUSAL_CODES } from './protocol';

export type Why = (typeof ERROR_CODES)[number] | (typeof REFUSAL_CODES)[number];

export const notice = $state<{ why: Why | null }>({ why: null });
