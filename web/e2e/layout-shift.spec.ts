import type { Page } from '@playwright/test';
import { expect } from './creator.ts';
import { test } from './full-account.ts';
import { shareOut } from './matrix.ts';
import { otherPages, type PageCase, pageTable } from './page-table.ts';

// One account with content for all of them.
test.describe.configure({ mode: 'default' });

/** Unexpected movement while a page loaded: how far, and which elements. */
type Shift = { value: number; moved: string[] };

declare global {
  interface Window {
    shifts: Shift[];
  }
}

function watchShifts(): void {
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
      window.shifts.push({ value: entry.value, moved });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

async function shiftsOf(page: Page, path: string): Promise<Shift[]> {
  await page.goto(path);
  await expect(page.locator('h1').first(), path).toBeAttached({ timeout: 60_000 });
  // Tiles of running generations keep their shimmer, so those in an article do not count.
  const loading = page.locator('main .shimmer:not(article *)').filter({ visible: true });
  await expect(loading, path).toHaveCount(0, { timeout: 60_000 });
  await page.waitForLoadState('networkidle');
  return page.evaluate(
    () =>
      new Promise<Shift[]>((resolve) =>
        requestAnimationFrame(() => setTimeout(() => resolve(window.shifts))),
      ),
  );
}

const widths = [1440, 360];

for (const width of widths) {
  for (const reader of ['user', 'visitor', 'operator'] as const) {
    test(`nothing moves while a page of the ${reader} loads, at ${width} px`, async ({
      page,
      account,
      problems,
      signIn,
    }) => {
      test.setTimeout(600_000);
      problems.allow(/no.such/);
      await page.setViewportSize({ width, height: 900 });
      if (reader !== 'user') await page.context().clearCookies();
      if (reader === 'operator') await signIn('ops@atelier.test', '/status');
      await page.addInitScript(watchShifts);
      const cases: PageCase[] = [
        ...Object.values(pageTable).flatMap((list) => list(account)),
        ...otherPages(account),
      ].filter((each) => each.reader === reader && shareOut(widths, each.path).includes(width));
      for (const { path } of cases)
        await test.step(path, async () => {
          expect.soft(await shiftsOf(page, path), path).toEqual([]);
        });
    });
  }
}
