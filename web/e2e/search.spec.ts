import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expect, test } from './creator.ts';
import { makeImages, newWord } from './make-images.ts';

const languages = [
  {
    locale: 'en-US',
    search: 'Search',
    page: 'Pricing',
    works: 'Works',
    settings: 'Settings',
    night: 'night',
    dark: 'Theme: Dark',
    key: 'api key',
    keys: 'API keys',
    newVideo: (text: string) => `New video with “${text}”`,
  },
  {
    locale: 'zh-CN',
    search: '搜索',
    page: '价格',
    works: '作品',
    settings: '设置',
    night: '夜间',
    dark: '主题：深色',
    key: '令牌',
    keys: 'API 密钥',
    newVideo: (text: string) => `用“${text}”新建视频`,
  },
];

const findDialog = (page: Page, name = 'Search') => page.getByRole('dialog', { name });
const findBox = (page: Page) => page.getByRole('dialog').getByRole('combobox');

async function openPalette(page: Page, path = '/pricing'): Promise<void> {
  await page.goto(path);
  await page.keyboard.press('ControlOrMeta+k');
  await expect(findBox(page)).toBeFocused();
}

for (const labels of languages) {
  test.describe(`in ${labels.locale}`, () => {
    test.use({ locale: labels.locale });

    test('the palette stays in its place while it finds works, pages and settings', async ({ page }) => {
      const word = newWord();
      await makeImages(page, [`Harbour ${word}`]);
      await page.goto('/pricing');
      await page.getByRole('banner').getByRole('button', { name: labels.search }).click();
      const dialog = findDialog(page, labels.search);
      const box = dialog.getByRole('combobox');
      await expect(box).toBeFocused();
      const top = async () => {
        // A dialog arrives from a few pixels below its place.
        await dialog.evaluate((element) =>
          Promise.all(element.getAnimations().map(({ finished }) => finished)),
        );
        return (await box.boundingBox())?.y;
      };
      const before = await top();

      await box.fill(word);
      const works = dialog.getByRole('group', { name: labels.works, exact: true });
      await expect(works.getByRole('option')).toHaveCount(1);
      await expect(works.locator('img')).toBeVisible();
      await expect(dialog.getByRole('complementary')).toContainText(`Harbour ${word}`);
      await expect(dialog.getByRole('option').last()).toHaveText(labels.newVideo(word));
      expect(await top()).toBe(before);
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/\/creator\/history\/image\?view=[\w-]{36}$/);
      await expect(page.getByRole('dialog', { name: `Harbour ${word}` })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);

      await page.keyboard.press('ControlOrMeta+k');
      await box.fill(labels.page);
      await expect(dialog.getByRole('option', { name: labels.page, exact: true })).toHaveAttribute(
        'aria-selected',
        'true',
      );
      expect(await top()).toBe(before);
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/\/pricing$/);

      await page.keyboard.press('ControlOrMeta+k');
      await box.fill(labels.key);
      await expect(dialog.getByRole('option', { name: labels.keys, exact: true })).toHaveAttribute(
        'aria-selected',
        'true',
      );
      await box.fill(labels.night);
      const settings = dialog.getByRole('group', { name: labels.settings, exact: true });
      await expect(settings.getByRole('option', { name: labels.dark })).toBeVisible();
      await settings.getByRole('option', { name: labels.dark }).click();
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    });
  });
}

test('every model is found by two letters, and its form opens with Enter', { tag: '@each-rule' }, async ({
  page,
}) => {
  for (const [text, name, url] of [
    ['kl', /^Kling/, /\/creator\/video\/kling-/],
    ['veo', /^Veo/, /\/creator\/video\/veo/],
    ['seedream', /^Seedream/, /\/creator\/image\/text-to-image/],
  ] as const) {
    await openPalette(page);
    await findBox(page).fill(text);
    const first = page.getByRole('group', { name: 'Models' }).getByRole('option').first();
    await expect(first).toHaveText(name);
    await expect(first).toHaveAttribute('aria-selected', 'true');
    const preview = page.getByRole('complementary', { name: 'Preview' });
    await expect(preview).toContainText(/credits/);
    for (const place of [first, preview]) {
      const picture = place.locator('img');
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320);
    }
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(url);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
});

test('without a text it offers the newest works as squares, recent pages and models', {
  tag: '@each-rule',
}, async ({ page }) => {
  await makeImages(page, [`Quay ${crypto.randomUUID().slice(0, 8)}`]);
  await openPalette(page, '/creator/video/vace');
  const dialog = findDialog(page);
  const square = dialog.getByRole('group', { name: 'Newest works' }).getByRole('option').first();
  await expect(square).toBeVisible();
  const picture = await square.locator('img').boundingBox();
  expect(await square.boundingBox()).toEqual(picture);
  const pages = dialog.getByRole('group', { name: 'Recent pages' }).getByRole('option');
  await expect(pages).toHaveCount(4);
  await expect(pages.first()).toHaveText('VACE');
  await expect(dialog.getByRole('group', { name: 'Recent models' }).getByRole('option')).toHaveCount(2);
  await expect(dialog.getByRole('option').last()).toHaveText('New video');
  await page.keyboard.press('ArrowDown');
  await expect(pages.first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(dialog.getByRole('option').last()).toHaveAttribute('aria-selected', 'true');
  await expectAccessible(page);
});

test('Control and Enter use the prompt of a work', { tag: '@each-rule' }, async ({ page }) => {
  const prompt = `A lantern ${crypto.randomUUID().slice(0, 8)}`;
  await makeImages(page, [prompt]);
  await openPalette(page);
  await findBox(page).fill(prompt);
  await expect(page.getByRole('group', { name: 'Works', exact: true }).getByRole('option')).toHaveCount(1);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page).toHaveURL(/\/creator\/image\/text-to-image/);
  await expect(page.getByRole('textbox', { name: 'Prompt', exact: true })).toHaveValue(prompt);
});

test('a text of 2,000 characters or from right to left becomes the prompt of a new video', {
  tag: '@each-rule',
}, async ({ page }) => {
  for (const text of ['b'.repeat(2_000), 'قارب ورقي في المطر']) {
    await openPalette(page);
    await findBox(page).fill(text);
    const last = findDialog(page).getByRole('option').last();
    await expect(last).toContainText(text);
    const overflow = await findDialog(page).evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth);
    expect(overflow).toBe(0);
    await last.click();
    await expect(page.getByRole('textbox', { name: 'Prompt', exact: true })).toHaveValue(text);
  }
});

test('the palette says that works cannot be searched, and finds the rest', { tag: '@each-rule' }, async ({
  page,
  problems,
}) => {
  problems.allow(/\/api\/library|ERR_FAILED|ERR_INTERNET_DISCONNECTED/);
  await openPalette(page);
  await page.route('**/api/library?**', (route) => route.abort());
  await findBox(page).fill('veo');
  await expect(page.getByText('Your works cannot be searched right now.')).toBeVisible();
  await expect(page.getByRole('group', { name: 'Models' }).getByRole('option').first()).toHaveText(/^Veo/);
});

test('on a phone the palette is a sheet with rows for fingers', { tag: '@each-device' }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openPalette(page);
  const box = await findDialog(page).boundingBox();
  expect(box).toMatchObject({ x: 0, width: 360, height: 716 });
  await expect(page.getByRole('complementary', { name: 'Preview' })).toBeHidden();
});
