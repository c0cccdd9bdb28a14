import { linkSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { repairGenerationCounts } from '@atelier/db';
import type { Browser, Page } from 'playwright-core';
import { insertHistory } from '../harness/insert-history.ts';
import { type BenchUser, insertUsers } from '../harness/insert-users.ts';
import { openBrowser, openSignedIn } from '../harness/open-browser.ts';
import { type Harness, openHarness } from '../harness/open-harness.ts';
import { type Interactions, readInteractions, recordInteractions } from '../harness/record-interactions.ts';
import { submitVideo } from '../harness/submit-video.ts';
import { yieldToBrowser } from '../harness/yield-to-browser.ts';
import { percentile } from '../measure/statistics.ts';
import type { Finding, Scenario, ScenarioContext } from '../scenario.ts';

const generations = { full: 10_000, small: 500 };
const runningJobs = 5;
const maxInpMs = 100;

export const interactionScenario: Scenario = {
  id: 'P19',
  title: `interaction to next paint, ${runningJobs} jobs running, an image history of 10,000`,
  isPerBackend: false,
  async run(context) {
    const harness = await openHarness(context, {
      users: 0,
      workerProcesses: 1,
      emulatorSpeed: 1,
      hasWeb: true,
    });
    const [user] = await insertUsers(harness.db.pool, 1);
    if (!user) throw new Error('There is no user');
    await fillLibrary(context, harness, user);
    yieldToBrowser();
    const browser = await openBrowser(context);
    const form = await measure(harness, browser, user, useForm);
    const history = await measure(harness, browser, user, useHistory);
    const list = await measure(harness, browser, user, useList);
    const slowest = [form, history, list].flatMap((each) => each.slowest);
    return {
      findings: [
        describe('text to video', form),
        describe('image history', history),
        describe('as a list', list),
      ].flat(),
      notes: [
        ...slowest,
        'In the browser that npm brings, without throttling: keys, presses and dialogs, one after the other. The',
        'servers have a lower priority than the browser, for they run on other machines than it. The p98 is',
        'of all interactions, INP what the web-vitals library reports for the same visit.',
      ],
    };
  },
};

function describe(where: string, { inpMs, durationsMs }: Interactions): Finding[] {
  const p98 = percentile(durationsMs, 0.98);
  return [
    {
      what: `${where}: p98 of ${durationsMs.length} interactions`,
      measured: { value: p98, unit: 'ms' },
      target: `at most ${maxInpMs} ms`,
      isMet: p98 <= maxInpMs,
    },
    { what: `${where}: INP`, measured: { value: inpMs, unit: 'ms' } },
  ];
}

/** Every generation has the file of one real image. */
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
  await repairGenerationCounts(harness.db, user.id);
  const assets = join(import.meta.dirname, '../../../web/dist/assets');
  const picture = readdirSync(assets).find((name) => name.startsWith('loop-') && name.endsWith('.webp'));
  if (!picture) throw new Error(`The web build has no picture in ${assets}`);
  const { rows } = await harness.db.pool.query<{ key: string }>(
    'select storage_key as key from output union all select poster_key from output',
  );
  for (const { key } of rows) {
    const path = join(harness.dataDir, 'files', key);
    mkdirSync(dirname(path), { recursive: true });
    linkSync(join(assets, picture), path);
  }
  context.print(`${count} images are in the history`);
}

/** Uses one new page while jobs of the same user run. */
async function measure(
  harness: Harness,
  browser: Browser,
  user: BenchUser,
  use: (page: Page) => Promise<void>,
): Promise<Interactions> {
  const { url } = harness.stack;
  const context = await openSignedIn(browser, url, user);
  const page = await context.newPage();
  await recordInteractions(page);
  for (let job = 0; job < runningJobs; job += 1) await submitVideo(harness, harness.apiUrl, user);
  await use(page);
  const interactions = await readInteractions(page);
  await context.close();
  return interactions;
}

async function useForm(page: Page): Promise<void> {
  await page.goto('/creator/video/text-to-video');
  const tray = page.getByRole('button', { name: /running generations$/ });
  await tray.waitFor();
  const prompt = page.getByRole('textbox', { name: 'Prompt', exact: true });
  await prompt.click();
  await page.keyboard.type('A lighthouse in the fog, seen from a small boat that comes near', { delay: 30 });
  for (const model of ['ArrowDown', 'ArrowUp']) {
    await page.getByRole('button', { name: /^Model / }).click();
    await page.getByRole('listbox').waitFor();
    await page.keyboard.press(model);
    await page.keyboard.press('Escape');
  }
  for (let round = 0; round < 3; round += 1) {
    await tray.click();
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('dialog', { name: 'Search' }).getByRole('combobox').waitFor();
    await page.keyboard.type('old lighthouse', { delay: 30 });
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
  }
}

async function useHistory(page: Page): Promise<void> {
  await page.goto('/creator/history/image');
  const images = page.locator('[data-generation] h3 a');
  await images.first().click();
  await page.getByRole('dialog').waitFor();
  for (let step = 0; step < 15; step += 1) await page.keyboard.press('ArrowRight', { delay: 30 });
  await page.keyboard.press('Escape');
  for (const text of ['old lighthouse 7', 'snow owl 12']) {
    await page.getByRole('searchbox').click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(text, { delay: 60 });
    await page.getByRole('status').first().waitFor({ state: 'attached' });
  }
}

async function useList(page: Page): Promise<void> {
  await page.goto('/creator/history/image?viewMode=list');
  const images = page.locator('[data-generation] h3 a');
  await images.first().waitFor();
  for (let number = 2; number < 7; number += 1) {
    await page.getByRole('link', { name: 'Next' }).click();
    await page.waitForURL((url) => url.searchParams.get('page') === String(number));
    await images.first().waitFor();
  }
}
