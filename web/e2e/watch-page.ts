import type { BrowserContext, Page } from '@playwright/test';

/** Problems in the pages of one test, one line each, except those that the test allows. */
export type PageProblems = {
  /** Ignores problems that match, such as 'response 400 POST /api/wan/createVideo'. */
  allow(pattern: RegExp): void;
  list(): string[];
};

/** The page asks for the account to find out whether the user is signed in. */
const alwaysAllowed = [/^response 401 GET \/api\/user\/info/];

/** Collects console errors, uncaught errors, failed requests and error responses of every page of the context. */
export function watchPages(context: BrowserContext): PageProblems {
  const problems: string[] = [];
  const allowed = [...alwaysAllowed];
  context.on('page', (page) => watchPage(page, (line) => problems.push(line)));
  return {
    allow: (pattern) => allowed.push(pattern),
    list: () => problems.filter((line) => !allowed.some((pattern) => pattern.test(line))),
  };
}

function watchPage(page: Page, report: (line: string) => void): void {
  page.on('console', (message) => {
    // The browser's own line about an error response says less than the response itself, reported below.
    const isEcho = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isEcho) report(`console ${message.text()}`);
  });
  page.on('pageerror', (error) => report(`uncaught ${error.message}`));
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // Leaving a page cancels what it was loading.
    if (reason !== 'net::ERR_ABORTED')
      report(`request ${request.method()} ${readPath(request.url())} ${reason}`);
  });
  page.on('response', (response) => {
    if (response.status() < 400) return;
    report(`response ${response.status()} ${response.request().method()} ${readPath(response.url())}`);
  });
}

function readPath(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}
