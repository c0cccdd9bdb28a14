import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expect, type Locale, test, uniquePrompt } from './creator.ts';
import { waitForSocket } from './loaded-page.ts';
import { makeImages, promptsWith, submitImages } from './make-images.ts';

const newWord = () => `w${crypto.randomUUID().slice(0, 8)}`;

const languages = [
  {
    locale: 'en-US',
    types: 'Parts of the library',
    tabs: [/^All/, /^Videos/, /^Images/, /^Answers/, /^Sounds/],
    search: 'Search all your works',
    found: '4 works found',
    ended: '2 failed or cancelled',
    select: 'Select: ',
    bar: 'Selected works',
    selected: (count: number) => `${count} selected`,
    compare: 'Compare',
    comparison: 'Comparison',
    favorite: 'Favorite',
    unfavorite: 'Unfavorite',
    list: 'Show as a list',
    grid: 'Show as a grid',
    keys: 'Keyboard shortcuts',
    keysHere: 'In the library',
    compareKey: 'Compare the two selected',
  },
  {
    locale: 'zh-CN',
    types: '作品库分类',
    tabs: [/^全部/, /^视频/, /^图片/, /^回答/, /^音频/],
    search: '搜索您的全部作品',
    found: '找到 4 个作品',
    ended: '2 个失败或已取消',
    select: '选择：',
    bar: '已选择的作品',
    selected: (count: number) => `已选 ${count} 个`,
    compare: '对比',
    comparison: '对比',
    favorite: '收藏',
    unfavorite: '取消收藏',
    list: '以列表显示',
    grid: '以网格显示',
    keys: '键盘快捷键',
    keysHere: '在作品库中',
    compareKey: '对比所选的两个作品',
  },
] satisfies (Record<string, unknown> & { locale: Locale })[];

/** How far a tile's shape is from that of its picture. */
async function crop(tile: Locator): Promise<number> {
  const image = tile.locator('img');
  await expect(image).toHaveJSProperty('complete', true);
  return image.evaluate((element: HTMLImageElement) => {
    const box = element.getBoundingClientRect();
    return Math.abs(box.width / box.height / (element.naturalWidth / element.naturalHeight) - 1);
  });
}

async function findIn(page: Page, word: string, label: string): Promise<void> {
  await page.goto('/creator/history');
  await page.getByRole('searchbox', { name: label }).fill(word);
}

for (const labels of languages) {
  test.describe(`the library in ${labels.locale}`, () => {
    test.use({ locale: labels.locale });

    test('shows every medium in rows of true shapes, for keyboard and pointer, and marks several at once', async ({
      page,
    }) => {
      const word = newWord();
      const [first = '', second = '', third = '', fourth = ''] = promptsWith(word, 4);
      await makeImages(page, [first], { image_size: 'portrait_16_9' });
      await makeImages(page, [second], { image_size: 'landscape_16_9' });
      await makeImages(page, [`${third} [fail]`, `${fourth} [fail]`]);
      await findIn(page, word, labels.search);
      await expect(page.getByText(labels.found)).toBeVisible();
      const types = page.getByRole('navigation', { name: labels.types });
      await expect(types.getByRole('link')).toHaveText(labels.tabs);
      await expect(types.getByRole('link').nth(0)).toContainText('4');
      await expect(types.getByRole('link').nth(1)).toContainText('0');

      const tiles = page.getByRole('article');
      await expect(tiles).toHaveCount(2);
      for (const prompt of [first, second]) {
        await expect.poll(() => crop(page.getByRole('article', { name: prompt }))).toBeLessThan(0.02);
      }
      await page.getByRole('button', { name: labels.ended }).click();
      await expect(tiles).toHaveCount(4);
      await expectAccessible(page, 'the grid');

      // The newest is before the older one.
      await page.getByRole('link', { name: second, exact: true }).focus();
      await page.keyboard.press('ArrowRight');
      await expect(page.getByRole('link', { name: first, exact: true })).toBeFocused();
      await page.keyboard.press('Space');
      await page.keyboard.press('Home');
      await page.keyboard.press('Shift+X');
      const bar = page.getByRole('region', { name: labels.bar });
      await expect(bar).toContainText(labels.selected(2));
      await bar.getByRole('button', { name: labels.compare, exact: true }).click();
      await expect(page).toHaveURL(/view=.*compare=|compare=.*view=/);
      await expect(page.getByRole('region', { name: labels.comparison })).toBeVisible();
      await page.goBack();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await page.getByRole('checkbox', { name: labels.select + second }).focus();
      await page.keyboard.press('c');
      await expect(page).toHaveURL(/view=.*compare=|compare=.*view=/);
      // Its own key for that ends it.
      await page.keyboard.press('c');
      await expect(page).not.toHaveURL(/compare=/);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await page.getByRole('searchbox').focus();
      await page.keyboard.press('End');
      await page.keyboard.press('c');
      await expect(page.getByRole('searchbox')).toHaveValue(`${word}c`);
      await page.getByRole('searchbox').fill(word);
      await page.getByRole('link', { name: second, exact: true }).focus();
      await page.keyboard.press('?');
      const keys = page.getByRole('dialog', { name: labels.keys });
      await expect(keys).toContainText(labels.keysHere);
      await expect(keys).toContainText(labels.compareKey);
      // On a large window nothing of it is cut off.
      const hiddenPx = await keys.evaluate((dialog) =>
        Math.max(...[...dialog.querySelectorAll('div')].map((box) => box.scrollHeight - box.clientHeight)),
      );
      expect(hiddenPx).toBe(0);
      await expectAccessible(page, 'the keys');
      await page.keyboard.press('Escape');
      await expect(bar).toContainText(labels.selected(2));
      await bar.getByRole('button', { name: labels.favorite, exact: true }).click();
      await expect(bar.getByRole('button', { name: labels.unfavorite })).toBeVisible();
      await page.getByRole('link', { name: second, exact: true }).focus();
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/view=/);
      const viewer = page.getByRole('dialog', { name: second });
      await expect(viewer).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(viewer).toBeHidden();

      await page.getByRole('button', { name: labels.list }).click();
      await expect(page).toHaveURL(/viewMode=list/);
      await expect(page.getByRole('checkbox', { name: labels.select + second })).toBeChecked();
      const star = page.getByRole('button', { name: new RegExp(`^${labels.unfavorite}.*${second}$`) });
      await expect(star).toBeVisible();
      await page.getByRole('button', { name: labels.grid }).click();
      await types.getByRole('link').nth(2).click();
      await expect(page).toHaveURL(new RegExp(`/creator/history/image\\?search=${word}$`));
      await expect(tiles).not.toHaveCount(0);
    });
  });
}

test('a list is sorted, keeps its order over a reload, and its rows name their day', {
  tag: '@each-rule',
}, async ({ page }) => {
  const word = newWord();
  const [dear = '', cheap = ''] = promptsWith(word, 2);
  await makeImages(page, [dear], { num_images: 2 });
  await makeImages(page, [cheap]);
  await page.goto(`/creator/history?viewMode=list&search=${word}`);
  const titles = page.getByRole('main').getByRole('article').getByRole('heading');
  await expect(titles).toHaveText([cheap, dear]);
  await expect(page.getByRole('region', { name: 'Today' })).toBeVisible();
  await page.getByRole('button', { name: 'Sort' }).click();
  await expect(page.getByRole('menuitemradio', { name: 'Newest first' })).toBeChecked();
  await page.getByRole('menuitemradio', { name: 'Most credits first' }).click();
  await expect(titles).toHaveText([dear, cheap]);
  await expect(page).toHaveURL(/[?&]sort=credits/);
  await page.reload();
  await expect(titles).toHaveText([dear, cheap]);
  await expect(page.getByRole('region', { name: 'Today' })).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('article').first()).toContainText(
    String(new Date().getFullYear()),
  );
  await page.getByRole('button', { name: 'Show as a grid' }).click();
  await expect(page).not.toHaveURL(/sort=/);
});

test('a grid that cannot be read keeps what it shows, and tries again', { tag: '@faults' }, async ({
  page,
  problems,
}) => {
  problems.allow(/^response 500 GET \/api\/library/);
  const prompt = uniquePrompt('A bench in a park');
  await makeImages(page, [prompt]);
  await page.goto('/creator/history');
  const tile = page.getByRole('article', { name: prompt });
  await expect(tile).toBeVisible();
  await page.route('**/api/library/days?**', (route) => route.fulfill({ status: 500, json: {} }));
  await page.getByRole('searchbox').fill(prompt.slice(0, 12));
  const alert = page.getByRole('alert').filter({ hasText: 'Failed to load history' });
  await expect(alert).toBeVisible();
  await expect(tile).toBeVisible();
  await page.unroute('**/api/library/days?**');
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(alert).toBeHidden();
  await expect(tile).toBeVisible();
});

test('a running generation is pinned, and is among the tiles when it has ended', {
  tag: '@each-page',
}, async ({ page }) => {
  const connected = waitForSocket(page);
  await page.goto('/creator/history');
  await connected;
  const prompt = uniquePrompt('A tide that comes in', 'slow');
  const pinned = page.getByRole('region', { name: 'In progress' }).getByRole('article', { name: prompt });
  await Promise.all([pinned.waitFor(), submitImages(page, [prompt])]);
  await expect(pinned).toBeHidden();
  await expect(page.locator('article[data-place]').filter({ hasText: prompt })).toContainText('Done');
});

test('a tile shows the first 60 characters of a prompt, and its generation all of them', {
  tag: '@each-rule',
}, async ({ page }) => {
  const word = newWord();
  const prompt = `${word}${'x'.repeat(60)}`;
  await makeImages(page, [prompt]);
  await page.goto(`/creator/history/image?search=${word}`);
  const shown = `${prompt.slice(0, 59)}…`;
  const tile = page.getByRole('article', { name: shown, exact: true });
  await tile.getByRole('link', { name: shown, exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText(prompt);
});
