import type { Page } from '@playwright/test';
import { languages } from '../src/lib/i18n/languages.build.ts';
import { expectNothingClippedInAnyWindow } from './clipping.ts';
import { expect } from './creator.ts';
import { test } from './full-account.ts';
import { listRoutes, otherPages, type PageCase, pageTable } from './page-table.ts';

// One account with content for all of them.
test.describe.configure({ mode: 'default' });

test('every route of the app is in the table of pages that are measured', () => {
  expect(listRoutes().length).toBeGreaterThan(20);
  expect(Object.keys(pageTable).sort()).toEqual(listRoutes().sort());
});

/** Measures a page once all of it is there: what still loads has a skeleton in its place. */
async function measure(page: Page, path: string): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(path);
  await expect(page.locator('h1').first(), path).toBeAttached({ timeout: 60_000 });
  // Tiles of running generations keep their shimmer, so those in an article do not count.
  const loading = page.locator('main .shimmer:not(article *)').filter({ visible: true });
  await expect(loading, path).toHaveCount(0, { timeout: 60_000 });
  await expectNothingClippedInAnyWindow(page, path);
}

for (const { tag: locale } of languages) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    for (const reader of ['user', 'visitor', 'operator'] as const) {
      test(`no text and no control is cut off in any window, on any page of a ${reader}`, async ({
        page,
        account,
        problems,
        signIn,
      }) => {
        test.setTimeout(900_000);
        problems.allow(/no-such/);
        const cases: PageCase[] = [
          ...Object.values(pageTable).flatMap((list) => list(account)),
          ...otherPages(account),
        ].filter((each) => each.reader === reader);
        if (reader !== 'user') await page.context().clearCookies();
        if (reader === 'operator') await signIn('ops@atelier.test', '/status');
        for (const { path } of cases) await test.step(path, () => measure(page, path));
      });
    }
  });
}
