import type { StatusReply } from '@atelier/contract';
import type { Page } from '@playwright/test';
import { languages } from '../src/lib/i18n/languages.build.ts';
import { expectNothingClippedInAnyWindow } from './clipping.ts';
import { expect } from './creator.ts';
import { findShifts, watchShifts } from './find-shifts.ts';
import { test } from './full-account.ts';
import { pairWithLanguage, shareOut } from './matrix.ts';
import { listRoutes, otherPages, type PageCase, pageTable } from './page-table.ts';

test('every route of the app is in the table of pages that are measured', () => {
  expect(listRoutes().length).toBeGreaterThan(20);
  expect(Object.keys(pageTable).sort()).toEqual(listRoutes().sort());
});

/** The windows in which a page is loaded, each in one of the languages; another theme moves nothing. */
const widths = [1440, 360];

type Measured = { path: string; width: number };

/** Gives every page another width than in the other language, and its neighbours in the list the other one. */
function pairWithWidths(cases: readonly PageCase[], language: string): Measured[] {
  return cases.flatMap(({ path }, place) => {
    const inOrder = place % 2 === 0 ? widths : widths.toReversed();
    return pairWithLanguage(inOrder, `in ${language}`).map((width) => ({ path, width }));
  });
}

/** Loads a page in a width and measures what moves, then what is cut off in any window. */
async function measure(page: Page, { path, width }: Measured): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  expect.soft(await findShifts(page, path), `${path}, ${width} pixels wide`).toEqual([]);
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
  // Answers from memory: a request to the server in between would delay this reply.
  await page.route('**/api/status', (route) => route.fulfill({ json: { ...status, kinds } }));
}

/**
 * Lets lists about all users and models say the same when they are read again, whatever other tests do meanwhile: a model
 * that one of them lets fail is announced to every open page.
 */
async function keepLists(page: Page): Promise<void> {
  const replies = new Map<string, unknown>();
  await page.route(/\/api\/admin\/(results\?|breakers|owed)/, async (route) => {
    const url = route.request().url();
    if (!replies.has(url)) replies.set(url, await (await route.fetch()).json());
    await route.fulfill({ json: replies.get(url) });
  });
}

/** Numbers of tests that share the pages of a reader, so that they take about as long and run side by side. */
const shareCounts = { user: 4, visitor: 2, operator: 1 };
const readers = ['user', 'visitor', 'operator'] as const;
const shares = readers.flatMap((reader) =>
  Array.from({ length: shareCounts[reader] }, (_, share) => ({ reader, share })),
);

/** The addresses of a route for each reader: all of them, or one outside of the whole set. */
function listCases(cases: readonly PageCase[], route: string): PageCase[] {
  return readers.flatMap((reader) =>
    shareOut(
      cases.filter((each) => each.reader === reader),
      route,
    ),
  );
}

for (const { tag: locale } of languages) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    for (const { reader, share } of shares) {
      test(`nothing moves while a page of the ${reader} loads, and nothing of it is cut off in any window: share ${share + 1}`, async ({
        page,
        account,
        problems,
        signIn,
      }) => {
        test.setTimeout(900_000);
        problems.allow(/no.such/);
        const cases = [
          ...Object.entries(pageTable).flatMap(([route, list]) => listCases(list(account), route)),
          ...otherPages(account),
        ]
          .filter((each) => each.reader === reader)
          .filter((_, place) => place % shareCounts[reader] === share);
        if (reader !== 'user') await page.context().clearCookies();
        if (reader === 'operator') await signIn('ops@atelier.test', '/status');
        await watchShifts(page);
        await reportSickModels(page);
        await keepLists(page);
        for (const each of pairWithWidths(cases, locale))
          await test.step(each.path, () => measure(page, each));
      });
    }
  });
}
