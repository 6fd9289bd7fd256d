import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Presenter, type Step } from '../src/screens/table/presenter';

describe('the presenter', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function setUp() {
    const shown: string[] = [];
    const idle = vi.fn();
    const presenter = new Presenter(idle);
    const step = (name: string, hold: number | null, gate: Step['gate'] = 'tap'): Step => ({
      apply: () => void shown.push(name),
      hold,
      gate,
    });
    return { presenter, shown, step, idle };
  }

  it('shows one step after another, each for its time', () => {
    const { presenter, shown, step, idle } = setUp();
    presenter.push(step('a', 100), step('b', 50));
    expect(shown).toEqual(['a']);
    vi.advanceTimersByTime(100);
    expect(shown).toEqual(['a', 'b']);
    expect(presenter.idle).toBe(false);
    vi.advanceTimersByTime(50);
    expect(presenter.idle).toBe(true);
    expect(idle.mock.calls).toEqual([[false], [true]]);
  });

  it('goes on at a tap', () => {
    const { presenter, shown, step } = setUp();
    presenter.push(step('trick', null), step('next', 100));
    vi.advanceTimersByTime(10_000);
    expect(shown).toEqual(['trick']);
    expect(presenter.release('tap')).toBe(true);
    expect(shown).toEqual(['trick', 'next']);
  });

  it('keeps a dialog that a tap elsewhere does not answer', () => {
    const { presenter, shown, step } = setUp();
    presenter.push(step('account', null, 'account'), step('deal', 0));
    expect(presenter.release('tap')).toBe(false);
    expect(shown).toEqual(['account']);
    expect(presenter.release('account')).toBe(true);
    expect(shown).toEqual(['account', 'deal']);
  });

  it('forgets everything when the table is shown afresh', () => {
    const { presenter, shown, step } = setUp();
    presenter.push(step('a', 100), step('b', 100));
    presenter.clear();
    vi.advanceTimersByTime(1_000);
    expect(shown).toEqual(['a']);
    expect(presenter.idle).toBe(true);
    expect(presenter.release('tap')).toBe(false);
    presenter.push(step('c', 1));
    expect(shown).toEqual(['a', 'c']);
  });

  it('lets a step clear the rest while it is being shown', () => {
    const { presenter, shown, step } = setUp();
    presenter.push({ apply: () => presenter.clear(), hold: 10, gate: 'tap' }, step('never', 1));
    vi.advanceTimersByTime(100);
    expect(shown).toEqual([]);
    expect(presenter.idle).toBe(true);
  });
});
