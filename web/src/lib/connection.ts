/**
 * One table's WebSocket: says hello, follows revisions, sends commands again until they are acknowledged, and comes back by
 * itself. It knows nothing of cards and nothing of the screen.
 */

import {
  CLOSE_CODES,
  PROTOCOL_VERSION,
  type ClientMessage,
  type PlayerAction,
  type ServerMessage,
  type Update,
  type Welcome,
} from './protocol';

export type Status = 'connecting' | 'open' | 'lost' | 'closed';
/** Why a table cannot be shown here: no seat for this browser, no such table, or a client too old for the server. */
export type Fatal = 'seat' | 'table' | 'version';

export interface SocketLike {
  send(text: string): void;
  close(code?: number): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
}

export interface Listener {
  welcome(message: Welcome): void;
  /** `complete` is false where the events do not start at what was last shown: only the view counts then. */
  update(message: Update, complete: boolean): void;
  refused(id: string, code: string, params: Record<string, string>): void;
  status(status: Status): void;
  fatal(reason: Fatal): void;
}

const FATAL: Record<number, Fatal> = {
  [CLOSE_CODES['session.missing']]: 'seat',
  [CLOSE_CODES['table.not_yours']]: 'seat',
  [CLOSE_CODES['table.unknown']]: 'table',
  [CLOSE_CODES['protocol.version']]: 'version',
};

// Transport's own clock: a quiet line is asked after this long, and given up when nothing at all has come for longer.
const ASK_AFTER = 5_000;
const DEAD_AFTER = 12_000;
const RESEND_AFTER = 4_000;
const FIRST_RETRY = 400;
const LAST_RETRY = 5_000;

/** What the player did, and the revision of the table that he saw: null where that does not matter. */
interface Command {
  readonly action: PlayerAction;
  readonly rev: number | null;
  sentAt: number;
}

export class Connection {
  private socket: SocketLike | null = null;
  private rev: number | null = null;
  private greeted = false;
  private attempts = 0;
  private heardAt = 0;
  private ended = false;
  private counter = 0;
  private resyncing = false;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private beat: ReturnType<typeof setInterval> | undefined;
  private readonly pending = new Map<string, Command>();
  private readonly prefix = Math.random().toString(36).slice(2, 10);

  constructor(
    private readonly make: () => SocketLike,
    private readonly listener: Listener,
    private readonly now: () => number = () => Date.now(),
  ) {}

  open(): void {
    if (this.ended || this.socket) return;
    this.listener.status(this.attempts === 0 ? 'connecting' : 'lost');
    this.greeted = false;
    this.heardAt = this.now();
    const socket = this.make();
    this.socket = socket;
    socket.onopen = () => this.hello();
    socket.onmessage = (event) => {
      if (this.socket === socket) this.receive(event.data);
    };
    socket.onclose = (event) => {
      if (this.socket === socket) this.dropped(event.code);
    };
    this.beat ??= setInterval(() => this.check(), 1_000);
  }

  /** Sends a command; it is repeated with the same id until the server has acknowledged or refused it. */
  act(action: PlayerAction): string {
    const id = `${this.prefix}-${++this.counter}`;
    // A move answers what lies on the table now: where something else came first, it must not count for a later turn.
    const rev = action.kind === 'continue' ? null : this.rev;
    const command = { action, rev, sentAt: this.now() };
    this.pending.set(id, command);
    if (this.greeted) this.transmit(id, command);
    return id;
  }

  get waiting(): boolean {
    return this.pending.size > 0;
  }

  /** Tries again now: the browser says that the network is back, or the page is looked at again. */
  wake(): void {
    if (this.ended) return;
    if (!this.socket) {
      clearTimeout(this.retry);
      this.open();
    } else if (this.greeted) {
      this.send({ type: 'ping' });
    }
  }

  close(): void {
    this.ended = true;
    clearTimeout(this.retry);
    clearInterval(this.beat);
    const socket = this.socket;
    this.socket = null;
    socket?.close(1000);
    this.listener.status('closed');
  }

  private hello(): void {
    this.send({ type: 'hello', version: PROTOCOL_VERSION, rev: this.rev });
  }

  private transmit(id: string, { action, rev }: Command): void {
    this.send({ type: 'act', id, action, rev });
  }

  private send(message: ClientMessage): void {
    try {
      this.socket?.send(JSON.stringify(message));
    } catch {
      // The socket is closing; its close event brings the next one.
    }
  }

  private receive(data: unknown): void {
    this.heardAt = this.now();
    let message: ServerMessage;
    try {
      message = JSON.parse(String(data)) as ServerMessage;
    } catch {
      return;
    }
    switch (message.type) {
      case 'welcome':
        this.rev = message.rev;
        this.greet();
        this.listener.welcome(message);
        break;
      case 'update':
        this.updated(message);
        break;
      case 'ack':
        this.pending.delete(message.id);
        break;
      case 'refused':
        if (this.pending.delete(message.id)) this.listener.refused(message.id, message.code, message.params);
        break;
      case 'ping':
        this.send({ type: 'pong' });
        break;
      case 'pong':
      case 'error':
        break;
    }
  }

  private updated(message: Update): void {
    if (this.rev === null) return;
    if (message.since > this.rev) {
      // Something was missed. One question is enough, however many later updates arrive before its answer.
      if (!this.resyncing) this.hello();
      this.resyncing = true;
      return;
    }
    this.greet();
    if (message.rev <= this.rev) return;
    const complete = message.since === this.rev;
    this.rev = message.rev;
    this.listener.update(message, complete);
  }

  private greet(): void {
    this.resyncing = false;
    this.attempts = 0;
    if (this.greeted) return;
    this.greeted = true;
    this.listener.status('open');
    for (const [id, command] of this.pending) {
      command.sentAt = this.now();
      this.transmit(id, command);
    }
  }

  private check(): void {
    const now = this.now();
    const quiet = now - this.heardAt;
    if (!this.socket) return;
    if (quiet > DEAD_AFTER) {
      // A dead line may take minutes to close by itself.
      const socket = this.socket;
      this.dropped(1006);
      socket.close();
      return;
    }
    if (!this.greeted) return;
    if (quiet > ASK_AFTER) this.send({ type: 'ping' });
    for (const [id, command] of this.pending) {
      if (now - command.sentAt < RESEND_AFTER) continue;
      command.sentAt = now;
      this.transmit(id, command);
    }
  }

  private dropped(code: number): void {
    this.socket = null;
    this.greeted = false;
    this.resyncing = false;
    if (this.ended) return;
    const reason = FATAL[code];
    if (reason) {
      this.ended = true;
      clearInterval(this.beat);
      this.listener.status('closed');
      this.listener.fatal(reason);
      return;
    }
    this.listener.status('lost');
    const wait = Math.min(LAST_RETRY, FIRST_RETRY * 2 ** this.attempts);
    this.attempts += 1;
    // Half of the wait is chance, so that a server that comes back is not met by everybody at once.
    this.retry = setTimeout(() => this.open(), wait / 2 + Math.random() * (wait / 2));
  }
}
