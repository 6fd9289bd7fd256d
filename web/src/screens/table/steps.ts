/** How one update is told: which pictures follow each other, how long each stays, what may end it early. */

import type { Step } from './presenter';
import type { DealResultView, TableEvent, Update } from '../../lib/protocol';
import { pace, settings } from '../../lib/settings.svelte';
import type { Speech, Stage } from '../../board/stage';

export interface Hands {
  own: number;
  read: () => Stage;
  write: (stage: Stage) => void;
  sheet: (sheet: readonly DealResultView[]) => void;
  heard: (events: readonly TableEvent[]) => void;
}

type Of<K extends TableEvent['kind']> = Extract<TableEvent, { kind: K }>;

function all<K extends TableEvent['kind']>(events: readonly TableEvent[], kind: K): Of<K>[] {
  return events.filter((event): event is Of<K> => event.kind === kind);
}

function withSpeech(stage: Stage, seat: number, said: Speech | null): Stage {
  return { ...stage, speech: stage.speech.map((before, i) => (i === seat ? said : before)) };
}

/** What the events of one update say and show, laid over the stage. */
function spoken(stage: Stage, events: readonly TableEvent[]): Stage {
  let next = stage;
  for (const event of events) {
    switch (event.kind) {
      case 'call':
        next = withSpeech(next, event.seat, { kind: 'call', call: event.call });
        break;
      case 'announced':
        next = withSpeech(next, event.seat, { kind: 'announced', declarations: event.declarations });
        break;
      case 'pilotta':
        next = withSpeech(next, event.seat, { kind: 'pilotta', again: event.again });
        break;
      case 'shown':
        next = {
          ...next,
          fans: next.fans.map((before, seat) => (seat === event.seat ? event.declarations : before)),
        };
        break;
      case 'compared':
        // Where nobody announced anything there is nothing to tell.
        if (next.view.announced.some((each) => each && each.length > 0) || events.some((each) => each.kind === 'announced' && each.declarations.length > 0))
          next = { ...next, verdict: event.side };
        break;
      default:
        break;
    }
  }
  return next;
}

const SILENT: Stage['speech'] = [null, null, null, null];
const NO_FANS: Stage['fans'] = [[], [], [], []];

export function stepsFor(update: Update, hands: Hands): Step[] {
  const { events, view } = update;
  const speed = pace();
  const steps: Step[] = [];
  const dealt = all(events, 'dealt').at(-1);
  const tricks = all(events, 'trick');
  const scored = all(events, 'scored').at(-1);
  const won = all(events, 'won').at(-1);
  const played = all(events, 'played');
  const shown = all(events, 'shown').length > 0;
  const said = events.some((event) => ['announced', 'pilotta', 'compared'].includes(event.kind));
  const sheet = update.sheet;
  const held = tricks.length > 0 ? (view.tricks.at(-1) ?? null) : null;

  if (dealt) {
    // All cards go back to the dealer for one frame, so that the new ones are seen to come from him.
    steps.push({
      apply: () => hands.write({ ...hands.read(), view, held: null, speech: SILENT, fans: NO_FANS, verdict: undefined, account: null, gathering: true }),
      hold: 60,
      gate: 'tap',
    });
  }

  steps.push({
    apply: () => {
      const before = hands.read();
      const opens = played.length > 0 && view.trick.length === 1 && view.tricks.length === 0;
      // What was said in the auction goes when the first card falls; what was said with a card goes with the next trick.
      const clean = { ...before, verdict: undefined, speech: dealt || opens ? SILENT : before.speech };
      const cards = played.length > 0 && !shown ? { ...clean, fans: NO_FANS } : clean;
      hands.write({ ...spoken(cards, events), view, held, account: null, gathering: false });
      if (!scored && sheet) hands.sheet(sheet);
      hands.heard(events);
    },
    hold: held ? trickHold(shown || said) : holdOf(events, hands.own, speed),
    gate: 'tap',
  });

  if (held) {
    steps.push({
      apply: () => {
        const before = hands.read();
        hands.write({ ...before, view, held: null, verdict: undefined, speech: SILENT, fans: NO_FANS });
      },
      hold: scored ? speed.move * 1.6 : speed.move,
      gate: 'tap',
    });
  }
  if (scored) {
    steps.push({
      apply: () => {
        if (sheet) hands.sheet(sheet);
        // A deal that ends with a reverse capot has its own moment first; its account can be read from the sheet.
        const account = won?.reverse_capot ? null : scored.result;
        hands.write({ ...hands.read(), view, speech: scored.result.account ? SILENT : hands.read().speech, account });
      },
      hold: won?.reverse_capot ? 0 : null,
      gate: 'account',
    });
  }
  if (won) {
    steps.push({ apply: () => hands.write({ ...hands.read(), view, account: null, ended: true }), hold: 0, gate: 'end' });
  }
  return steps;
}

function trickHold(more: boolean): number | null {
  const wait = { tap: null, short: 1500, long: 3000 }[settings.trickWait];
  return wait === null ? null : wait + (more ? 800 : 0);
}

function holdOf(events: readonly TableEvent[], own: number, speed: ReturnType<typeof pace>): number {
  let hold = 0;
  for (const event of events) {
    switch (event.kind) {
      case 'dealt':
        hold = Math.max(hold, speed.card + 500);
        break;
      case 'call':
        hold = Math.max(hold, event.seat === own ? speed.call * 0.5 : speed.call);
        break;
      case 'contract':
        hold = Math.max(hold, speed.call + 300);
        break;
      case 'announced':
        hold = Math.max(hold, event.declarations.length > 0 ? speed.show : speed.call * 0.6);
        break;
      case 'shown':
        hold = Math.max(hold, speed.show + 1200);
        break;
      case 'pilotta':
        hold = Math.max(hold, speed.show * 0.8);
        break;
      case 'played':
        hold = Math.max(hold, event.seat === own ? speed.card * 0.6 : speed.card);
        break;
      case 'scored':
        hold = Math.max(hold, speed.call);
        break;
      default:
        break;
    }
  }
  return hold;
}
