import type { Page } from '@playwright/test';
import { Creator, expect, type Locale, test, uniquePrompt } from './creator.ts';
import { makeImages, submitImages } from './make-images.ts';
import { buyPack, newcomer, signInByRequests } from './newcomers.ts';

const languages = [
  {
    locale: 'en-US',
    pricing: 'Pricing',
    running: '1 running generation',
    unseen: '1 new result',
    none: 'No running generations',
    ended: 'Just finished',
    isNew: 'New',
    open: 'Open',
    ready: 'Video ready:',
    cancel: /^Cancel: /,
    blocked: /This browser blocks notifications/,
  },
  {
    locale: 'zh-CN',
    pricing: '价格',
    running: '1 个运行中的任务',
    unseen: '1 个新结果',
    none: '没有运行中的任务',
    ended: '刚刚完成',
    isNew: '新',
    open: '打开',
    ready: '视频已生成：',
    cancel: /^取消：/,
    blocked: /浏览器已禁止本站发送通知/,
  },
] satisfies (Record<string, string | RegExp> & { locale: Locale })[];

test.use({ storageState: { cookies: [], origins: [] } });
// Each test has its own account: the tray also counts what another test of the account runs.
test.beforeEach(async ({ page }) => {
  await signInByRequests(page, newcomer());
  await buyPack(page, 'starter');
});

const header = (page: Page, name: string) =>
  page.getByRole('banner').getByRole('button', { name, exact: true });

for (const labels of languages) {
  test.describe(`in ${labels.locale}`, () => {
    test.use({ locale: labels.locale });

    test('the tray follows a generation from its bar to its result, on another page and over a reload', async ({
      page,
    }) => {
      const creator = new Creator(page, labels.locale);
      await creator.open();
      const prompt = uniquePrompt('A mill by the water', 'slow');
      const card = await creator.generate(prompt);
      await expect(card.getByRole('progressbar')).toBeVisible();
      await page.getByRole('link', { name: labels.pricing, exact: true }).first().click();
      await expect(page).toHaveURL(/\/pricing\?kind=text-to-video$/);

      await header(page, labels.running).click();
      const item = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: prompt }) });
      await expect(item.getByRole('progressbar')).toBeVisible();
      await expect(item.getByRole('button', { name: labels.cancel })).toBeVisible();
      await expect(page.getByText(labels.blocked)).toBeVisible();

      const ended = page.getByRole('region', { name: labels.ended });
      await expect(ended.getByRole('link', { name: prompt })).toContainText(labels.isNew);
      await expect(ended.locator('img').first()).toBeVisible();
      const toast = page
        .getByRole('listitem')
        .filter({ hasText: `${labels.ready} ${prompt}`.replace('： ', '：') });
      await expect(toast.locator('img')).toBeVisible();
      await expect(toast.getByRole('button', { name: labels.open })).toBeVisible();
      await expect(page).toHaveTitle(/^✓ /);

      await page.reload();
      await expect(page).toHaveTitle(/^✓ /);
      await header(page, labels.unseen).click();
      await ended.getByRole('link', { name: prompt }).click();
      await expect(page).toHaveURL(/\/text-to-video#generation-/);
      await expect(creator.card(prompt).locator('video')).toBeVisible();
      await expect(page).not.toHaveTitle(/✓/);
      await expect(header(page, labels.none)).toBeVisible();
    });
  });
}

test('a notification of the system comes while the page is hidden, once its user has turned it on', {
  tag: '@each-rule',
}, async ({ page, creator }) => {
  // Headless browsers refuse notifications, and their pages are never hidden.
  await page.addInitScript(() => {
    const shown: string[] = [];
    class FakeNotification {
      static permission = 'default';
      static requestPermission = async () => {
        FakeNotification.permission = 'granted';
        return 'granted';
      };
      onclick: (() => void) | null = null;
      constructor(title: string) {
        shown.push(title);
      }
      close() {}
    }
    Object.assign(window, { Notification: FakeNotification, shownNotifications: shown });
  });
  const shown = () =>
    page.evaluate(() => (window as unknown as { shownNotifications: string[] }).shownNotifications);
  await creator.open();
  await header(page, 'No running generations').click();
  const notices = page.getByRole('switch', { name: 'Notify me when a generation ends' });
  await notices.check();
  await expect(notices).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(notices).toBeHidden();

  const prompt = uniquePrompt('A mill in the wind');
  const card = await creator.generate(prompt);
  await expect(card.getByRole('button', { name: /^Cancel/ })).toBeVisible();
  await page.evaluate(() =>
    Object.defineProperty(document, 'hidden', { get: () => true, configurable: true }),
  );
  await expect.poll(shown).toEqual(['Video ready: Text to video']);
  // It was in a hidden page, so it is not seen before the page is shown again.
  await expect(page).toHaveTitle(/^✓ /);
  await page.evaluate(() => {
    Reflect.deleteProperty(document, 'hidden');
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect(page).not.toHaveTitle(/✓/);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('the offer to undo a deletion stays in reach while results arrive', { tag: '@each-rule' }, async ({
    page,
  }) => {
    const deleted = uniquePrompt('A gate in a wall');
    await makeImages(page, [deleted]);
    await page.goto('/creator/history');
    const tile = page.getByRole('article', { name: deleted, exact: true });
    await tile.tap();
    await page.getByRole('dialog').first().getByRole('button', { name: 'More' }).tap();
    await page.getByRole('dialog', { name: 'Actions' }).getByRole('button', { name: 'Delete' }).tap();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).tap();
    const undo = page.getByRole('button', { name: 'Undo', exact: true });
    await expect(undo).toBeVisible();
    // The time of a toast stands still in a hidden window.
    await page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { get: () => true, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    });

    const news = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Open' }) });
    await submitImages(page, [uniquePrompt('A gate, half open'), uniquePrompt('A gate, open')]);
    await expect(news).toHaveCount(2);
    const latest = uniquePrompt('A gate, closed');
    await submitImages(page, [latest]);
    await expect(news.filter({ hasText: latest })).toBeVisible();
    await expect(news).toHaveCount(2);
    await undo.tap();
    await expect(tile).toBeVisible();
  });
});
