/** The few REST calls a guest makes. The session is a cookie, so nothing secret is kept in reach of scripts. */

import type {
  Advice,
  BotReason,
  Catalogue,
  CreateTable,
  Guest,
  GuestLink,
  Locale,
  MatchReview,
  Meanings,
  Said,
  ReviewProgress,
  TableInfo,
  TableList,
  TableSummary,
} from './protocol';

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly params: Record<string, string>,
  ) {
    super(code);
  }
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(path, {
    method,
    credentials: 'same-origin',
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await response.text();
  if (response.ok) return (text ? JSON.parse(text) : null) as T;
  let problem: Said = { code: 'server.failed', params: {} };
  try {
    problem = JSON.parse(text) as Said;
  } catch {
    // A proxy's own error page.
  }
  throw new ApiError(response.status, problem.code, problem.params ?? {});
}

/** The guest of this browser, or null where there is none yet. */
export const currentGuest = (): Promise<Guest | null> => ask('GET', '/api/guest');

/** Makes sure that this browser has a guest of this name and language. */
export async function signIn(name: string, language: Locale): Promise<Guest> {
  const guest = await currentGuest();
  if (!guest) return ask<Guest>('POST', '/api/guests', { name, language });
  if (guest.name === name && guest.language === language) return guest;
  return ask<Guest>('PATCH', '/api/guest', { name, language });
}

export const catalogue = (): Promise<Catalogue> => ask('GET', '/api/catalogue');
export const guestLink = (): Promise<GuestLink> => ask('POST', '/api/guest/link');
export const openSession = (token: string): Promise<Guest> => ask('POST', '/api/session', { token });

/** Opens a table. A guest who has left too many open gives up the one that has waited longest. */
export async function createTable(wanted: CreateTable): Promise<TableInfo> {
  try {
    return await ask<TableInfo>('POST', '/api/tables', wanted);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'table.limit') throw error;
    const oldest = (await ask<TableList>('GET', '/api/tables')).tables.at(-1);
    if (!oldest) throw error;
    await ask('DELETE', `/api/tables/${encodeURIComponent(oldest.id)}`);
    return ask<TableInfo>('POST', '/api/tables', wanted);
  }
}

/** The table to go back to: the newest that is not over. */
export async function runningTable(): Promise<TableSummary | null> {
  const guest = await currentGuest();
  if (!guest) return null;
  const list = await ask<TableList>('GET', '/api/tables');
  return list.tables.find((table) => !table.over) ?? null;
}

const at = (table: string, what: string): string => `/api/tables/${encodeURIComponent(table)}/${what}`;

/** What the calls that were heard tell, and those that may be made now. */
export const meanings = (table: string): Promise<Meanings> => ask('GET', at(table, 'meanings'));

/** A call by its place in a deal's auction, or a card. */
export type Made = { deal: number; call: number } | { deal: number; card: number };

export function botReason(table: string, made: Made): Promise<BotReason> {
  const what = 'call' in made ? `call=${made.call}` : `card=${made.card}`;
  return ask('GET', at(table, `reason?deal=${made.deal}&${what}`));
}

export const hint = (table: string): Promise<Advice> => ask('GET', at(table, 'hint'));

/** A match decision by decision, or how far the review is. */
export const review = (table: string): Promise<MatchReview | ReviewProgress> => ask('GET', at(table, 'review'));

export const tableInfo = (table: string): Promise<TableInfo> => ask('GET', `/api/tables/${encodeURIComponent(table)}`);

export const recordPath = (table: string): string => at(table, 'record');
