import type { StatusReply } from '@atelier/contract';
import type { Page } from '@playwright/test';
import { languages } from '../src/lib/i18n/languages.build.ts';
import { expectNothingClippedInAnyWindow } from './clipping.ts';
import { expect } from './creator.ts';
import { findShifts, watchShifts } from './find-shifts.ts';
import { test } from './full-account.ts';
import { shareOut } from './matrix.ts';
import { listRoutes, otherPages, type PageCase, pageTable } from './page-table.ts';

// One account with content for all of them.
test.describe.configure({ mode: 'default' });

test('every route of the app is in the table of pages that are measured', () => {
  expect(listRoutes().length).toBeGreaterThan(20);
  expect(Object.keys(pageTable).sort()).toEqual(listRoutes().sort());
});

/** The windows in which a page is loaded; another theme moves nothing. */
const widths = [1440, 360];

/** Loads a page in each width, or in one of them outside of the whole set, and measures it where it has been loaded. */
async function measure(page: Page, path: string): Promise<void> {
  for (const width of shareOut(widths, path)) {
    await page.setViewportSize({ width, height: 900 });
    expect.soft(await findShifts(page, path), `${path}, ${width} pixels wide`).toEqual([]);
  }
  await expectNothingClippedInAnyWindow(page, path);
}

/**
 * Reports half of the models as failing and the others as taking no work, which forms say once the status has been read. How
 * many of them other tests have let fail by now must not decide what is measured here.
 */
async function reportSickModels(page: Page): Promise<void> {
  const reply = await page.request.get('/api/status');
  const status = (await reply.json()) as StatusReply;
  const since = '2026-01-01T00:00:00.000Z';
  const kinds = status.kinds.map((kind, index) => ({
    ...kind,
    recent: { failed: 4, total: 10 },
    is_failing: index % 2 === 0,
    held_since: index % 2 === 0 ? null : since,
    successor: status.kinds[0]?.id ?? null,
  }));
  // From memory: asking the server in between would make this reply later than it is.
  await page.route('**/api/status', (route) => route.fulfill({ json: { ...status, kinds } }));
}

for (const { tag: locale } of languages) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    for (const reader of ['user', 'visitor', 'operator'] as const) {
      test(`nothing moves while a page of the ${reader} loads, and nothing of it is cut off in any window`, async ({
        page,
        account,
        problems,
        signIn,
      }) => {
        test.setTimeout(900_000);
        problems.allow(/no.such/);
        const cases: PageCase[] = [
          ...Object.values(pageTable).flatMap((list) => list(account)),
          ...otherPages(account),
        ].filter((each) => each.reader === reader);
        if (reader !== 'user') await page.context().clearCookies();
        if (reader === 'operator') await signIn('ops@atelier.test', '/status');
        await watchShifts(page);
        await reportSickModels(page);
        for (const { path } of cases) await test.step(path, () => measure(page, path));
      });
    }
  });
}
