import type { Page } from '@playwright/test';
import { languages } from '../src/lib/i18n/languages.build.ts';
import { expectAccessibleInEveryLayout } from './accessibility.ts';
import { loseAnswers, repriceBatches } from './batch-answers.ts';
import { findClippedIn } from './clipping.ts';
import { Creator, expect, type Locale, test, uniquePrompt } from './creator.ts';
import { drag, findCentre } from './touch.ts';

for (const { tag } of languages) {
  const locale: Locale = tag === 'en' ? 'en-US' : 'zh-CN';
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test('any model is three letters and Enter away, with the price of what the form has', async ({
      page,
    }) => {
      const creator = new Creator(page, locale);
      const prompt = uniquePrompt('A kingfisher');
      await creator.open();
      await creator.prompt.fill(prompt);
      await creator.modelButton.click();
      await expect(creator.modelSearch).toBeFocused();
      await expectAccessibleInEveryLayout(page, 'the sheet of models');
      await page.keyboard.type('kli');
      const active = page.locator('[role=option][data-active]');
      await expect(active).toContainText('Kling 3.0 Standard');
      await expect(active).toContainText(/[1-9]\d/);
      // A model says that its form will ask for a file.
      const asking = /(From a picture or a video|从图片或视频开始) · /;
      await expect(page.getByRole('option', { name: 'Kling 2.6 Pro' })).toContainText(asking);
      await expect(active).not.toContainText(asking);
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/kling-v3-standard-text-to-video$/);
      await expect(creator.prompt).toHaveValue(prompt);
    });

    test('several models are tried with one prompt, and one chooses among their results from blind', async ({
      page,
    }) => {
      const creator = new Creator(page, locale);
      await page.goto('/creator/image/text-to-image');
      const before = await creator.creditsLeft();
      await creator.prompt.fill(uniquePrompt('A kite'));
      await creator.takesButton.click();
      await page.getByRole('menuitem').first().click();
      await expect(creator.modelSearch).toBeFocused();
      await tickTwo(page);
      const start = page.getByRole('dialog').getByRole('button').last();
      await expect(start).toContainText('2');
      const submitted = page.waitForRequest(
        (request) => request.method() === 'POST' && request.url().endsWith('/api/batches'),
      );
      await start.click();
      const body = (await submitted).postDataJSON();
      expect(new Set(body.lines.map(({ kind }: { kind: string }) => kind)).size).toBe(2);
      await expect(page).toHaveURL(/\/creator\/batches\/[0-9a-f-]+\?blind=/);
      await creator.expectCreditsLeft(before - body.expected_cost);
      await expect(page.locator('#blind-title')).toBeVisible();
      await page.keyboard.press('1');
      await expect(
        page.getByRole('main').getByRole('listitem').getByRole('button', { pressed: true }),
      ).toHaveCount(1);
    });
  });
}

test('the sheet shows prices that changed while models were ticked, and nothing is spent', {
  tag: '@each-rule',
}, async ({ page, creator, problems }) => {
  problems.allow(/^response 409 POST \/api\/batches/);
  const named = await repriceBatches(page, 77);
  await page.goto('/creator/image/text-to-image');
  const before = await creator.creditsLeft();
  await creator.prompt.fill(uniquePrompt('A heron'));
  await creator.modelButton.click();
  await expect(creator.modelSearch).toBeFocused();
  await tickTwo(page);
  await page.getByRole('button', { name: /^Try 2 models/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('The total is now 77 credits.');
  await dialog.getByRole('button', { name: 'Try 2 models · 77 credits' }).click();
  await expect.poll(() => named.length).toBe(2);
  expect(named[1]).toBe(77);
  expect(await creator.creditsLeft()).toBe(before);
});

test('the key M opens the sheet but in a field, where it is typed', { tag: '@each-rule' }, async ({
  page,
  creator,
}) => {
  await creator.open();
  await creator.prompt.fill('');
  await creator.prompt.press('m');
  await expect(creator.prompt).toHaveValue('m');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await creator.modelButton.focus();
  await page.keyboard.press('m');
  await expect(creator.modelSearch).toBeFocused();
});

test('models are not tried without a prompt, and what is typed finds nothing in very long words', {
  tag: '@each-rule',
}, async ({ page, creator }) => {
  await page.goto('/creator/image/text-to-image');
  await creator.prompt.fill('');
  await creator.modelButton.click();
  await expect(creator.modelSearch).toBeFocused();
  await tickTwo(page);
  await page.getByRole('button', { name: /^Try 2 models/ }).click();
  await expect(page.getByRole('dialog')).toContainText('Enter a prompt first');
  await creator.modelSearch.fill('x'.repeat(2_000));
  await expect(page.getByText('No model matches.')).toBeVisible();
});

test('the sheet tries models that got no answer once, by the next press', { tag: '@faults' }, async ({
  page,
  creator,
  problems,
}) => {
  problems.allow(/api\/batches/);
  const ids = await loseAnswers(page, 1);
  await page.goto('/creator/image/text-to-image');
  const before = await creator.creditsLeft();
  await creator.prompt.fill(uniquePrompt('A mill'));
  await creator.modelButton.click();
  await expect(creator.modelSearch).toBeFocused();
  await tickTwo(page);
  const start = page.getByRole('button', { name: /^Try 2 models/ });
  // Its prices are there.
  await expect(start).toBeEnabled();
  const total = Number(/([\d,]+) credits/.exec((await start.textContent()) ?? '')?.[1]);
  await start.click();
  await expect(page.getByRole('dialog')).toContainText('The connection failed.');
  await start.click();
  await expect(page).toHaveURL(/\/creator\/batches\/[0-9a-f-]+\?blind=/);
  expect(ids).toEqual([ids[0], ids[0]]);
  await creator.expectCreditsLeft(before - total);
});

test('models are found while the connection is lost, and are tried once it is back', {
  tag: '@faults',
}, async ({ page, context, creator, problems }) => {
  problems.allow(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|WebSocket/);
  await page.goto('/creator/image/text-to-image');
  const before = await creator.creditsLeft();
  await creator.prompt.fill(uniquePrompt('A heron'));
  await creator.modelButton.click();
  await expect(creator.modelSearch).toBeFocused();
  await tickTwo(page);
  const start = page.getByRole('button', { name: /^Try 2 models/ });
  await expect(start).toBeEnabled();
  await context.setOffline(true);
  await creator.modelSearch.fill('seedr');
  await expect(page.locator('[role=option][data-active]')).toContainText('Seedream');
  await start.click();
  await expect(page.getByRole('dialog')).toContainText('The connection failed.');
  await context.setOffline(false);
  await start.click();
  await expect(page).toHaveURL(/\/creator\/batches\/[0-9a-f-]+\?blind=/);
  await expect.poll(() => creator.creditsLeft()).toBeLessThan(before);
});

/** Windows of 1440 × 900 whose page is zoomed to 200 and 400 percent. */
const zoomed = [
  { width: 720, height: 450 },
  { width: 360, height: 225 },
];

for (const viewport of zoomed) {
  test.describe(`a page zoomed to ${(144_000 / viewport.width).toFixed(0)} percent`, () => {
    test.use({ viewport });

    test('lets one choose a model and generate', { tag: '@each-device' }, async ({ page, creator }) => {
      await page.goto('/creator/image/text-to-image');
      await creator.modelButton.click();
      await expect(creator.modelSearch).toBeInViewport();
      expect(await findClippedIn(page)).toEqual([]);
      await creator.modelSearch.fill('z-image');
      await page.keyboard.press('Enter');
      await expect(creator.modelButton).toContainText('Z-Image');
      await creator.prompt.fill(uniquePrompt('A heron'));
      await creator.generateButton.scrollIntoViewIfNeeded();
      expect(await findClippedIn(page)).toEqual([]);
      await creator.generateButton.click();
      await expect(
        page.getByRole('region', { name: 'Preview', exact: true }).getByRole('article').first(),
      ).toBeVisible();
    });
  });
}

test('the row of the model says how often its user kept it, and nothing moves for that', {
  tag: '@each-rule',
}, async ({ page, creator }) => {
  const release = Promise.withResolvers<void>();
  await page.route('**/api/batches/statistics', async (route) => {
    await release.promise;
    const picks = {
      medium: 'video',
      compared: 6,
      won: 4,
      keepers: 4,
      credits: 1200,
      credits_per_keeper: 300,
    };
    await route.fulfill({ json: { models: [{ model: 'wan-t2v', ...picks }] } });
  });
  await creator.open();
  const strength = creator.modelButton.locator('span.block.text-xs');
  const before = [await creator.modelButton.boundingBox(), await strength.boundingBox()];
  release.resolve();
  await expect(creator.modelButton).toContainText('you kept 4 of 6');
  expect([await creator.modelButton.boundingBox(), await strength.boundingBox()]).toEqual(before);
});

/** Ticks the two rows below the chosen model, at which the list begins. */
async function tickTwo(page: Page): Promise<void> {
  for (const key of ['ArrowDown', 'Space', 'ArrowDown', 'Space']) await page.keyboard.press(key);
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test('the sheet of models is pulled down to close, shows one variant of a model, and all of them when asked', {
    tag: '@each-device',
  }, async ({ page, creator }) => {
    await creator.open();
    await creator.modelButton.click();
    const sheet = page.getByRole('dialog');
    const session = await page.context().newCDPSession(page);
    const row = sheet.getByRole('option').filter({ hasText: 'Veo 3.1' }).first();
    await expect(row.getByText('Lite', { exact: true })).toBeHidden();
    await row.getByText('+3', { exact: true }).tap();
    await row.getByText('Lite', { exact: true }).tap();
    await expect(row).toContainText('Lite');
    await expect(sheet.getByRole('button', { name: /^Use Veo 3\.1 Lite/ })).toBeVisible();

    const head = await findCentre(creator.modelSearch);
    await drag(session, head, { ...head, y: head.y + 40 });
    await expect(creator.modelSearch).toBeVisible();
    expect((await findCentre(creator.modelSearch)).y).toBe(head.y);
    await drag(session, head, { ...head, y: head.y + 200 });
    await expect(sheet).toHaveCount(0);
    await expect(creator.modelButton).toBeFocused();
  });
});
