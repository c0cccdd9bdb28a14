import { expect, test } from './creator.ts';
import { buyPack, newcomer, signInByRequests } from './newcomers.ts';
import { post } from './own-requests.ts';

test.describe('with the colours of the system', () => {
  test.use({ contextOptions: { forcedColors: 'active' } });

  test('the page that is open, the chosen tab and the chosen option differ visibly from the others', async ({
    page,
  }) => {
    await page.goto('/creator/image/text-to-image');
    const readOutline = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => getComputedStyle(element).outlineStyle);
    await expect.poll(() => readOutline('aside [aria-current=page]')).toBe('solid');
    expect(await readOutline('label:has(input[name=image_size]:checked)')).toBe('solid');
    expect(await readOutline('label:has(input[name=image_size]:not(:checked))')).toBe('none');
    const generate = page.getByRole('button', { name: /^Generate · / });
    expect(await generate.evaluate((button) => getComputedStyle(button).borderTopWidth)).toBe('1px');

    await page.goto('/creator/history/image');
    const tabs = page.getByRole('navigation', { name: 'Parts of the library' }).getByRole('link');
    const edges = await tabs.evaluateAll((all) => all.map((tab) => getComputedStyle(tab).borderBottomColor));
    expect(new Set(edges).size).toBe(2);
    const slider = page.locator('.range-input').first();
    expect(await slider.evaluate((input) => getComputedStyle(input).forcedColorAdjust)).toBe('none');
  });
});

test.describe('on paper', () => {
  test.use({ colorScheme: 'dark' });

  test('a page is ink on white, without the menu and the header', { tag: '@each-rule' }, async ({ page }) => {
    for (const path of ['/pricing', '/credits', '/creator/video/text-to-video']) {
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('aside')).toBeHidden();
      await expect(page.getByRole('banner')).toBeHidden();
      const { ink, paper } = await page.evaluate(() => {
        const { color, backgroundColor } = getComputedStyle(document.documentElement);
        return { ink: color, paper: backgroundColor };
      });
      expect([path, ink, paper]).toEqual([path, 'rgb(23, 23, 29)', 'rgb(250, 250, 252)']);
    }
  });
});

test('texts of twice the size need no scrolling sideways', { tag: '@each-device' }, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  // The browser's own setting, which the breakpoints follow, too; a style of the page would not reach them.
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
  for (const path of [
    '/',
    '/pricing',
    '/credits',
    '/account',
    '/status',
    '/developers',
    '/creator/video/text-to-video',
    '/creator/video/wan-v2-2-a14b',
    '/creator/image/text-to-image',
    '/creator/audio/music',
    '/creator/image-understanding',
    '/creator/history',
    '/creator/history/audio',
    '/creator/batches',
  ]) {
    await page.goto(path);
    await expect(page.locator('h1').first()).toBeAttached();
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px');
    const surplus = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    for (const width of [1440, 768]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.soft
        .poll(surplus, { message: `${path} at ${width}`, timeout: 4_000 })
        .toBeLessThanOrEqual(0);
    }
  }
});

test('shortcuts are where they are on a keyboard of another script', { tag: '@each-device' }, async ({
  page,
}) => {
  await page.goto('/pricing');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const dialog = page.getByRole('dialog');
  await expect(async () => {
    await page.evaluate(() =>
      document.body.dispatchEvent(
        new KeyboardEvent('keydown', {
          key: 'л',
          code: 'KeyK',
          ctrlKey: true,
          bubbles: true,
          cancelable: true,
        }),
      ),
    );
    await expect(dialog).toBeVisible({ timeout: 2_000 });
  }).toPass();
});

test('a day with a failed work, and a toast, have room for texts of twice the size', {
  tag: '@each-device',
}, async ({ browser }) => {
  const page = await (await browser.newContext({ viewport: { width: 768, height: 900 } })).newPage();
  await signInByRequests(page, newcomer());
  await buyPack(page, 'starter');
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
  await page.goto('/creator/history');
  const image = { image_generation_type: 'text-to-image', model: 'flux-schnell', image_size: 'square' };
  for (const prompt of ['A pier', 'A pier in the fog [fail]'])
    await post(page, '/api/wan/createImage', { ...image, num_images: 1, prompt });
  const toast = page.locator('[data-sonner-toast]').filter({ hasText: 'ready' });
  await expect(toast).toBeVisible({ timeout: 60_000 });
  expect((await toast.boundingBox())?.width).toBeGreaterThan(500);
  await expect(page.getByRole('button', { name: /failed or cancelled/ }).first()).toBeVisible();
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBeLessThanOrEqual(0);
  await page.context().close();
});
