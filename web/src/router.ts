/** Which screen stands at which address. Screens other than the first are fetched when they are opened. */

import { createRouter } from 'sv-router';
import NothingHere from './components/NothingHere.svelte';
import { useRouter } from './lib/navigation';
import { PAGES } from './lib/protocol';
import StartScreen from './screens/start/StartScreen.svelte';

const router = createRouter({
  [PAGES.start]: StartScreen,
  [PAGES.table]: () => import('./screens/table/TablePage.svelte'),
  [PAGES.review]: () => import('./screens/review/ReviewPage.svelte'),
  '*': NothingHere,
});

useRouter({
  go: (path, replace) => void router.navigate(path as never, { replace }),
  params: () => router.route.params as Record<string, string>,
});
