import { beforeEach, describe, expect, it } from 'vitest';
import type { TableEvent, Update, View } from '../src/lib/protocol';
import { settings } from '../src/lib/settings.svelte';
import { stepsFor } from '../src/screens/table/steps';
import { type Stage, quiet } from '../src/board/stage';

const view = (part: Partial<View> = {}): View =>
  ({
    phase: 'playing',
    turn: 1,
    trick: [],
    tricks: [],
    calls: [],
    announced: [null, null, null, null],
    ...part,
  }) as unknown as View;

function run(events: unknown[], after: Partial<View> = {}, sheet: unknown = null) {
  let stage: Stage = quiet(view());
  const seen: Stage[] = [];
  const steps = stepsFor({ events: events as TableEvent[], view: view(after), sheet } as unknown as Update, {
    own: 0,
    read: () => stage,
    write: (next) => {
      stage = next;
      seen.push(next);
    },
    sheet: () => {},
    heard: () => {},
  });
  for (const step of steps) step.apply();
  return { steps, seen, stage: () => stage };
}

const trick = { leader: 0, cards: [1, 2, 3, 4], winner: 2, points: 12 };
const scored = { kind: 'scored', result: { number: 1, account: {} }, totals: [1, 2], wins: [0, 0] };

describe('how an update is told', () => {
  beforeEach(() => {
    settings.trickWait = 'long';
    settings.speed = 'normal';
  });

  it('lets a call hang over the table for a moment', () => {
    const { steps, stage } = run([{ kind: 'call', seat: 1, call: '90H' }], { phase: 'auction' });
    expect(steps).toHaveLength(1);
    expect(steps[0]!.hold).toBeGreaterThan(300);
    expect(stage().speech[1]).toEqual({ kind: 'call', call: '90H' });
  });

  it('keeps a full trick until it has been seen, then clears the table', () => {
    const events = [{ kind: 'played', seat: 3, card: 4 }, { kind: 'trick', number: 1, seat: 2, points: 12 }];
    const { steps, seen } = run(events, { tricks: [trick] });
    expect(seen.map((stage) => stage.held)).toEqual([trick, null]);
    expect(steps[0]).toMatchObject({ hold: 3000, gate: 'tap' });
    settings.trickWait = 'tap';
    expect(run(events, { tricks: [trick] }).steps[0]!.hold).toBeNull();
  });

  it('reads the account before anything else may come', () => {
    const { steps, stage } = run([{ kind: 'trick', number: 8, seat: 2, points: 12 }, scored], { tricks: [trick] });
    expect(steps.at(-1)).toMatchObject({ hold: null, gate: 'account' });
    expect(stage().account).toBe(scored.result);
  });

  it('shows the winner after the account', () => {
    const { steps, seen } = run([scored, { kind: 'won', side: 0, reverse_capot: false }]);
    expect(steps.at(-2)!.gate).toBe('account');
    expect(seen.at(-1)).toMatchObject({ ended: true, account: null });
  });

  it('gives a reverse capot its moment before any figures', () => {
    const { seen } = run([scored, { kind: 'won', side: 0, reverse_capot: true }]);
    expect(seen.some((stage) => stage.account !== null)).toBe(false);
    expect(seen.at(-1)!.ended).toBe(true);
  });

  it('gathers the cards at the dealer before a new deal', () => {
    const { seen } = run([{ kind: 'dealt', number: 2, dealer: 1, hand: [] }]);
    expect(seen.map((stage) => stage.gathering)).toEqual([true, false]);
  });

  it('tells whose declarations count only where somebody announced one', () => {
    const compared = { kind: 'compared', side: 0 };
    expect(run([compared]).stage().verdict).toBeUndefined();
    const announced = { kind: 'announced', seat: 0, declarations: [{ is_four: false, length: 3, points: 20 }] };
    expect(run([announced, compared]).stage().verdict).toBe(0);
  });
});
