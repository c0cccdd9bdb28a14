import { createStore } from '#lib/store.ts';
import { generationsStore } from './generations-store.ts';
import { hasEnded } from './has-ended.ts';

/** How many jobs run now, for the tray and the tab's title. */
export const runningCount = createStore(0);

generationsStore.subscribe(() => {
  let count = 0;
  for (const { generation } of generationsStore.get().cards.values()) {
    if (!hasEnded(generation.status)) count += 1;
  }
  runningCount.set(count);
});
