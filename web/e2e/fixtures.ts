import { test as base, expect } from '@playwright/test';
import { type PageProblems, watchPages } from './watch-page.ts';

type Fixtures = {
  /** Fails the test at its end if one of its pages logged an error or got an error response that it did not allow. */
  problems: PageProblems;
  /** Signs in through the local OpenID provider; any address will do, and a new one is a new account. */
  signIn: (email: string, redirect?: string) => Promise<void>;
};

export const test = base.extend<Fixtures>({
  // Set by the global setup, which runs after the configuration has been read.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  baseURL: ({}, use) => use(process.env.E2E_BASE_URL),
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
      const query = new URLSearchParams({ login_hint: email, redirect });
      await page.goto(`/api/auth/login?${query}`);
    }),
});

export { expect };
