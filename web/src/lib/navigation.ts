/**
 * Where screens ask to go, and what lies over them. The router knows every screen, so no screen may know the router: it hangs
 * itself in here.
 */

import { PAGES } from './protocol';

export type Page = keyof typeof PAGES;

interface Router {
  go: (path: string, replace: boolean) => void;
  params: () => Record<string, string>;
}
let router: Router;

export function useRouter(used: Router): void {
  router = used;
}

/** The address of a screen; `table` stands for the part that begins with a colon. */
export const pathOf = (page: Page, table = ''): string => PAGES[page].replace(':table', encodeURIComponent(table));

/** What stands in this address for the part that begins with a colon. */
export const tableHere = (): string => router.params()['table'] ?? '';

/** Shows another screen; what lies over this one goes with it. With `replace`, Back does not come back to this one. */
export function go(page: Page, table = '', replace = false): void {
  const covered = covers.length + left > 0;
  left = 0;
  router.go(pathOf(page, table), replace || covered);
}

/**
 * What lies over a screen has an entry of its own in the history, so that Back takes it away instead of leaving the screen, on a page
 * that has just been opened too. The entries have the screen's address, and the router never hears of them.
 */
interface Cover {
  close: () => void;
  address: string;
}
const covers: Cover[] = [];
/** Covers that asked for an entry while the history was still on its way back. */
let waiting: Cover[] = [];
/** Entries whose covers have closed by themselves in this moment: the next cover takes one over, or they are gone back from. */
let left = 0;
/** The history is on its way back from such entries. */
let returning = false;

/** Lets Back close what lies over the screen from now on; returns what to call once it has gone, whoever closed it. */
export function cover(close: () => void): () => void {
  const mine: Cover = { close, address: location.href };
  covers.push(mine);
  if (returning) waiting.push(mine);
  else if (left > 0) left -= 1;
  else history.pushState(history.state, '');
  return () => {
    const place = covers.indexOf(mine);
    // Back took it, or its screen has gone with it.
    if (place < 0) return;
    covers.splice(place, 1);
    if (waiting.includes(mine)) waiting = waiting.filter((each) => each !== mine);
    else if (location.href === mine.address) {
      left += 1;
      setTimeout(goBack);
    }
  };
}

function goBack(): void {
  if (left === 0 || returning) return;
  returning = true;
  history.go(-left);
  left = 0;
}

/** Listens before the router does. */
export function watchHistory(): () => void {
  const moved = (event: PopStateEvent): void => {
    if (returning) {
      event.stopImmediatePropagation();
      returning = false;
      for (const _ of waiting) history.pushState(history.state, '');
      waiting = [];
      goBack();
      return;
    }
    const top = covers.pop();
    if (!top) return;
    event.stopImmediatePropagation();
    top.close();
  };
  window.addEventListener('popstate', moved, { capture: true });
  return () => window.removeEventListener('popstate', moved, { capture: true });
}
