/**
 * Shows what happened one thing after another, at the pace of somebody who wants to follow it. The table's truth may be far
 * ahead; nothing here ever holds back what the player himself may do once everything has been shown.
 */

/** What ends a step early: a tap anywhere, or the answer to a dialog. */
export type Gate = 'tap' | 'account' | 'end';

export interface Step {
  apply: () => void;
  /** Milliseconds until the next step; null waits for the gate alone. */
  hold: number | null;
  /** What may end the wait before its time. */
  gate: Gate;
}

export class Presenter {
  private readonly steps: Step[] = [];
  private current: Step | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `changed` is told whenever it begins or ends to be idle. */
  constructor(private readonly changed: (idle: boolean) => void = () => {}) {}

  get idle(): boolean {
    return this.current === null;
  }

  get gate(): Gate | null {
    return this.current?.gate ?? null;
  }

  push(...steps: Step[]): void {
    this.steps.push(...steps);
    if (this.current === null) this.next();
  }

  /** Ends the running wait if this gate may. Says whether it did. */
  release(gate: Gate): boolean {
    if (this.current === null || this.current.gate !== gate) return false;
    this.next();
    return true;
  }

  /** Forgets everything that waits to be shown. */
  clear(): void {
    this.steps.length = 0;
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.current !== null) {
      this.current = null;
      this.changed(true);
    }
  }

  private next(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const wasIdle = this.current === null;
    const step = this.steps.shift() ?? null;
    this.current = step;
    if (step === null) {
      if (!wasIdle) this.changed(true);
      return;
    }
    if (wasIdle) this.changed(false);
    step.apply();
    // `apply` may have cleared or released this very step.
    if (this.current !== step) return;
    if (step.hold !== null) this.timer = setTimeout(() => this.next(), step.hold);
  }
}
