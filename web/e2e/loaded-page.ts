import { expect, type Page } from '@playwright/test';

/** Long enough for a page on a busy machine to ask for its next file. */
const pauseMs = 1_000;

/**
 * Waits until a page has loaded everything that it loads by itself. The network can be idle for a moment before that, while
 * the page runs what has arrived.
 */
export async function pageLoaded(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  let known = -1;
  const isQuiet = async () => {
    const count = await page.evaluate(countFilesWhenIdle);
    const hasNoMore = count === known;
    known = count;
    return hasNoMore;
  };
  await expect.poll(isQuiet, { intervals: [pauseMs] }).toBe(true);
}

/** Asks for a frame first: while a page draws none, the browser may not say that it is idle for as long as a minute. */
function countFilesWhenIdle(): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const count = () => resolve(performance.getEntriesByType('resource').length);
  requestAnimationFrame(() => requestIdleCallback(count));
  return promise;
}

/** Resolves once a page that is about to load follows events: what ends before that is never seen to run. */
export function waitForSocket(page: Page): Promise<unknown> {
  return page
    .waitForEvent('websocket')
    .then((socket) =>
      socket.waitForEvent('framereceived', ({ payload }) => String(payload).startsWith('40')),
    );
}
