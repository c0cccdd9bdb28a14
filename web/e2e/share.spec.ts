import type { Browser, Page } from '@playwright/test';
import { expectAccessible, expectAccessibleInEveryLayout } from './accessibility.ts';
import { Creator, expect, type Locale, test, uniquePrompt } from './creator.ts';
import { makeImages } from './make-images.ts';

const words = {
  'en-US': {
    share: 'Share',
    dialog: 'Share this work',
    create: 'Create link',
    again: 'Create a new link',
    stop: 'Stop sharing',
    prompt: 'Show the prompt',
    download: 'Offer a download',
    ended: 'This work is no longer shared.',
    made: 'Made with Atelier',
    remix: 'Make one like this · 8 credits',
    saved: 'Download',
    gone: 'This page is not available',
  },
  'zh-CN': {
    share: '分享',
    dialog: '分享此作品',
    create: '创建链接',
    again: '创建新链接',
    stop: '停止分享',
    prompt: '显示提示词',
    download: '提供下载',
    ended: '此作品已停止分享。',
    made: '使用 Atelier 制作',
    remix: '做一个类似的 · 8 积分',
    saved: '下载',
    gone: '此页面无法访问',
  },
} as const;

/** A visitor who is not signed in and runs no scripts. */
async function openVisitor(browser: Browser, locale: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL: process.env.E2E_BASE_URL,
    locale,
    javaScriptEnabled: false,
    // A browser that says it is run by a program is not counted.
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/150.0.0.0',
    storageState: { cookies: [], origins: [] },
  });
  return context.newPage();
}

for (const locale of Object.keys(words) as Locale[]) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });
    const translate = words[locale];

    test('an image is shared as a page that needs no script, with fewer facts, and not any more', async ({
      page,
      browser,
    }) => {
      const creator = new Creator(page, locale);
      const prompt = uniquePrompt('Heron in the reeds');
      await makeImages(page, [prompt]);
      await page.goto('/creator/image/text-to-image');
      await creator.card(prompt).getByRole('button', { name: translate.share, exact: true }).click();
      const dialog = page.getByRole('dialog', { name: translate.dialog });
      await dialog.getByRole('switch', { name: translate.download }).click();
      await expectAccessible(page, 'the dialog before there is a link');
      await dialog.getByRole('button', { name: translate.create, exact: true }).click();
      const url = (await dialog.locator('code').textContent()) ?? '';
      await expect(dialog.getByRole('switch', { name: translate.download })).toBeChecked();

      const visitor = await openVisitor(browser, locale);
      await visitor.goto(url);
      await expect(visitor.getByRole('heading', { name: prompt, level: 1 })).toBeVisible();
      await expect(visitor.getByText(translate.made, { exact: true })).toBeVisible();
      await expect(visitor.getByRole('link', { name: translate.remix })).toBeVisible();
      const [download] = await Promise.all([
        visitor.waitForEvent('download'),
        visitor.getByRole('link', { name: translate.saved, exact: true }).click(),
      ]);
      expect(download.suggestedFilename()).toContain('Heron in the reeds');

      await dialog.getByRole('switch', { name: translate.prompt }).click();
      await expect(dialog.getByRole('switch', { name: translate.prompt })).not.toBeChecked();
      await visitor.reload();
      await expect(visitor.locator('main')).toContainText(translate.made);
      expect(await visitor.content()).not.toContain('Heron');

      const image = await visitor.getByRole('img').getAttribute('src');
      await dialog.getByRole('button', { name: translate.stop, exact: true }).click();
      await expect(dialog.getByText(translate.ended)).toBeVisible();
      await expect(dialog.getByRole('button', { name: translate.again, exact: true })).toBeVisible();
      await visitor.reload();
      await expect(visitor.getByRole('heading', { name: translate.gone })).toBeVisible();
      expect((await visitor.request.get(image ?? '')).status()).toBe(404);
      await visitor.context().close();
    });
  });
}

test('a shared page is accessible, opens the form as it was, and counts its visitors', {
  tag: '@each-rule',
}, async ({ page, browser, creator }) => {
  const prompt = uniquePrompt('Two cranes');
  await makeImages(page, [prompt], { num_images: 2 });
  await page.goto('/creator/image/text-to-image');
  const open = creator.card(prompt).getByRole('button', { name: 'Share', exact: true });
  await open.click();
  const dialog = page.getByRole('dialog', { name: 'Share this work' });
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const url = (await dialog.locator('code').textContent()) ?? '';
  const visitor = await openVisitor(browser, 'en-US');
  await visitor.goto(url);
  await expect(visitor.getByRole('img')).toHaveCount(2);
  await visitor.context().close();

  await expect(async () => {
    await page.keyboard.press('Escape');
    await open.click();
    await expect(dialog.getByText('Opened 1 time')).toBeVisible({ timeout: 1_000 });
  }).toPass();

  await page.goto('/account');
  const listed = page
    .getByRole('list', { name: 'Shared pages' })
    .getByRole('listitem')
    .filter({ hasText: prompt });
  await expect(listed).toContainText('opened 1 time');

  await page.goto(url);
  await expect(page.getByText('This is your own page.')).toBeVisible();
  await expectAccessibleInEveryLayout(page, 'the shared page');
  await page.getByRole('link', { name: 'Make one like this · 16 credits' }).click();
  await expect(page).toHaveURL(/\/creator\/image\/text-to-image$/);
  await expect(creator.prompt).toHaveValue(prompt);
  await expect(creator.generateButton).toHaveText(/16 credits/);

  await page.goto('/account');
  await listed.getByRole('button', { name: 'Stop sharing' }).click();
  await expect(listed).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Shared pages' })).toBeFocused();
  expect((await page.request.get(url)).status()).toBe(404);
});
