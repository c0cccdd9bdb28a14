import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';
import { expect, test } from './fixtures.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const widths = [360, 768, 1440];
const themes = ['dark', 'light'] as const;

/** Fails when axe finds anything on the page as it is now, contrast included, or when it is wider than its window. */
export async function expectAccessible(page: Page, where = 'the page'): Promise<void> {
  await test.step(where, async () => {
    expect(await findViolations(page), 'axe violations').toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, 'pixels beside the window').toBeLessThanOrEqual(0);
  });
}

/** The same in every width and theme. The page stays loaded: theme and width are CSS alone. */
export async function expectAccessibleInEveryLayout(page: Page, where = 'the page'): Promise<void> {
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme });
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await expectAccessible(page, `${where}, ${colorScheme}, ${width} pixels wide`);
    }
  }
}

/**
 * Runs axe inside the page, which has it from the first call until it navigates. @axe-core/playwright sends axe with
 * every call and opens one more page for its report, which costs more than the rules themselves.
 */
async function findViolations(page: Page): Promise<string[]> {
  // Evaluated, and not added as a script: the page's own content security policy refuses inline scripts.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  await page.evaluate(endTransitions);
  return page.evaluate(async () => {
    const { axe: runner } = window as unknown as { axe: typeof axe };
    const { violations } = await runner.run(document, { resultTypes: ['violations'] });
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target }) => `${id}: ${help} (${target.join(' ')})`),
    );
  });
}

/** Colours that fade from one theme to the other, or after a press, have no contrast of their own yet. */
function endTransitions(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*, *::before, *::after { transition: none !important; }');
  document.adoptedStyleSheets = [sheet];
}
