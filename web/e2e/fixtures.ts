import { type BrowserContext, test as base, expect, type Page, type Response } from '@playwright/test';
import { leaveSession } from './newcomers.ts';
import { type PageProblems, watchPages } from './watch-page.ts';

type Fixtures = {
  /** Fails the test at its end if one of its pages logged an error or got an error response that it did not allow. */
  problems: PageProblems;
  /**
   * Whether opening and reloading a page includes the start of the app, as it does for all but the tests of prerendered pages:
   * before it, links are the browser's own, and only what `early.js` knows is carried over.
   */
  waitsForApp: boolean;
  /**
   * Whether the browser is one of a user who saves data, for whom nothing loads before it is asked for: the pages of the menu
   * would be more than half of what each test loads. It plays nothing by itself either.
   */
  savesData: boolean;
  /** Signs in through the local OpenID provider; any address will do, and a new one is a new account. */
  signIn: (email: string, redirect?: string) => Promise<void>;
};

export const test = base.extend<Fixtures>({
  // Set by the global setup, which runs after the configuration has been read.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  baseURL: ({}, use) => use(process.env.E2E_BASE_URL),
  waitsForApp: [true, { option: true }],
  savesData: [true, { option: true }],
  context: async ({ browser, context, waitsForApp, savesData }, use) => {
    if (savesData) await context.addInitScript(saveData);
    if (!waitsForApp) return use(context);
    const watch = (opened: BrowserContext) => opened.on('page', openWithApp);
    watch(context);
    browser.on('context', watch);
    await use(context);
    browser.off('context', watch);
  },
  problems: [
    async ({ context }, use) => {
      const problems = watchPages(context);
      await use(problems);
      expect(problems.list(), 'problems in the browser').toEqual([]);
    },
    { auto: true },
  ],
  signIn: ({ page }, use) =>
    use(async (email, redirect = '/') => {
      await leaveSession(page);
      const query = new URLSearchParams({ login_hint: email, redirect });
      await page.goto(`/api/auth/login?${query}`);
    }),
});

function saveData(): void {
  // A tab that a link opens runs this once for its first empty page, and once more.
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
}

/** Makes opening and reloading of a page include the start of the app. */
function openWithApp(page: Page): void {
  for (const open of ['goto', 'reload'] as const) {
    const original: (...args: never[]) => Promise<Response | null> = page[open].bind(page);
    page[open] = async (...args: never[]) => {
      const response = await original(...args);
      await appStarted(page);
      return response;
    };
  }
}

/** Waits until the app has taken over a prerendered page, and its form, hidden until then, has the values of the address. */
export async function appStarted(page: Page): Promise<void> {
  await page.waitForFunction(
    () => window.early === undefined && !document.querySelector('[data-filling] form[data-takes-files]'),
  );
}

export { expect };
