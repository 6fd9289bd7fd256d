import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Connection, type Listener, type SocketLike } from '../src/lib/connection';
import { type ClientMessage, PROTOCOL_VERSION, type Update, type Welcome } from '../src/lib/protocol';

class FakeSocket implements SocketLike {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  sent: ClientMessage[] = [];
  closed = false;

  send(text: string): void {
    this.sent.push(JSON.parse(text) as ClientMessage);
  }
  close(): void {
    this.closed = true;
  }
  say(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  of(type: ClientMessage['type']): ClientMessage[] {
    return this.sent.filter((message) => message.type === type);
  }
}

const welcome = (rev: number) => ({ type: 'welcome', version: PROTOCOL_VERSION, rev }) as unknown as Welcome;
const update = (since: number, rev: number) => ({ type: 'update', since, rev, events: [] }) as unknown as Update;

function setUp() {
  const sockets: FakeSocket[] = [];
  const listener = {
    welcome: vi.fn(),
    update: vi.fn(),
    refused: vi.fn(),
    status: vi.fn(),
    fatal: vi.fn(),
  } satisfies Listener;
  const connection = new Connection(() => {
    const socket = new FakeSocket();
    sockets.push(socket);
    return socket;
  }, listener);
  const last = () => sockets[sockets.length - 1]!;
  return { connection, listener, sockets, last };
}

describe('the connection', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('greets, follows revisions and ignores what it has seen', () => {
    const { connection, listener, last } = setUp();
    connection.open();
    last().onopen?.();
    expect(last().sent[0]).toEqual({ type: 'hello', version: PROTOCOL_VERSION, rev: null });
    last().say(welcome(5));
    last().say(update(5, 6));
    last().say(update(4, 6));
    expect(listener.update).toHaveBeenCalledTimes(1);
    expect(listener.update).toHaveBeenCalledWith(expect.objectContaining({ rev: 6 }), true);
    expect(listener.status).toHaveBeenLastCalledWith('open');
  });

  it('asks once for what it missed when a revision is skipped', () => {
    const { connection, listener, last } = setUp();
    connection.open();
    last().onopen?.();
    last().say(welcome(5));
    last().say(update(7, 8));
    last().say(update(8, 9));
    expect(listener.update).not.toHaveBeenCalled();
    expect(last().of('hello')).toHaveLength(2);
    expect(last().of('hello')[1]).toMatchObject({ rev: 5 });
    last().say(update(5, 9));
    expect(listener.update).toHaveBeenCalledWith(expect.objectContaining({ rev: 9 }), true);
  });

  it('sends a command again with the same id until it is acknowledged', () => {
    const { connection, last } = setUp();
    connection.open();
    last().onopen?.();
    last().say(welcome(1));
    const id = connection.act({ kind: 'call', call: 'P' });
    vi.advanceTimersByTime(4_500);
    last().say({ type: 'pong' });
    expect(last().of('act').map((message) => 'id' in message && message.id)).toEqual([id, id]);
    last().say({ type: 'ack', id, rev: 2 });
    vi.advanceTimersByTime(4_500);
    expect(last().of('act')).toHaveLength(2);
    expect(connection.waiting).toBe(false);
  });

  it('tells of a refusal once', () => {
    const { connection, listener, last } = setUp();
    connection.open();
    last().onopen?.();
    last().say(welcome(1));
    const id = connection.act({ kind: 'play', card: 3 });
    last().say({ type: 'refused', id, code: 'play.must_trump', params: { suit: 'H' }, rev: 1 });
    last().say({ type: 'refused', id, code: 'play.must_trump', params: { suit: 'H' }, rev: 1 });
    expect(listener.refused).toHaveBeenCalledTimes(1);
  });

  it('comes back after a lost line, says where it was and repeats what is open', () => {
    const { connection, listener, sockets, last } = setUp();
    connection.open();
    last().onopen?.();
    last().say(welcome(5));
    const id = connection.act({ kind: 'play', card: 3 });
    last().onclose?.({ code: 1006 });
    expect(listener.status).toHaveBeenLastCalledWith('lost');
    vi.advanceTimersByTime(500);
    expect(sockets).toHaveLength(2);
    last().onopen?.();
    expect(last().sent[0]).toMatchObject({ type: 'hello', rev: 5 });
    last().say(update(5, 7));
    expect(last().of('act')).toEqual([{ type: 'act', id, action: { kind: 'play', card: 3 }, rev: 5 }]);
  });

  it('ties a move to the table that was seen, but not the wish to go on', () => {
    const { connection, last } = setUp();
    connection.open();
    last().onopen?.();
    last().say(welcome(5));
    connection.act({ kind: 'call', call: 'P' });
    last().say(update(5, 6));
    connection.act({ kind: 'continue', deal: 1 });
    expect(last().of('act').map((message) => 'rev' in message && message.rev)).toEqual([5, null]);
  });

  it('waits longer with every failure, but never above five seconds', () => {
    const { connection, sockets, last } = setUp();
    connection.open();
    for (let i = 0; i < 10; i++) {
      last().onclose?.({ code: 1006 });
      vi.advanceTimersByTime(5_000);
      expect(sockets).toHaveLength(i + 2);
    }
  });

  it('gives up a line on which nothing is heard', () => {
    const { connection, sockets, last } = setUp();
    connection.open();
    last().onopen?.();
    last().say(welcome(1));
    vi.advanceTimersByTime(7_000);
    expect(last().of('ping').length).toBeGreaterThan(0);
    vi.advanceTimersByTime(14_000);
    expect(sockets[0]!.closed).toBe(true);
    expect(sockets.length).toBeGreaterThan(1);
  });

  it('answers the server and does not try again where that is of no use', () => {
    const { connection, listener, sockets, last } = setUp();
    connection.open();
    last().onopen?.();
    last().say(welcome(1));
    last().say({ type: 'ping' });
    expect(last().of('pong')).toHaveLength(1);
    last().onclose?.({ code: 4404 });
    vi.advanceTimersByTime(60_000);
    expect(listener.fatal).toHaveBeenCalledWith('table');
    expect(sockets).toHaveLength(1);
  });

  it.each([4401, 4403])('tells that there is no seat for this browser after %i', (code) => {
    const { connection, last, listener } = setUp();
    connection.open();
    last().onopen?.();
    last().onclose?.({ code });
    expect(listener.fatal).toHaveBeenCalledWith('seat');
  });

  it('survives text that is no message', () => {
    const { connection, last } = setUp();
    connection.open();
    last().onopen?.();
    last().onmessage?.({ data: '{' });
    last().say(welcome(1));
  });
});
