/** When the switch for calling the pilotta is there. Whether a call is right, only the server knows. */

import { ALL_TRUMP, type Card } from '../../cards/cards';
import type { View } from '../../lib/protocol';

const PAIR = [5, 6] as const;

/** Some king or queen of trumps is in the hand, and none of its suit has been played from it. */
export function pilottaOffered(view: Pick<View, 'hand' | 'contract' | 'leader' | 'trick' | 'tricks'>, own: number): boolean {
  const strain = view.contract?.strain;
  if (strain === undefined) return false;
  const played = [...view.tricks, { leader: view.leader, cards: view.trick }].flatMap(({ leader, cards }) =>
    cards.filter((_, i) => ((leader + i) & 3) === own),
  );
  const royal = (cards: readonly Card[], suit: number): boolean => PAIR.some((rank) => cards.includes(8 * suit + rank));
  return [0, 1, 2, 3].some(
    (suit) => (strain === ALL_TRUMP || strain === suit) && royal(view.hand, suit) && !royal(played, suit),
  );
}
