/** One moment of a table as it is shown; the presenter leads from one to the next. */

import type { Announcement, ContractView, DealResultView, DeclarationView, TrickView, View } from '../lib/protocol';

/** What a player has just said. */
export type Speech =
  | { kind: 'call'; call: string }
  | { kind: 'announced'; declarations: readonly Announcement[] }
  | { kind: 'pilotta'; again: boolean };

/** What a board needs of a view. A table's view has it all; a position of a review is made of no more. */
export type Seen = Pick<View, 'phase' | 'turn' | 'dealer' | 'hand' | 'counts' | 'leader' | 'trick'> & {
  contract: Pick<ContractView, 'strain'> | null;
  tricks: readonly Pick<TrickView, 'leader' | 'cards' | 'winner'>[];
};

/** What is said and shown over what lies on the board, for as long as it is told. */
export interface Moment {
  /** A full trick that still lies on the table. */
  held: TrickView | null;
  /** By seat. */
  speech: readonly (Speech | null)[];
  /** Declarations that lie open for a moment, by seat. */
  fans: readonly (readonly DeclarationView[])[];
  /** Whose declarations count, said for a moment: a side, or null for nobody's; undefined says nothing. */
  verdict: number | null | undefined;
  /** Set for the moment in which the cards of a new deal leave the dealer. */
  gathering: boolean;
}

/** A table at one moment of the telling. */
export interface Stage extends Moment {
  view: View;
  /** The deal whose account is being read. */
  account: DealResultView | null;
  ended: boolean;
}

const NOBODY: readonly null[] = [null, null, null, null];
const NONE = [[], [], [], []];

/** Nothing is said and nothing shown but what lies there. What was called in a running auction is still in the air. */
export const still = (seen: Pick<View, 'phase' | 'calls'>): Moment => ({
  held: null,
  speech: seen.phase === 'auction' ? lastCalls(seen.calls) : NOBODY,
  fans: NONE,
  verdict: undefined,
  gathering: false,
});

/** A view without a way to it. */
export const quiet = (view: View): Stage => ({ ...still(view), view, account: null, ended: false });

function lastCalls(calls: View['calls']): (Speech | null)[] {
  const speech: (Speech | null)[] = [...NOBODY];
  for (const { seat, call } of calls) speech[seat] = { kind: 'call', call };
  return speech;
}
