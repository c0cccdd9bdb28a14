import { readFileSync } from 'node:fs';
import type { BrowserContext } from 'playwright-core';
import { insertUsers } from '../harness/insert-users.ts';
import { openBrowser, openSignedIn } from '../harness/open-browser.ts';
import { openHarness } from '../harness/open-harness.ts';
import { percentile } from '../measure/statistics.ts';
import type { Finding, Scenario } from '../scenario.ts';

const rounds = { full: 6, small: 2 };
const entryCount = 8;
const targets = { first: 250, warm: 100 };

export const menuScenario: Scenario = {
  id: 'P24',
  title: 'menu entry to menu entry in the browser, for the first time and warm',
  isPerBackend: false,
  async run(context) {
    const harness = await openHarness(context, {
      users: 0,
      workerProcesses: 1,
      emulatorSpeed: 1,
      hasWeb: true,
    });
    const browser = await openBrowser(context);
    const first: number[] = [];
    const warm: number[] = [];
    for (let round = 0; round < (context.isQuick ? rounds.small : rounds.full); round += 1) {
      const [user] = await insertUsers(harness.db.pool, 1);
      if (!user) throw new Error('There is no user');
      const visit = await openVisit(await openSignedIn(browser, harness.stack.url, user));
      for (const path of visit.paths) first.push(await visit.goTo(path));
      for (const path of [...visit.paths, ...visit.paths]) warm.push(await visit.goTo(path));
      await visit.close();
    }
    return {
      findings: [describe('first time', first, targets.first), describe('warm', warm, targets.warm)].flat(),
      notes: [
        'In the browser that npm brings, without throttling, each press once the page is idle: until the frame after the one in',
        'which title, heading and form are those of the entry and nothing is a placeholder.',
      ],
    };
  },
};

function describe(what: string, durationsMs: number[], maxMs: number): Finding[] {
  const p95 = percentile(durationsMs, 0.95);
  return [
    {
      what: `${what}: p95 of ${durationsMs.length}`,
      measured: { value: p95, unit: 'ms' },
      target: `at most ${maxMs} ms`,
      isMet: p95 <= maxMs,
    },
    { what: `${what}: p50`, measured: { value: percentile(durationsMs, 0.5), unit: 'ms' } },
  ];
}

/** Opens the prices in a browser that has nothing stored, beside the entries of the menu that lead to forms. */
async function openVisit(context: BrowserContext) {
  const page = await context.newPage();
  await page.addInitScript(readFileSync(new URL('../harness/watch-next-page.js', import.meta.url), 'utf8'));
  await page.goto('/pricing');
  const links = page.locator('nav a[href^="/creator/"]:not([href*="history"])');
  await links.first().waitFor();
  const hrefs = await links.evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''));
  return {
    paths: [...new Set(hrefs)].slice(0, entryCount),
    /** Presses an entry of the menu and returns how long its page took, in ms. */
    async goTo(path: string): Promise<number> {
      await page.waitForLoadState('networkidle');
      await page.evaluate('new Promise((resolve) => requestIdleCallback(resolve))');
      const shown = page.evaluate('measureNextPage()') as Promise<number>;
      await page.locator(`nav a[href="${path}"]`).first().click();
      return shown;
    },
    close: () => context.close(),
  };
}
