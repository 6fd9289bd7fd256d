/** One moment of a table as it is shown; the presenter leads from one to the next. */

import type { AnnouncementView, DealResultView, DeclarationView, TrickView, View } from '../lib/protocol';

/** What a player has just said. */
export type Speech =
  | { kind: 'call'; call: string }
  | { kind: 'announced'; declarations: readonly AnnouncementView[] }
  | { kind: 'pilotta'; again: boolean };

/** What lies on the table and is said there at one moment of the telling. */
export interface Stage {
  view: View;
  /** A full trick that still lies on the table. */
  held: TrickView | null;
  /** By seat. */
  speech: readonly (Speech | null)[];
  /** Declarations that lie open for a moment, by seat. */
  fans: readonly (readonly DeclarationView[])[];
  /** Whose declarations count, said for a moment: a side, or null for nobody's; undefined says nothing. */
  verdict: number | null | undefined;
  /** The deal whose account is being read. */
  account: DealResultView | null;
  ended: boolean;
  /** Set for the moment in which the cards of a new deal leave the dealer. */
  gathering: boolean;
}

const NOBODY: readonly null[] = [null, null, null, null];
const NONE = [[], [], [], []];

/** A view without a way to it. What was called in a running auction is still in the air. */
export const quiet = (view: View): Stage => ({
  view,
  held: null,
  speech: view.phase === 'auction' ? lastCalls(view) : NOBODY,
  fans: NONE,
  verdict: undefined,
  account: null,
  ended: false,
  gathering: false,
});

function lastCalls(view: View): (Speech | null)[] {
  const speech: (Speech | null)[] = [...NOBODY];
  for (const { seat, call } of view.calls) speech[seat] = { kind: 'call', call };
  return speech;
}
