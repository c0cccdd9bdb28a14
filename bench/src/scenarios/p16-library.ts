import { readFileSync } from 'node:fs';
import type { CDPSession, Page } from 'playwright-core';
import { insertHistory } from '../harness/insert-history.ts';
import { type BenchUser, insertUsers } from '../harness/insert-users.ts';
import { openBrowser, openSignedIn } from '../harness/open-browser.ts';
import { type Harness, openHarness } from '../harness/open-harness.ts';
import { servePicture } from '../harness/serve-picture.ts';
import { yieldToBrowser } from '../harness/yield-to-browser.ts';
import { percentile } from '../measure/statistics.ts';
import type { Scenario, ScenarioContext } from '../scenario.ts';

const generations = { full: 1_000_000, small: 5_000 };
const jumps = 40;
const scrollSeconds = { full: 600, small: 10 };
const maxDayMs = 150;
const maxTaskMs = 50;
/** Bytes of the page's memory at the end of scrolling, of those after a tenth of it. */
const maxGrowth = 1.5;

export const libraryScenario: Scenario = {
  id: 'P16',
  title: 'the library of one owner with 1,000,000 records, in a browser',
  isPerBackend: false,
  async run(context) {
    const settings = { CDN_BASE_URL: await servePicture(context.resources) };
    const harness = await openHarness(context, { users: 0, workerProcesses: 1, hasWeb: true, settings });
    const [user] = await insertUsers(harness.db.pool, 1);
    if (!user) throw new Error('There is no user');
    await fillLibrary(context, harness, user);
    yieldToBrowser();
    const page = await openLibrary(context, harness, user);
    const cdp = await page.context().newCDPSession(page);

    await jumpTo(page, 0.5);
    await readLongestTask(page);
    const dayMs: number[] = [];
    for (let jump = 0; jump < jumps; jump += 1)
      dayMs.push(await jumpTo(page, ((jump * 7) % jumps) / jumps + 0.01));
    const seconds = scrollSeconds[context.isQuick ? 'small' : 'full'];
    await scroll(page, seconds / 10);
    const tasksMs = [await readLongestTask(page)];
    const before = await usedBytes(cdp);
    // The collection itself is a long task.
    await readLongestTask(page);
    await scroll(page, seconds * 0.9);
    tasksMs.push(await readLongestTask(page));
    const longestMs = Math.max(...tasksMs);
    const growth = (await usedBytes(cdp)) / before;
    return {
      findings: [
        {
          what: `a day, from the press to its pictures, p95 of ${jumps}`,
          measured: { value: percentile(dayMs, 0.95), unit: 'ms' },
          target: `at most ${maxDayMs} ms`,
          isMet: percentile(dayMs, 0.95) <= maxDayMs,
        },
        {
          what: 'longest task while days are chosen and scrolled',
          measured: { value: longestMs, unit: 'ms' },
          target: `none over ${maxTaskMs} ms`,
          isMet: longestMs <= maxTaskMs,
        },
        {
          what: `memory of the page after ${seconds} s of scrolling`,
          measured: { value: (growth * before) / 1_000_000, unit: 'MB' },
          reference: { value: before / 1_000_000, unit: 'MB', what: 'after a tenth of it' },
          target: `at most ${maxGrowth} times`,
          isMet: growth <= maxGrowth,
        },
      ],
      notes: [
        'In the browser that npm brings, without throttling. A day is pressed once all pictures of the one before are there,',
        'and counts as shown when every tile in the window has its generation and its picture, the same one for all, from a',
        'second server. Scrolled by a window at every frame. Tasks are those that the browser reports as long, from 50 ms on; memory after a collection.',
        'The servers have a lower priority than the browser, for they run on other machines than it.',
      ],
    };
  },
};

async function fillLibrary(context: ScenarioContext, harness: Harness, user: BenchUser): Promise<void> {
  const count = context.isQuick ? generations.small : generations.full;
  const [other] = await insertUsers(harness.db.pool, 1);
  await insertHistory({
    adminUrl: harness.stack.adminUrl,
    generations: count,
    owners: [{ userId: user.id, medium: 'image' }],
    ownedByEach: count,
    others: [other?.id ?? ''],
  });
  context.print(`${count} images are in the library`);
}

async function openLibrary(context: ScenarioContext, harness: Harness, user: BenchUser): Promise<Page> {
  const { url } = harness.stack;
  const tab = await openSignedIn(await openBrowser(context), url, user);
  const page = await tab.newPage();
  const watcher = new URL('../harness/watch-library.js', import.meta.url);
  await page.addInitScript(readFileSync(watcher, 'utf8'));
  await page.goto('/creator/history');
  await page.locator('article[data-place] img').first().waitFor();
  await page.mouse.move(700, 500);
  return page;
}

/** Presses a day when the page has come to rest. */
async function jumpTo(page: Page, share: number): Promise<number> {
  await page.evaluate('rest()');
  return (await page.evaluate(`showDay(${share})`)) as number;
}

/** Returns the longest task since the previous call, in ms. */
async function readLongestTask(page: Page): Promise<number> {
  return (await page.evaluate('readLongestTaskMs()')) as number;
}

async function scroll(page: Page, seconds: number): Promise<void> {
  const end = performance.now() + seconds * 1_000;
  while (performance.now() < end) {
    await page.mouse.wheel(0, 900);
    await page.evaluate('nextFrame()');
  }
}

async function usedBytes(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage');
  return (await cdp.send('Runtime.getHeapUsage')).usedSize;
}
