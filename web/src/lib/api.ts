/** The few REST calls a guest makes. The session is a cookie, so nothing secret is kept in reach of scripts. */

import type {
  Catalogue,
  CreateTable,
  Guest,
  GuestLink,
  Locale,
  Problem,
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
  let problem: Problem = { code: 'server.failed', params: {} };
  try {
    problem = JSON.parse(text) as Problem;
  } catch {
    // A proxy's own error page.
  }
  throw new ApiError(response.status, problem.code, problem.params ?? {});
}

/** The guest of this browser, or null where there is none yet. */
export async function currentGuest(): Promise<Guest | null> {
  try {
    return await ask<Guest>('GET', '/api/guest');
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

/** Makes sure that this browser has a guest of this name and language. */
export async function signIn(name: string, language: Locale): Promise<Guest> {
  const guest = await currentGuest();
  if (!guest) return ask<Guest>('POST', '/api/guests', { name, language });
  if (guest.name === name && guest.language === language) return guest;
  return ask<Guest>('PATCH', '/api/guest', { name, language });
}

export const catalogue = (): Promise<Catalogue> => ask('GET', '/api/catalogue');
export const createTable = (wanted: CreateTable): Promise<TableInfo> => ask('POST', '/api/tables', wanted);
export const guestLink = (): Promise<GuestLink> => ask('POST', '/api/guest/link');
export const openSession = (token: string): Promise<Guest> => ask('POST', '/api/session', { token });

/** The table to go back to: the newest that is not over. */
export async function runningTable(): Promise<TableSummary | null> {
  const guest = await currentGuest();
  if (!guest) return null;
  const list = await ask<TableList>('GET', '/api/tables');
  return list.tables.find((table) => !table.over) ?? null;
}
