import type { Locator, Page } from '@playwright/test';
import { expect, type Locale, test } from './creator.ts';
import { makeImages, newWord, promptsWith } from './make-images.ts';
import { buyPack, newcomer, signInByRequests } from './newcomers.ts';
import { post } from './own-requests.ts';
import { holdDown } from './touch.ts';

const languages = [
  {
    locale: 'en-US',
    search: 'Search all your works',
    bar: 'Selected works',
    selected: (count: number) => `${count} selected`,
    done: 'Done',
  },
  {
    locale: 'zh-CN',
    search: '搜索您的全部作品',
    bar: '已选择的作品',
    selected: (count: number) => `已选 ${count} 个`,
    done: '完成',
  },
] satisfies (Record<string, unknown> & { locale: Locale })[];

type Box = { x: number; y: number; width: number; height: number };

async function measureBox(tile: Locator): Promise<Box> {
  const box = await tile.boundingBox();
  if (!box) throw new Error('The tile is not shown');
  return box;
}

/** The tiles of this many new images, the newest first. */
async function openTiles(page: Page, count: number) {
  const word = newWord();
  const prompts = promptsWith(word, count);
  await makeImages(page, prompts);
  await page.goto(`/creator/history?search=${word}`);
  const tiles = prompts.toReversed().map((name) => page.getByRole('article', { name, exact: true }));
  for (const tile of tiles) await expect(tile).toHaveAttribute('data-generation', /./);
  const [first, second, third] = tiles;
  if (!first || !second || !third) throw new Error('These are too few');
  return { first, second, third, word };
}

for (const labels of languages) {
  test.describe(`in ${labels.locale}`, () => {
    test.use({ locale: labels.locale });

    test('the mouse draws a band from an empty place, and what it touches is selected', async ({ page }) => {
      const tiles = await openTiles(page, 3);
      const [first, second, third] = [
        await measureBox(tiles.first),
        await measureBox(tiles.second),
        await measureBox(tiles.third),
      ];
      const bar = page.getByRole('region', { name: labels.bar });
      const { mouse } = page;
      await mouse.move(third.x + third.width + 80, third.y + 20);
      await mouse.down();
      await mouse.move(third.x + 20, third.y + 60, { steps: 4 });
      await expect(page.locator('[data-band]')).toBeVisible();
      await expect(bar).toContainText(labels.selected(1));
      await mouse.move(first.x + 20, first.y + 60, { steps: 4 });
      await expect(bar).toContainText(labels.selected(3));
      await mouse.move(second.x + 20, second.y + 60, { steps: 4 });
      await expect(bar).toContainText(labels.selected(2));
      await mouse.up();
      await expect(page.locator('[data-band]')).toHaveCount(0);
      await expect(tiles.first.getByRole('checkbox')).not.toBeChecked();
      await expect(tiles.second.getByRole('checkbox')).toBeChecked();
      await expect(tiles.third.getByRole('checkbox')).toBeChecked();

      await test.step('another one begins again, or adds with Shift, or is taken back by Escape', async () => {
        const below = first.y + first.height + 120;
        await mouse.move(first.x + 10, below);
        await mouse.down();
        await mouse.move(first.x + 30, first.y + 40, { steps: 4 });
        await expect(bar).toContainText(labels.selected(1));
        await page.keyboard.press('Escape');
        await expect(bar).toContainText(labels.selected(2));
        await expect(page.locator('[data-band]')).toHaveCount(0);
        await mouse.up();
        await page.keyboard.down('Shift');
        await mouse.move(first.x + 10, below);
        await mouse.down();
        await mouse.move(first.x + 30, first.y + 40, { steps: 4 });
        await mouse.up();
        await page.keyboard.up('Shift');
        await expect(bar).toContainText(labels.selected(3));
        await expect(page.getByRole('dialog')).toHaveCount(0);
      });

      await test.step('a press on empty ground or Escape ends it, and a drag of a tile draws nothing', async () => {
        await mouse.click(third.x + third.width + 80, third.y + 20);
        await expect(bar).toHaveCount(0);
        await tiles.second.getByRole('checkbox').check();
        await expect(bar).toContainText(labels.selected(1));
        await expect(page.getByRole('status').filter({ hasText: labels.selected(1) })).toHaveCount(1);
        await page.keyboard.press('Escape');
        await expect(bar).toHaveCount(0);
        await mouse.move(first.x + 60, first.y + 60);
        await mouse.down();
        await mouse.move(first.x + 200, first.y + 90, { steps: 4 });
        await expect(page.locator('[data-band]')).toHaveCount(0);
        await mouse.up();
      });
    });

    test('a band at the edge of the window scrolls, and goes on over what comes', {
      tag: '@each-device',
    }, async ({ page }) => {
      await page.setViewportSize({ width: 560, height: 520 });
      const tiles = await openTiles(page, 8);
      const first = await measureBox(tiles.first);
      await page.mouse.move(first.x - 6, first.y - 6);
      await page.mouse.down();
      await page.mouse.move(first.x + first.width + 60, 300, { steps: 4 });
      await page.mouse.move(540, 512, { steps: 4 });
      const bar = page.getByRole('region', { name: labels.bar });
      await expect(bar).toContainText(labels.selected(8));
      expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
      await page.mouse.up();
      await expect(bar).toContainText(labels.selected(8));
    });
  });

  test.describe(`by touch, in ${labels.locale}`, () => {
    test.use({ locale: labels.locale, hasTouch: true, viewport: { width: 390, height: 780 } });

    test('a long press begins a selection, in which a touch selects', { tag: '@each-rule' }, async ({
      page,
    }) => {
      const { word, ...tiles } = await openTiles(page, 3);
      const touch = await page.context().newCDPSession(page);
      const bar = page.getByRole('region', { name: labels.bar });
      const { x, y } = await measureBox(tiles.first);
      const release = await holdDown(touch, { x: x + 60, y: y + 60 });
      // The finger still lies on it.
      await expect(bar).toContainText(labels.selected(1));
      await release();
      await expect(tiles.first.getByRole('checkbox')).toBeChecked();
      await tiles.second.tap({ position: { x: 60, y: 60 } });
      await expect(bar).toContainText(labels.selected(2));
      await tiles.first.tap({ position: { x: 60, y: 60 } });
      await expect(bar).toContainText(labels.selected(1));
      await expect(page).toHaveURL(new RegExp(`search=${word}$`));
      await page.getByRole('button', { name: labels.done }).tap();
      await expect(bar).toHaveCount(0);
      await tiles.third.tap({ position: { x: 60, y: 60 } });
      await expect(page).toHaveURL(/view=/);
    });
  });
}

test.describe('with motion', { tag: '@each-rule' }, () => {
  test.use({ savesData: false, contextOptions: { reducedMotion: 'no-preference' } });

  test('the still of a transparent video is not seen behind the video that plays', async ({ page }) => {
    await signInByRequests(page, newcomer());
    await buyPack(page, 'studio');
    const waitFor = async (id: unknown) => {
      const read = async () => (await (await page.request.get(`/api/generations/${id}`)).json()).generation;
      await expect.poll(async () => (await read()).status, { timeout: 120_000 }).toBe('completed');
      return (await read()).outputs[0];
    };
    const made = await post(page, '/api/wan/createVideo', {
      video_generation_type: 'text-to-video',
      prompt: 'A heron on a pier',
    });
    const { url } = await waitFor(made.id);
    const cutOut = await post(page, '/api/generations', {
      kind: 'pixelcut-remove-background-video',
      input: { video_url: url },
    });
    expect((await waitFor(cutOut.id)).placeholder).toBeNull();
    await page.goto('/creator/history/video');
    const tile = page.getByRole('article').first();
    await expect(tile.locator('img')).toBeVisible();
    await tile.hover();
    await expect(tile.locator('video')).toBeVisible();
    await expect(tile.locator('img')).toBeHidden();
    await page.mouse.move(0, 0);
    await expect(tile.locator('img')).toBeVisible();
  });
});
