import type { Locator, Page, Request } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { Creator, expect, type Locale, test, uniquePrompt } from './creator.ts';

const languages = [
  {
    locale: 'en-US',
    tray: /^Running generations|running/i,
    title: 'Waiting line',
    jump: 'Waiting line',
    search: 'Pages, your works, actions',
    empty: 'Nothing is waiting.',
    pause: 'Pause all',
    resume: 'Resume',
    paused: /^Paused\. New generations wait/,
    grip: /^Move /,
    second: 'is now at place 2 of 3',
    later: /^Later: /,
    stopAfter: /^Pause when this has started: /,
    stops: 'pauses the line',
    cancel: /^Cancel: /,
    cancelAll: 'Cancel all 2',
    returns: 'Cancels 2 waiting and returns 600 credits immediately.',
    confirm: 'Cancel all',
    waits: '3 waiting',
    next: 'next: Alder',
    region: 'In progress',
  },
  {
    locale: 'zh-CN',
    tray: /运行/,
    title: '等待队列',
    jump: '等待队列',
    search: '页面、您的作品、操作',
    empty: '没有等待中的任务。',
    pause: '全部暂停',
    resume: '继续',
    paused: /^已暂停。/,
    grip: /^移动/,
    second: '现在是第 2 位，共 3 个',
    later: /^推后：/,
    stopAfter: /^此项开始后暂停：/,
    stops: '之后暂停队列',
    cancel: /^取消：/,
    cancelAll: '取消全部 2 个',
    returns: '将取消等待中的 2 个，600 积分立即退回。',
    confirm: '全部取消',
    waits: '3 个等待中',
    next: '下一个：Alder',
    region: '进行中',
  },
] satisfies (Record<string, string | RegExp> & { locale: Locale })[];

/** Waiting generations in the order that the dialog shows, by the first word of their prompts. */
const order = async (dialog: Locator) =>
  (await dialog.locator('[data-line] [dir=auto]').allTextContents()).map((text) => text.split(' ')[0]);

async function openByKeys(page: Page, jump: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill(jump);
  await page.getByRole('option', { name: jump, exact: true }).click();
}

for (const labels of languages) {
  test.describe(`in ${labels.locale}`, () => {
    test.use({ locale: labels.locale });

    test('the line is paused, put in order by keys, buttons and drag, and cancelled, in two browsers at once', async ({
      page,
      browser,
      paidState,
    }) => {
      const creator = new Creator(page, labels.locale);
      await creator.open();
      const dialog = page.getByRole('dialog', { name: labels.title });
      await openByKeys(page, labels.jump);
      await expect(dialog).toContainText(labels.empty);
      await dialog.getByRole('button', { name: labels.pause }).click();
      await expect(dialog.getByText(labels.paused)).toBeVisible();
      await page.keyboard.press('Escape');
      const before = await creator.creditsLeft();
      for (const name of ['Alder', 'Birch', 'Cedar']) await creator.generate(uniquePrompt(name));
      // All of it is one row, which opens the line and says why nothing starts: beside the form, in the tray, in the library.
      const row = page.getByRole('main').getByRole('button', { name: labels.waits });
      await expect(row).toContainText(labels.next);
      expect((await row.boundingBox())?.height).toBe(44);
      const bars = page.getByRole('main').getByRole('progressbar');
      await expect(bars).toHaveCount(0);
      await row.click();
      await expect(dialog).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(row).toBeFocused();
      await page.getByRole('button', { name: labels.tray }).click();
      const tray = page.locator('[popover]:popover-open');
      await expect(tray.getByText(labels.paused)).toBeVisible();
      await expectAccessible(page);
      await tray.getByRole('button', { name: labels.waits }).click();
      await expect(dialog).toBeVisible();
      await page.keyboard.press('Escape');
      await page.goto('/creator/history/video');
      const inLibrary = page.getByRole('region', { name: labels.region });
      await expect(inLibrary.getByRole('button', { name: labels.waits })).toContainText(labels.next);
      await expect(inLibrary.getByRole('article')).toHaveCount(0);
      await expectAccessible(page);
      await creator.open();

      // Another device: nothing is shared but the account.
      const device = await browser.newContext({
        baseURL: process.env.E2E_BASE_URL,
        storageState: paidState,
        locale: labels.locale,
      });
      const other = await device.newPage();
      let unanswered = 0;
      const isChange = (url: string) => /\/api\/line\/\w+/.test(url);
      const count = (by: 1 | -1) => (request: Request) => {
        if (isChange(request.url())) unanswered += by;
      };
      page.on('request', count(1));
      page.on('requestfinished', count(-1));
      const expectOther = async (names: string[]) => {
        await expect.poll(() => unanswered).toBe(0);
        await expect.poll(() => order(otherDialog)).toEqual(names);
      };
      await other.goto('/creator/video/text-to-video');
      await openByKeys(other, labels.jump);
      const otherDialog = other.getByRole('dialog', { name: labels.title });
      await expect(otherDialog.locator('[data-line]')).toHaveCount(3);
      await expectOther(['Alder', 'Birch', 'Cedar']);

      await page.bringToFront();
      await openByKeys(page, labels.jump);
      await expect.poll(() => order(dialog)).toEqual(['Alder', 'Birch', 'Cedar']);
      await expectAccessible(page);
      const grip = dialog.getByRole('button', { name: labels.grip });
      await grip.first().focus();
      await page.keyboard.press('ArrowDown');
      await expect.poll(() => order(dialog)).toEqual(['Birch', 'Alder', 'Cedar']);
      await expect(dialog.getByRole('status').filter({ hasText: labels.second })).toHaveCount(1);
      await expectOther(['Birch', 'Alder', 'Cedar']);
      await page.keyboard.press('End');
      await expect.poll(() => order(dialog)).toEqual(['Birch', 'Cedar', 'Alder']);
      await dialog.getByRole('button', { name: labels.later }).first().click();
      await expect.poll(() => order(dialog)).toEqual(['Cedar', 'Birch', 'Alder']);
      await dialog.locator('[data-line]').nth(2).dragTo(dialog.locator('[data-line]').first());
      await expectOther(['Alder', 'Cedar', 'Birch']);

      await dialog.getByRole('button', { name: labels.cancel }).nth(1).click();
      await expectOther(['Alder', 'Birch']);
      await dialog.getByRole('button', { name: labels.stopAfter }).first().click();
      await expect(dialog.getByText(labels.stops)).toBeVisible();
      // The first one starts, and the line is paused by it.
      await dialog.getByRole('button', { name: labels.resume }).click();
      await expect.poll(() => order(dialog)).toEqual(['Birch']);
      await expect(dialog.getByText(labels.paused)).toBeVisible();
      await page.keyboard.press('Escape');

      await creator.generate(uniquePrompt('Dogwood'));
      await openByKeys(page, labels.jump);
      await dialog.getByRole('button', { name: labels.cancelAll }).click();
      await expect(dialog.getByText(labels.returns)).toBeVisible();
      await dialog.getByRole('button', { name: labels.confirm, exact: true }).click();
      await expect(dialog).toContainText(labels.empty);
      await dialog.getByRole('button', { name: labels.resume }).click();
      await expect(dialog.getByRole('button', { name: labels.pause })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect.poll(() => creator.creditsLeft()).toBe(before - 300);
      await device.close();
    });
  });
}

test('the line says when all of it will be done, unless it is paused or will be', {
  tag: '@each-rule',
}, async ({ page, creator }) => {
  const item = (position: number, stop_after = false) => ({
    id: crypto.randomUUID(),
    position,
    kind: 'text-to-video',
    medium: 'video',
    prompt: `Oak ${position}`,
    model: 'wan',
    cost: 300,
    expected_seconds: 60,
    created_at: new Date().toISOString(),
    stop_after,
  });
  const line = { data: [1, 2, 3, 4, 5].map((position) => item(position)), is_paused: false, running: 2 };
  let shown: object = line;
  await page.route('**/api/line', (route) =>
    route.fulfill({ json: { ...line, limits: { running: 2, waiting: 1_000 }, revision: 1, ...shown } }),
  );
  await creator.open();
  const dialog = page.getByRole('dialog', { name: 'Waiting line' });
  await openByKeys(page, 'Waiting line');
  await expect(dialog.getByText('All done in about 3 min.')).toBeVisible();
  for (const until of [{ is_paused: true }, { data: [item(1, true), item(2)] }]) {
    await page.keyboard.press('Escape');
    shown = until;
    await openByKeys(page, 'Waiting line');
    await expect(dialog.locator('[data-line]').first()).toBeVisible();
    await expect(dialog.getByText('pauses the line').or(dialog.getByText(/^Paused\. /))).toBeVisible();
    await expect(dialog.getByText(/All done/)).toHaveCount(0);
  }
});

test('a change of the line that is refused is taken back with a reason', { tag: '@each-rule' }, async ({
  page,
  creator,
  problems,
}) => {
  problems.allow(/^response 503 POST \/api\/line\/pause/);
  await creator.open();
  await openByKeys(page, 'Waiting line');
  const dialog = page.getByRole('dialog', { name: 'Waiting line' });
  await page.route('**/api/line/pause', (route) =>
    route.fulfill({ status: 503, json: { code: 'unavailable', message: 'x' } }),
  );
  await dialog.getByRole('button', { name: 'Pause all' }).click();
  await expect(page.getByText('The service is unavailable at the moment').first()).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Pause all' })).toBeVisible();
});

test('an item that is moved to the end of a long line keeps the focus there', { tag: '@load' }, async ({
  page,
  creator,
}) => {
  await creator.open();
  const headers = { origin: new URL(page.url()).origin };
  const post = (path: string, data: object) => page.request.post(path, { data, headers });
  const input = { prompt: uniquePrompt('Elm') };
  const lines = Array.from({ length: 104 }, () => ({ kind: 'flux-schnell', input }));
  await post('/api/line/pause', {});
  expect((await post('/api/batches', { lines })).status()).toBe(200);
  await openByKeys(page, 'Waiting line');
  const dialog = page.getByRole('dialog', { name: 'Waiting line' });
  await expect(dialog.locator('[data-line]')).toHaveCount(100);
  const grip = dialog.getByRole('button', { name: /^Move / });
  await grip.first().focus();
  await page.keyboard.press('End');
  await expect(grip).toHaveCount(104);
  await expect(grip.last()).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(grip.nth(102)).toBeFocused();
  await post('/api/line/cancel', { all: true });
  await expect(dialog).toContainText('Nothing is waiting.');
  await post('/api/line/resume', {});
});
