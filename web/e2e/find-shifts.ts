import type { Page } from '@playwright/test';
import { expect } from './creator.ts';

/** Unexpected movement while a page loaded: how far, which elements, and when, in ms since the page was asked for. */
type Shift = { value: number; moved: string[]; startTime: number };

declare global {
  interface Window {
    shifts: Shift[];
  }
}

/** Begins to note what moves on the pages that are opened from now on. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(noteShifts);
}

function noteShifts(): void {
  window.shifts = [];
  type Entry = PerformanceEntry & {
    value: number;
    hadRecentInput: boolean;
    sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
  };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Entry[]) {
      if (entry.hadRecentInput) continue;
      const moved = entry.sources.map(({ node, previousRect, currentRect }) => {
        const element = node instanceof Element ? node : node?.parentElement;
        const name = `${element?.tagName} ${element?.className} ${element?.textContent?.slice(0, 40)}`;
        return `${name} ${Math.round(previousRect.y)} to ${Math.round(currentRect.y)}`;
      });
      window.shifts.push({ value: entry.value, moved, startTime: entry.startTime });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Opens a page, waits until all of it is there, and returns what moved by itself meanwhile. */
export async function findShifts(page: Page, path: string): Promise<Shift[]> {
  await page.goto(path);
  await expect(page.locator('h1').first(), path).toBeAttached();
  // Tiles of running generations keep their shimmer, so those in an article do not count.
  const loading = page.locator('main .shimmer:not(article *)').filter({ visible: true });
  await expect(loading, path).toHaveCount(0);
  await page.waitForLoadState('networkidle');
  return readShifts(page);
}

/**
 * Returns what has moved by itself, once the browser has drawn what is there now. A slow browser draws the document
 * before it has read all of it; that this grows is no movement.
 */
export async function readShifts(page: Page): Promise<Shift[]> {
  return page.evaluate(
    () =>
      new Promise<Shift[]>((resolve) => {
        const [document] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
        const readAt = document?.domContentLoadedEventEnd ?? 0;
        const list = () => window.shifts.filter(({ startTime }) => startTime > readAt);
        requestAnimationFrame(() => setTimeout(() => resolve(list())));
      }),
  );
}
