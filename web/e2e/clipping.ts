import type { Page } from '@playwright/test';
import * as finder from './find-clipped.ts';
import { expect } from './fixtures.ts';
import { shareOut } from './matrix.ts';

const source = Object.entries(finder)
  .map(([name, value]) =>
    typeof value === 'function' ? String(value) : `const ${name} = ${JSON.stringify(value)};`,
  )
  .join('\n');

/** The windows in which every page is measured. */
export const windows = [
  { width: 1440, height: 900 },
  { width: 1366, height: 768 },
  { width: 1024, height: 768 },
  { width: 768, height: 1024 },
  { width: 360, height: 640 },
] as const;

/** Texts and controls of the page as it is now that are cut off, covered, or drawn over each other. */
export async function findClippedIn(page: Page): Promise<string[]> {
  return page.evaluate(`(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    ${source}
    return findClipped();
  })()`);
}

const softly = expect.configure({ soft: true });
/** Wait for layout by scripts, such as a grid's, which follows a new window size after some frames. */
const settleMs = 5_000;

/**
 * Measures a page in every window, or in one of them outside of the whole set. It stays loaded: only its window changes, and
 * has its size again afterwards.
 */
export async function expectNothingClippedInAnyWindow(page: Page, where: string): Promise<void> {
  const before = page.viewportSize();
  for (const { width, height } of shareOut(windows, where)) {
    await page.setViewportSize({ width, height });
    const about = { message: `${where}, ${width} × ${height}`, timeout: settleMs };
    await softly.poll(() => findClippedIn(page), about).toEqual([]);
  }
  if (before) await page.setViewportSize(before);
}
