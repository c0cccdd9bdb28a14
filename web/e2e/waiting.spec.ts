import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { Creator, expect, type Locale, test, uniquePrompt } from './creator.ts';
import { post } from './own-requests.ts';

const languages = [
  {
    locale: 'en-US',
    queued: 'In queue',
    generating: 'Generating',
    about: /^about \d/,
    almost: 'almost done',
    waiting: /^2 waiting/,
    cancel: /^Cancel · /,
    tray: /running generation/i,
  },
  {
    locale: 'zh-CN',
    queued: '排队中',
    generating: '生成中',
    about: /^约 \d/,
    almost: '即将完成',
    waiting: /^2 个等待中/,
    cancel: /^取消 · /,
    tray: /运行/,
  },
] satisfies (Record<string, string | RegExp> & { locale: Locale })[];

/** Stands for a model that reports, which the one that never starts does not. */
async function report(page: Page, percent: number): Promise<void> {
  await page.route('**/api/generations*', async (route) => {
    if (route.request().method() !== 'GET') return route.continue();
    const response = await route.fetch();
    const body = (await response.text())
      .replaceAll('"stage":"queued"', '"stage":"generating"')
      .replaceAll('"percent":null', `"percent":${percent}`);
    await route.fulfill({ response, body });
  });
}

for (const labels of languages) {
  test.describe(`in ${labels.locale}`, () => {
    test.use({ locale: labels.locale });

    test('what runs shows its stage and its likely end, and a percentage nowhere', async ({ page }) => {
      const creator = new Creator(page, labels.locale);
      await creator.open();
      const prompt = uniquePrompt('A pier', 'stuck');
      const card = await creator.generate(prompt);
      await expect(card.getByRole('button', { name: labels.cancel })).toBeVisible();
      await expect(card).toContainText(labels.queued);
      await expect(card).not.toContainText('%');
      await expect(page).not.toHaveTitle(/%/);
      await expectAccessible(page, 'the card');

      await page.getByRole('button', { name: labels.tray }).click();
      const tray = page.locator('[popover]:popover-open');
      await expect(tray.getByRole('link', { name: prompt })).toContainText(labels.queued);
      await expect(tray).not.toContainText('%');
      await page.keyboard.press('Escape');

      await report(page, 40);
      await page.reload();
      const bar = card.getByRole('progressbar');
      await expect(bar).toHaveAttribute('aria-valuetext', new RegExp(`^${labels.generating}`));
      await report(page, 85);
      await page.reload();
      await expect(bar).toHaveAttribute('aria-valuetext', new RegExp(labels.almost));
      await expect(bar).toHaveAttribute('aria-valuenow', '85');
      await expect(card.getByText(labels.about)).toHaveCount(0);
      await expect(card).not.toContainText('%');
      // Waits for calls under way, which could not be answered any more.
      await page.unrouteAll({ behavior: 'wait' });

      await page.goto('/creator/history/video');
      const bars = page.getByRole('progressbar');
      const tile = page.getByRole('article', { name: prompt }).filter({ has: bars });
      await expect(tile).toContainText(labels.queued);
      await expect(tile).not.toContainText('%');
      await expectAccessible(page, 'the library');
      await tile.getByRole('button', { name: labels.cancel }).click();
      await expect(tile).toHaveCount(0);
    });

    test('what waits is one row after what runs, and everything of it is reached from there', {
      tag: '@each-rule',
    }, async ({ page }) => {
      const creator = new Creator(page, labels.locale);
      await creator.open();
      const runs = uniquePrompt('A pier', 'stuck');
      const card = await creator.generate(runs);
      await expect(card.getByRole('button', { name: labels.cancel })).toBeVisible();
      await post(page, '/api/line/pause');
      try {
        for (const name of ['Alder', 'Birch']) await creator.generate(uniquePrompt(name, 'stuck'));
        await expect(creator.waitingRow).toContainText('2');
        await expect(card.getByRole('progressbar')).toBeVisible();
        for (const width of [360, 768, 1366]) {
          await page.setViewportSize({ width, height: 768 });
          await expect
            .poll(async () => (await creator.waitingRow.boundingBox())?.height, `${width} px`)
            .toBe(44);
          const box = await creator.waitingRow.boundingBox();
          expect((box?.x ?? 0) + (box?.width ?? width)).toBeLessThanOrEqual(width);
        }

        await page.getByRole('button', { name: labels.tray }).click();
        const tray = page.locator('[popover]:popover-open');
        const running = await tray.getByRole('link', { name: runs }).boundingBox();
        const waiting = tray.getByRole('button', { name: labels.waiting });
        expect((await waiting.boundingBox())?.y).toBeGreaterThan(running?.y ?? Number.POSITIVE_INFINITY);
        await expect(tray.getByRole('link', { name: /^(Alder|Birch)/ })).toHaveCount(0);
        await expectAccessible(page, 'the tray');
        await waiting.click();
        const dialog = page.getByRole('dialog');
        await expect(dialog.locator('[data-line]')).toHaveCount(2);
        await expect(dialog.locator('[data-line]').first()).toContainText('Alder');
      } finally {
        await post(page, '/api/line/cancel', { all: true });
        await post(page, '/api/line/resume');
      }
      await page.keyboard.press('Escape');
      await expect(creator.waitingRow).toHaveCount(0);
      await card.getByRole('button', { name: labels.cancel }).click();
    });
  });
}

test('what is made of a picture shows that picture until it is there, and its colours when the picture is gone', {
  tag: '@each-rule',
}, async ({ page, creator, problems }) => {
  problems.allow(/404|ERR_/);
  await creator.open();
  const prompt = uniquePrompt('A pier', 'stuck');
  const card = await creator.generate(prompt);
  await expect(card.getByRole('button', { name: /^Cancel/ })).toBeVisible();
  await expect(card.locator('img')).toHaveCount(0);
  const frame = '/icons/frame.png';
  await page.route('**/api/generations*', async (route) => {
    if (route.request().method() !== 'GET') return route.continue();
    const response = await route.fetch();
    const body = (await response.text()).replaceAll('"input":{', `"input":{"image_url":"${frame}",`);
    await route.fulfill({ response, body });
  });
  const asked = page.waitForRequest(`**${frame}`);
  await page.reload();
  await asked;
  await expect(card.locator('.animate-mist')).toBeVisible();
  await card.getByRole('button', { name: /^Cancel/ }).click();
  await expect(card).toContainText('Cancelled');
});
