import type { Page, Route } from '@playwright/test';
import { expect, test, uniquePrompt } from './creator.ts';
import { pageLoaded } from './loaded-page.ts';

const searchKey = 'ControlOrMeta+k';
const note = (page: Page) => page.getByRole('alert').filter({ hasText: 'This could not be loaded' });

/** Note of a dialog that failed to load: it is above the page and can be closed. */
const dialogNote = (page: Page) => note(page).filter({ has: page.getByRole('button', { name: 'Close' }) });

/** Addresses that a page has asked for since it was opened. */
const asked = new WeakMap<Page, Set<string>>();

test.beforeEach(({ page }) => {
  const addresses = new Set<string>();
  asked.set(page, addresses);
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) addresses.clear();
    addresses.add(request.url());
  });
});

/** Finds the files that the page has not begun to load by now: losing one of the others would reload it. */
function noteNewFiles(page: Page): (route: Route) => boolean {
  const known = new Set(asked.get(page));
  return (route) => !known.has(route.request().url());
}

/**
 * Answers the first request for each further file of the app with 503 from now on. Resolves to the files that failed.
 */
async function failOnce(page: Page): Promise<Set<string>> {
  const failed = new Set<string>();
  const isNew = noteNewFiles(page);
  await page.route('**/assets/*', (route) => {
    const url = route.request().url();
    if (failed.has(url) || !isNew(route)) return route.continue();
    failed.add(url);
    return route.fulfill({ status: 503 });
  });
  return failed;
}

/** No file of the app can be had any more, but for those that the page has begun to load. */
async function loseFiles(page: Page): Promise<void> {
  await pageLoaded(page);
  const isNew = noteNewFiles(page);
  await page.route('**/assets/*', (route) =>
    isNew(route) ? route.fulfill({ status: 404 }) : route.continue(),
  );
}

async function expectWholePage(page: Page): Promise<void> {
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.getByRole('navigation').first()).toBeVisible();
  await expect(page.getByText('This page could not be displayed')).toHaveCount(0);
}

test('a file of the app that fails once is fetched again, and its part appears', {
  tag: '@each-rule',
}, async ({ page, problems }) => {
  problems.allow(/^response 503 GET \/assets\//);
  for (const path of ['/pricing', '/creator/video/text-to-video', '/creator/history/image', '/credits']) {
    await test.step(path, async () => {
      await page.goto(path);
      await pageLoaded(page);
      const failed = await failOnce(page);
      await page.keyboard.press(searchKey);
      await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible();
      await page.keyboard.press('Escape');
      for (const name of [/^Theme and language|Display/, /running/i, /account/i]) {
        const button = page.getByRole('banner').getByRole('button', { name }).first();
        if ((await button.count()) > 0) {
          await button.click();
          await page.keyboard.press('Escape');
        }
      }
      await expectWholePage(page);
      await expect(note(page)).toHaveCount(0);
      expect(failed.size).toBeGreaterThan(0);
      await page.unroute('**/assets/*');
    });
  }
});

test('what the page does around itself is missing alone when its file fails', { tag: '@faults' }, async ({
  page,
  problems,
}) => {
  problems.allow(/^response 404 GET \/assets\//);
  await page.route('**/assets/{shell-effects,notifications}-*', (route) => route.fulfill({ status: 404 }));
  await page.goto('/pricing');
  await page.keyboard.press(searchKey);
  await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expectWholePage(page);
  await expect(note(page)).toHaveCount(0);
});

test('a part that is gone says so in its place, and loads when asked again', { tag: '@faults' }, async ({
  page,
  creator,
  problems,
}) => {
  problems.allow(/^response 404 GET \/assets\//);
  await creator.open();
  const prompt = uniquePrompt('A ferry');
  await creator.prompt.fill(prompt);
  await loseFiles(page);
  await page.keyboard.press(searchKey);
  await expect(dialogNote(page)).toBeVisible();
  await expectWholePage(page);
  await dialogNote(page).getByRole('button', { name: 'Close' }).click();
  await expect(dialogNote(page)).toHaveCount(0);
  await page.keyboard.press(searchKey);
  await expect(dialogNote(page)).toBeVisible();
  await expect(creator.prompt).toHaveValue(prompt);
  await page.unroute('**/assets/*');
  await dialogNote(page).getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible();
});

test('a part that a new build has replaced opens the page again, once, with the draft', async ({
  page,
  creator,
  problems,
}) => {
  problems.allow(/^response 404 GET \/assets\//);
  await creator.open();
  await expect(creator.balance).toBeVisible();
  const prompt = uniquePrompt('A lighthouse');
  await creator.prompt.fill(prompt);
  await loseFiles(page);
  // The server names another entry than the one that this page runs.
  const isDocument = /\/creator\/video\/text-to-video$/;
  await page.route(isDocument, async (route) => {
    if (route.request().resourceType() === 'document') {
      await page.unroute('**/assets/*');
      return route.continue();
    }
    const reply = await route.fetch();
    const body = (await reply.text()).replace(/content="\/assets\/[^"]+\.js"/, 'content="/assets/next.js"');
    return route.fulfill({ response: reply, body });
  });
  const opened = page.waitForEvent('load');
  await page.keyboard.press(searchKey);
  await opened;
  await expect(creator.balance).toBeVisible();
  await expect(creator.prompt).toHaveValue(prompt);

  // The same build is not waited for twice.
  await loseFiles(page);
  let openedCount = 0;
  page.on('load', () => {
    openedCount += 1;
  });
  await page.keyboard.press(searchKey);
  await expect(dialogNote(page)).toBeVisible();
  expect(openedCount).toBe(0);
  // A last question for the build may be on its way.
  await page.unrouteAll({ behavior: 'wait' });
});

test('the app starts without the part that repeats early input', { tag: '@faults' }, async ({
  page,
  problems,
}) => {
  problems.allow(/^response 404 GET \/assets\//);
  await page.route('**/assets/early-input-*', (route) => route.fulfill({ status: 404 }));
  for (const path of ['/status', '/pricing']) {
    await page.goto(path);
    await page.keyboard.press(searchKey);
    await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible();
  }
});

/** Holds back every file of the app from now on, until the returned function is called. */
async function holdFiles(page: Page): Promise<() => Promise<void>> {
  await pageLoaded(page);
  const held = Promise.withResolvers<void>();
  await page.route('**/assets/*', async (route) => {
    await held.promise;
    await route.continue();
  });
  return async () => {
    held.resolve();
    await page.unrouteAll({ behavior: 'wait' });
  };
}

test('what opens above the page is closed by Escape while it loads', { tag: '@each-rule' }, async ({
  page,
  creator,
}) => {
  const dialogs = page.getByRole('dialog');
  await creator.open();
  await creator.takesButton.click();
  await expect(page.getByRole('menuitem')).not.toHaveCount(0);
  await page.keyboard.press('Escape');
  await test.step('a dialog of the app', async () => {
    const release = await holdFiles(page);
    await page.keyboard.press(searchKey);
    await page.keyboard.press('Escape');
    await release();
    await pageLoaded(page);
    await expect(dialogs).toHaveCount(0);
    await page.keyboard.press(searchKey);
    await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialogs).toHaveCount(0);
  });
  await test.step('a panel beside its button', async () => {
    const release = await holdFiles(page);
    await page
      .getByRole('banner')
      .getByRole('button', { name: /account/i })
      .click();
    const panels = page.locator('[popover]:popover-open');
    await expect(panels).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(panels).toHaveCount(0);
    await release();
  });
  await test.step('a dialog of a form', async () => {
    const release = await holdFiles(page);
    await creator.openSheet();
    await page.keyboard.press('Escape');
    await release();
    await pageLoaded(page);
    await expect(dialogs).toHaveCount(0);
    await creator.openSheet();
    await expect(dialogs).toBeVisible();
  });
});

test('a part that never comes says so after a while, and loads when asked again', { tag: '@faults' }, async ({
  page,
  creator,
}) => {
  await page.clock.install();
  await creator.open();
  const release = await holdFiles(page);
  await page.keyboard.press(searchKey);
  // Each of two requests has its time.
  await expect(async () => {
    await page.clock.runFor(5_000);
    await expect(dialogNote(page)).toBeVisible({ timeout: 200 });
  }).toPass();
  await release();
  await dialogNote(page).getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible();
});
