import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

export type Interactions = {
  /** Interaction to Next Paint as the web-vitals library reports it, in ms; 0 without interactions. */
  inpMs: number;
  /** Durations of each key, press and tap, from the input to the next frame, in ms and steps of 8; at least 16. */
  durationsMs: number[];
  /** The slowest three: how long, the event, its element, and the part of the time that its handlers take. */
  slowest: string[];
};

/** Records every interaction with the pages that are loaded from now on. */
export async function recordInteractions(page: Page): Promise<void> {
  const library = new URL('web-vitals.iife.js', import.meta.resolve('web-vitals'));
  const watcher = new URL('watch-interactions.js', import.meta.url);
  await page.addInitScript(`${readFileSync(library, 'utf8')}\n${readFileSync(watcher, 'utf8')}`);
}

/** Reads the interactions recorded since the page was loaded. */
export async function readInteractions(page: Page): Promise<Interactions> {
  return (await page.evaluate('readInteractions()')) as Interactions;
}
