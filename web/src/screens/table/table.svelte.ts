/** A table as it is shown: the connection's updates go through the presenter and come out as what the components draw. */

import type { Card } from '../../cards/cards';
import { Connection, type Fatal, type SocketLike, type Status } from '../../lib/connection';
import { Presenter } from './presenter';
import type {
  DealResultView,
  PlayerAction,
  TableEvent,
  TableInfo,
  Update,
  View,
  Welcome,
} from '../../lib/protocol';
import { type Stage, quiet } from '../../board/stage';
import { stepsFor } from './steps';

export class Table {
  info = $state.raw<TableInfo | null>(null);
  sheet = $state.raw<readonly DealResultView[]>([]);
  stage = $state.raw<Stage | null>(null);
  status = $state<Status>('connecting');
  fatal = $state<Fatal | null>(null);
  /** Nothing more is waiting to be shown: what the view allows may be done. */
  idle = $state(true);
  /** A command is on its way. */
  sending = $state(false);
  refusal = $state.raw<{ code: string; params: Record<string, string> } | null>(null);
  /** What happened last, for those who listen; the component turns it into words. */
  heard = $state.raw<readonly TableEvent[]>([]);

  private readonly connection: Connection;
  private readonly presenter = new Presenter((idle) => (this.idle = idle));

  constructor(make: () => SocketLike) {
    this.connection = new Connection(make, {
      welcome: (message) => this.welcome(message),
      update: (message, complete) => this.update(message, complete),
      refused: (_id, code, params) => {
        this.sending = false;
        this.refusal = { code, params };
      },
      status: (status) => (this.status = status),
      fatal: (reason) => (this.fatal = reason),
    });
  }

  open(): void {
    this.connection.open();
  }

  close(): void {
    this.presenter.clear();
    this.connection.close();
  }

  wake(): void {
    this.connection.wake();
  }

  get view(): View | null {
    return this.stage?.view ?? null;
  }

  /** May this player act on what he sees? */
  get free(): boolean {
    return this.idle && !this.sending && this.status === 'open';
  }

  call(call: string): void {
    this.act({ kind: 'call', call });
  }

  play(card: Card, pilotta: boolean): void {
    this.act({ kind: 'play', card, pilotta });
  }

  announce(yes: boolean): void {
    this.act({ kind: 'announce', yes });
  }

  show(yes: boolean): void {
    this.act({ kind: 'show', yes });
  }

  /** A tap, a key: whatever only waits to be seen has been seen. */
  seen(): boolean {
    return this.presenter.release('tap');
  }

  /** The account has been read. */
  proceed(): void {
    const view = this.view;
    if (this.stage) this.stage = { ...this.stage, account: null };
    this.presenter.release('account');
    if (view?.legal.can_continue) this.act({ kind: 'continue', deal: view.deal_number });
  }

  forgive(): void {
    this.refusal = null;
  }

  act(action: PlayerAction): void {
    if (this.sending) return;
    this.refusal = null;
    this.sending = true;
    this.connection.act(action);
  }

  private welcome(message: Welcome): void {
    this.presenter.clear();
    this.sending = false;
    this.info = message.table;
    this.jump(message.view, message.sheet);
  }

  private update(message: Update, complete: boolean): void {
    this.sending = false;
    if (!this.stage) return;
    if (!complete) {
      this.presenter.clear();
      this.jump(message.view, message.sheet ?? this.sheet);
      return;
    }
    const own = this.info?.seat ?? 0;
    // Who has gone on at another device has read the account there.
    if (message.events.some((event) => event.kind === 'ready' && event.seat === own)) this.presenter.release('account');
    this.presenter.push(
      ...stepsFor(message, {
        own,
        read: () => this.stage!,
        write: (stage) => (this.stage = stage),
        sheet: (sheet) => (this.sheet = sheet),
        heard: (events) => (this.heard = events),
      }),
    );
  }

  /** Shows a table as it stands, without a way there: after a reload or when too much was missed. */
  private jump(view: View, sheet: readonly DealResultView[]): void {
    this.sheet = sheet;
    const stage = quiet(view);
    const last = sheet[sheet.length - 1] ?? null;
    // Between two deals the account waits to be read, also on a device that has just come in.
    const unread = view.phase === 'dealing' && view.legal.can_continue;
    this.stage = { ...stage, account: unread ? last : null, ended: view.phase === 'over' && view.winner !== null };
  }
}

/** A browser's own socket to this table. */
export function tableSocket(id: string): SocketLike {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return new WebSocket(`${scheme}://${location.host}/ws/tables/${encodeURIComponent(id)}`) as unknown as SocketLike;
}
