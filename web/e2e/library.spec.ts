import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { findClippedIn } from './clipping.ts';
import { expect, type Locale, test, uniquePrompt } from './creator.ts';
import { waitForSocket } from './loaded-page.ts';
import { makeImages, newWord, promptsWith, submitImages } from './make-images.ts';
import { measurePlace } from './measure-place.ts';
import { buyPack, newcomer, signInByRequests } from './newcomers.ts';

const languages = [
  {
    locale: 'en-US',
    types: 'Parts of the library',
    tabs: [/^All/, /^Videos/, /^Images/, /^Answers/, /^Sounds/],
    search: 'Search all your works',
    found: '4 works found',
    back: '8 back',
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
    back: '已退还 8',
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
      await expect(tiles).toHaveCount(4);
      for (const prompt of [first, second]) {
        await expect.poll(() => crop(page.getByRole('article', { name: prompt }))).toBeLessThan(0.02);
      }
      const failed = page.getByRole('article', { name: third });
      await expect(failed).toContainText(labels.back);
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
      // The dialog fits into a large window, where none of it is cut off.
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
  const titles = page.getByRole('main').getByRole('row').getByRole('heading', { level: 3 });
  await expect(titles).toHaveText([cheap, dear]);
  const today = page.getByRole('rowgroup', { name: 'Today' });
  await expect(today).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sort' })).toBeHidden();
  const head = (name: string) => page.getByRole('columnheader', { name, exact: true });
  await expect(head('Time')).toHaveAttribute('aria-sort', 'descending');
  await head('Credits').getByRole('button').click();
  await expect(head('Credits')).toHaveAttribute('aria-sort', 'descending');
  await expect(head('Time')).toHaveAttribute('aria-sort', 'none');
  await expect(titles).toHaveText([dear, cheap]);
  await expect(page).toHaveURL(/[?&]sort=credits/);
  await page.reload();
  await expect(titles).toHaveText([dear, cheap]);
  await expect(today).toHaveCount(0);
  const day = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric' }).format(new Date());
  await expect(page.getByRole('row', { name: dear })).toContainText(day);
  await head('Credits').getByRole('button').click();
  await expect(head('Credits')).toHaveAttribute('aria-sort', 'ascending');
  await expect(titles).toHaveText([cheap, dear]);
  await expect(page).toHaveURL(/[?&]sort=-credits/);
  // A phone has no heads, and a menu in their place.
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(head('Credits')).toBeHidden();
  await page.getByRole('button', { name: 'Sort' }).click();
  await page.getByRole('menuitemradio', { name: 'Most credits first' }).click();
  await expect(titles).toHaveText([dear, cheap]);
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

test.describe('in an account of its own', () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  test('a running generation is a tile, whose place its result takes', { tag: '@each-page' }, async ({
    page,
  }) => {
    await signInByRequests(page, newcomer());
    await buyPack(page, 'starter');
    await makeImages(page, [uniquePrompt('A tide that goes out')]);
    const connected = waitForSocket(page);
    await page.goto('/creator/history');
    await connected;
    const prompt = uniquePrompt('A tide that comes in', 'slow');
    const running = page
      .getByRole('region', { name: 'Today' })
      .getByRole('article', { name: prompt })
      .filter({ has: page.getByRole('progressbar') });
    const [place] = await Promise.all([
      measurePlace(running),
      submitImages(page, [prompt], { image_size: 'portrait_16_9' }),
    ]);
    const result = page.locator('article[data-place]').filter({ hasText: prompt });
    await expect(result).toContainText('Done');
    expect(await measurePlace(result)).toEqual(place);
  });
});

test('what failed is in the heading of its day, is put away one by one, and stays in the library', {
  tag: '@each-rule',
}, async ({ page }) => {
  const word = newWord();
  const prompts = promptsWith(word, 4).map((prompt, at) => (at === 0 ? prompt : `${prompt} [fail]`));
  const [, oldest = '', , newest = ''] = prompts;
  await makeImages(page, prompts);
  await page.goto(`/creator/history?search=${word}`);
  const day = page.getByRole('region', { name: 'Today' });
  const failed = day.getByRole('article').filter({ hasText: 'Failed' });
  const fold = day.getByRole('button', { name: '3 failed or cancelled' });
  await expect(failed).toHaveCount(2);
  await expect(failed.first()).toHaveAccessibleName(newest);
  await expect(failed.first().getByTitle(/^The model /)).toBeVisible();
  await fold.click();
  await expect(fold).toHaveAttribute('aria-expanded', 'true');
  await expect(failed).toHaveCount(3);
  await fold.click();
  await expect(failed).toHaveCount(2);
  await failed.first().getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByRole('heading', { name: 'Today' })).toBeFocused();
  await expect(page.getByRole('article', { name: newest })).toHaveCount(0);
  await expect(page.getByRole('article', { name: oldest })).toBeVisible();
  await expect(fold).toHaveCount(0);
  await page.goto(`/creator/history?search=${word}&status=failed`);
  await expect(page.getByRole('article')).toHaveCount(3);
});

test('the heading of a day stays in the window, selects the day, and covers no tile that is led to', {
  tag: '@each-rule',
}, async ({ page }) => {
  const word = newWord();
  const prompts = promptsWith(word, 24);
  await makeImages(page, prompts);
  await page.goto(`/creator/history?search=${word}`);
  const heading = page.getByRole('heading', { name: 'Today' });
  const tile = (place: number) => page.getByRole('link', { name: `Harbour ${place} ${word}`, exact: true });
  await tile(24).focus();
  await page.keyboard.press('End');
  await expect(tile(1)).toBeFocused();
  await expect(tile(24)).not.toBeInViewport();
  await expect(heading).toBeInViewport();
  for (let at = 1; at < 24; at += 1) await page.keyboard.press('ArrowLeft');
  await expect(tile(24)).toBeFocused();
  const measureTop = async (part: Locator) => (await part.boundingBox())?.y ?? 0;
  const below = (await heading.boundingBox())?.height ?? 0;
  expect(await measureTop(tile(24))).toBeGreaterThanOrEqual((await measureTop(heading)) + below);

  await page.keyboard.press('x');
  await page.getByRole('region', { name: 'Today' }).getByRole('button', { name: 'Select all 24' }).click();
  await expect(page.getByRole('region', { name: 'Selected works' })).toContainText('24 selected');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test('what failed is one sign in the heading of its day, which opens a line for each', {
    tag: '@each-device',
  }, async ({ page }) => {
    const word = newWord();
    const prompt = `Harbour ${word} [fail]`;
    await makeImages(page, [`Harbour ${word}`, prompt]);
    await page.goto(`/creator/history?search=${word}`);
    const sign = page.getByRole('button', { name: '1 failed or cancelled' });
    await expect(page.getByRole('article', { name: prompt })).toHaveCount(0);
    const box = await sign.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    await sign.tap();
    const line = page.getByRole('article', { name: prompt });
    await expect(line).toContainText('credits returned');
    expect(await findClippedIn(page)).toEqual([]);
  });
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
