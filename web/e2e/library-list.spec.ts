import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expect, type Locale, test } from './creator.ts';
import { waitForSocket } from './loaded-page.ts';
import { makeImages, newWord, promptsWith, submitImages } from './make-images.ts';
import { measurePlace } from './measure-place.ts';
import { buyPack, newcomer, signInByRequests } from './newcomers.ts';

const languages = [
  {
    locale: 'en-US',
    list: 'Show as a list',
    back: '8 back',
    cause: 'The model could not use this input.',
    heads: ['Prompt', 'Model', 'Length, size', 'Credits', 'Time', 'Status'],
    favorite: /^Favorite/,
    regenerate: /^Regenerate/,
    delete: /^Delete/,
    image: 'Image details',
    select: 'Select',
    done: 'Done',
    box: 'Select: ',
  },
  {
    locale: 'zh-CN',
    list: '以列表显示',
    back: '退回 8',
    cause: '模型无法使用此输入。',
    heads: ['提示词', '模型', '时长、尺寸', '积分', '时间', '状态'],
    favorite: /^收藏/,
    regenerate: /^重新生成/,
    delete: /^删除/,
    image: '图片详情',
    select: '选择',
    done: '完成',
    box: '选择：',
  },
] satisfies (Record<string, unknown> & { locale: Locale })[];

const findRow = (page: Page, prompt: string): Locator => page.getByRole('row').filter({ hasText: prompt });
const opacity = (element: Locator) => element.evaluate((each) => getComputedStyle(each).opacity);

/** An image, and one that failed. */
async function makeTwo(page: Page): Promise<[word: string, made: string, failed: string]> {
  const word = newWord();
  const [made = '', second = ''] = promptsWith(word, 2);
  const failed = `${second} [fail]`;
  await makeImages(page, [made, failed]);
  return [word, made, failed];
}

for (const labels of languages) {
  test.describe(`the list of the library in ${labels.locale}`, () => {
    test.use({ locale: labels.locale });

    test('is rows of 44 px over the whole page, with the facts in columns and three actions where one points', async ({
      page,
    }) => {
      const [word, made, failed] = await makeTwo(page);
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(`/creator/history/image?search=${word}`);
      await expect(page.getByRole('article', { name: made })).toBeVisible();
      const above = [
        page.getByRole('navigation').last(),
        page.getByRole('searchbox'),
        page.locator('#history-count'),
      ];
      await expect(above[2] as Locator).not.toHaveText('');
      const before = await Promise.all(above.map(measurePlace));

      await page.getByRole('button', { name: labels.list }).click();
      const row = findRow(page, made);
      await expect(row).toBeVisible();
      expect(await Promise.all(above.map(measurePlace))).toEqual(before);
      const box = await measurePlace(row);
      expect(box.height).toBe(44);
      const main = await measurePlace(page.getByRole('main'));
      expect(main.width - box.width).toBeLessThanOrEqual(32);
      await expect(page.getByRole('columnheader')).toHaveText(labels.heads);
      await expect(row.getByRole('cell', { name: '512 × 512', exact: true })).toBeVisible();

      const without = findRow(page, failed);
      expect((await measurePlace(without)).height).toBe(44);
      await expect(without).toContainText(labels.cause);
      await expect(without.getByText(labels.back, { exact: true })).toBeVisible();

      const steps = row.locator('td').nth(4).locator('div');
      await page.mouse.move(0, 0);
      await expect.poll(() => opacity(steps)).toBe('0');
      await row.hover();
      await expect.poll(() => opacity(steps)).toBe('1');
      for (const name of [labels.favorite, labels.delete])
        await expect(steps.getByRole('button', { name })).toBeVisible();
      await expect(steps.getByRole('link', { name: labels.regenerate })).toBeVisible();
      await expect(steps.locator('a, button')).toHaveCount(3);
      await expectAccessible(page, 'a row that is pointed at');
      await page.mouse.move(0, 0);
      await expect.poll(() => opacity(steps)).toBe('0');

      // The failed one is the newer.
      await without.getByRole('link', { name: failed, exact: true }).focus();
      await page.keyboard.press('ArrowDown');
      await expect(row.getByRole('link', { name: made, exact: true })).toBeFocused();
      await expect.poll(() => opacity(steps)).toBe('1');
      await page.keyboard.press('x');
      await expect(page.getByRole('checkbox', { name: labels.box + made })).toBeChecked();
      await page.keyboard.press('x');
      await page.keyboard.press('Enter');
      const viewer = page.getByRole('dialog', { name: labels.image });
      await expect(viewer).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(viewer).toBeHidden();
      // A press beside all words opens it, too.
      await row.click({ position: { x: 700, y: 40 } });
      await expect(viewer).toBeVisible();
    });

    test('fits every width, and is two lines on a phone', { tag: '@each-rule' }, async ({ page }) => {
      const [word, made, failed] = await makeTwo(page);
      await page.goto(`/creator/history/image?viewMode=list&search=${word}`);
      await expect(findRow(page, made)).toBeVisible();
      for (const width of [1920, 1366, 1024, 768]) {
        await page.setViewportSize({ width, height: 800 });
        await expect.poll(async () => (await measurePlace(findRow(page, failed))).height).toBe(44);
        await expect(findRow(page, failed).getByText(labels.cause).first()).toBeVisible();
        await expectAccessible(page, `${width} pixels wide`);
      }
      await page.setViewportSize({ width: 360, height: 740 });
      for (const prompt of [made, failed])
        await expect
          .poll(async () => (await measurePlace(findRow(page, prompt))).height)
          .toBeLessThanOrEqual(64);
      await expect(page.getByRole('columnheader')).toHaveCount(0);
      await expect(findRow(page, failed).getByText(labels.cause).filter({ visible: true })).toHaveCount(1);
      await expectAccessible(page, 'a phone');
    });
  });
}

test.describe('the list of an account of its own', () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  test('has what runs in a row, whose place its result takes, below its head at every scroll position', {
    tag: '@each-rule',
  }, async ({ page }) => {
    await signInByRequests(page, newcomer());
    await buyPack(page, 'starter');
    const word = newWord();
    const prompts = promptsWith(word, 12);
    await makeImages(page, prompts);
    await page.setViewportSize({ width: 1440, height: 480 });
    const connected = waitForSocket(page);
    await page.goto('/creator/history/image?viewMode=list');
    await connected;
    const prompt = `Slow harbour ${word} [slow]`;
    const running = findRow(page, prompt).filter({ has: page.getByRole('progressbar') });
    const [place] = await Promise.all([measurePlace(running), submitImages(page, [prompt])]);
    expect(place.height).toBe(44);
    await expect(page.getByRole('row').filter({ hasText: word }).first()).toContainText(prompt);
    await expect(page.getByRole('region', { name: 'In progress' })).toHaveCount(0);
    await expectAccessible(page, 'a row of what runs');
    await expect(findRow(page, prompt).getByRole('progressbar')).toHaveCount(0);
    await expect(findRow(page, prompt)).toContainText('Done');
    expect(await measurePlace(findRow(page, prompt))).toEqual(place);

    const oldest = findRow(page, prompts[0] as string);
    await oldest.scrollIntoViewIfNeeded();
    await page.mouse.move(700, 300);
    await page.mouse.wheel(0, 5000);
    const head = page.getByRole('columnheader').first();
    const bars = page.getByRole('searchbox').locator('xpath=ancestor::div[contains(@class, "sticky")][1]');
    await expect.poll(async () => (await measurePlace(bars)).y).toBe(48);
    const { y, height } = await measurePlace(bars);
    const row = await measurePlace(page.locator('thead'));
    expect(row.y - (y + height)).toBeLessThanOrEqual(1);
    expect(row.y).toBeGreaterThanOrEqual(y);
    // Nothing lies above it.
    await expect(head).toBeVisible();
    await head.click({ trial: true });
    await page.getByRole('button', { name: 'Model', exact: true }).last().click({ trial: true });
  });
});

test('the list and the grid select what is pressed once Select was pressed', {
  tag: '@each-rule',
}, async ({ page }) => {
  const [word, made] = await makeTwo(page);
  for (const view of ['list', 'grid']) {
    await page.goto(`/creator/history/image?viewMode=${view}&search=${word}`);
    await page.getByRole('button', { name: 'Select', exact: true }).click();
    const check = page.getByRole('checkbox', { name: `Select: ${made}` });
    const work = page.getByRole('main').getByRole('link', { name: made, exact: true });
    await work.click();
    await expect(check).toBeChecked();
    await work.click();
    await expect(check).not.toBeChecked();
    await work.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Image details' })).toBeVisible();
  }
});

test.describe('a list on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('has no controls at rest, and checks that a finger hits while one selects', {
    tag: '@each-device',
  }, async ({ page }) => {
    const [word, made] = await makeTwo(page);
    await page.goto(`/creator/history/image?viewMode=list&search=${word}`);
    const row = findRow(page, made);
    const check = row.locator('label');
    for (const control of [check, row.locator('td').nth(4).locator('div')])
      await expect.poll(() => opacity(control)).toBe('0');
    // A tap on the picture opens the work while nothing is being selected.
    await row.tap({ position: { x: 30, y: 30 } });
    await expect(page.getByRole('dialog', { name: 'Image details' })).toBeVisible();
    await page.goBack();
    await page.getByRole('button', { name: 'Select', exact: true }).tap();
    await expect.poll(() => opacity(check)).toBe('1');
    const { width, height } = await measurePlace(check);
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    await check.tap();
    await expect(page.getByRole('checkbox', { name: `Select: ${made}` })).toBeChecked();
  });
});
