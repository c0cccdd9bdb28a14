import type { Locator } from '@playwright/test';
import { expect, test } from './creator.ts';

const forms = [
  '/creator/video/text-to-video',
  '/creator/video/text-to-video-pro',
  '/creator/video/wan-v2-2-a14b',
  '/creator/video/first-to-last-frame',
  '/creator/video/vace',
  '/creator/image-to-video/image-to-video',
  '/creator/image/text-to-image',
  '/creator/image/image-to-image',
  '/creator/image-understanding',
  '/creator/video-to-audio',
];

const generate = /^(Generate|Ask) · |^(生成|提问) · /;

/** Where an element ends, in pixels below the top of the window. */
async function measureBottom(element: Locator): Promise<number> {
  const box = await element.boundingBox();
  return (box?.y ?? Number.POSITIVE_INFINITY) + (box?.height ?? 0);
}

for (const locale of ['en-US', 'zh-CN'] as const) {
  test.describe(`the first screen in ${locale}`, () => {
    test.use({ locale, viewport: { width: 1440, height: 900 } });

    test('shows every form from its first field to Advanced without scrolling', async ({ page }) => {
      test.slow();
      for (const path of forms) {
        await page.goto(path);
        const button = page.getByRole('button', { name: generate });
        const advanced = page.locator('form summary').first();
        await expect(button, path).toBeInViewport({ ratio: 1 });
        await expect(page.locator('form :is(input, textarea, select)').first(), path).toBeAttached();
        // The app replaces the prerendered page in between.
        const room = async () => {
          const bar = await page.locator('form > :last-child').boundingBox();
          return (bar?.y ?? 0) - (await measureBottom(advanced));
        };
        await expect.poll(room, path).toBeGreaterThanOrEqual(0);
      }
    });
  });
}

test.describe('the first screen on a phone in landscape', () => {
  test.use({ viewport: { width: 740, height: 360 } });

  test('leaves more than half of the window to the form', { tag: '@each-device' }, async ({
    page,
    creator,
  }) => {
    await creator.open();
    const bar = page.locator('form > :last-child');
    const headerBottom = await measureBottom(page.getByRole('banner'));
    const barTop = async () => (await bar.boundingBox())?.y ?? 0;
    await expect.poll(async () => (await barTop()) - headerBottom).toBeGreaterThan(180);
    await expect(creator.generateButton).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('button', { name: 'Price details' })).toBeInViewport({ ratio: 1 });
  });
});

test('the form names the price of each option, and offers the sharper one that costs the same', async ({
  page,
  creator,
}) => {
  await creator.open();
  await expect(creator.resolution.locator('option')).toHaveText([
    '480p',
    '580p · same price',
    '720p · 400 credits',
  ]);
  await page.getByRole('button', { name: 'Sharper for the same price: 580p' }).click();
  await expect(creator.resolution).toHaveValue('580p');
  await expect(creator.generateButton).toHaveAccessibleName('Generate · 300 credits');
  await expect(page.getByRole('button', { name: /^Sharper/ })).toHaveCount(0);
});

test('the form chooses the length of a clip with its price, and explains the length', {
  tag: '@each-rule',
}, async ({ page, creator }) => {
  await page.goto('/creator/video/wan-v2-2-5b');
  const length = page.getByRole('combobox', { name: 'Length' });
  await expect(length.locator('option').first()).toHaveText('3.4 sec');
  await length.selectOption('121');
  await expect(length.locator('option', { hasText: '5 sec' })).toHaveText('5 sec');
  await page.getByText('Advanced', { exact: true }).click();
  await expect(page.getByText('121 frames at 24 fps = 5.0 s')).toBeVisible();
  await expect(creator.prompt).toBeEditable();
});
