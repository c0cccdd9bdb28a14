import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';
import { expect, test } from './fixtures.ts';
import { pairWithLanguage, shareOut } from './matrix.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const widths = [360, 768, 1440];
export const layouts = (['dark', 'light'] as const).flatMap((colorScheme) =>
  widths.map((width) => ({ colorScheme, width })),
);

/** The rules of axe that read colours, without those for level AAA. */
const colorRules = ['color-contrast', 'link-in-text-block'];

/** Fails when axe finds anything on the page as it is now, contrast included, or when it is wider than its window. */
export async function expectAccessible(page: Page, where = 'the page', rules?: string[]): Promise<void> {
  await test.step(where, async () => {
    expect(await findViolations(page, rules), 'axe violations').toEqual([]);
    // Elements that follow their box with an observer, such as a waveform, get their width a frame later.
    await expect.poll(() => page.evaluate(findBeside), { message: 'elements beside the window' }).toEqual([]);
  });
}

/**
 * The same in every width and theme, or in one of them outside of the whole set. A test that is repeated in each language
 * takes half of them in each, so that every two of width, theme and language meet. The page stays loaded: theme and width
 * are CSS alone. A theme changes nothing but colours, so in the second one of all layouts only the rules about colours run.
 */
export async function expectAccessibleInEveryLayout(page: Page, where = 'the page'): Promise<void> {
  const inLanguage = pairWithLanguage(layouts, test.info().titlePath.join(' '));
  const chosen = shareOut(inLanguage, where);
  for (const { colorScheme, width } of chosen) {
    const hasAllRules = inLanguage !== layouts || colorScheme === chosen[0]?.colorScheme;
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(
      page,
      `${where}, ${colorScheme}, ${width} pixels wide`,
      hasAllRules ? undefined : colorRules,
    );
  }
}

/**
 * Runs axe inside the page, which has it from the first call until it navigates. @axe-core/playwright sends axe with
 * every call and opens one more page for its report, which costs more than the rules themselves.
 */
async function findViolations(page: Page, rules: string[] | undefined): Promise<string[]> {
  // Evaluated, and not added as a script: the page's own content security policy refuses inline scripts.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  await page.evaluate(endTransitions);
  return page.evaluate(async (values) => {
    const { axe: runner } = window as unknown as { axe: typeof axe };
    const { violations } = await runner.run(document, {
      resultTypes: ['violations'],
      ...(values ? { runOnly: { type: 'rule', values } } : {}),
    });
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target }) => `${id}: ${help} (${target.join(' ')})`),
    );
  }, rules);
}

/** The elements that make a page wider than its window. */
function findBeside(): string[] {
  if (document.documentElement.scrollWidth <= window.innerWidth) return [];
  const beside = [...document.querySelectorAll('body *')].filter(
    (element) => element.getBoundingClientRect().right > window.innerWidth,
  );
  return [
    `${document.documentElement.scrollWidth} pixels`,
    ...beside.map(({ outerHTML }) => outerHTML.slice(0, 400)),
  ];
}

/** Colours that fade from one theme to the other, or after a press, have no contrast of their own yet. */
function endTransitions(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*, *::before, *::after { transition: none !important; }');
  document.adoptedStyleSheets = [sheet];
}
