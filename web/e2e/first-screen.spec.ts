import type { Locator, Page } from '@playwright/test';
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
  '/creator/audio/text-to-speech',
];

/** Each form is measured in one of them. */
const screens = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
] as const;

const generate = /^(Generate|Ask) · |^(生成|提问) · /;

/** Where an element ends, in pixels below the top of the window. */
async function measureBottom(element: Locator): Promise<number> {
  const box = await element.boundingBox();
  return (box?.y ?? Number.POSITIVE_INFINITY) + (box?.height ?? 0);
}

for (const locale of ['en-US', 'zh-CN'] as const) {
  test.describe(`the first screen in ${locale}`, () => {
    test.use({ locale });

    test('shows every form from its first field to Advanced without scrolling', async ({ page }) => {
      for (const [index, path] of forms.entries()) {
        await page.setViewportSize(screens[index % 2] ?? screens[0]);
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

/** The form and the stage of a page, as they are placed. */
async function measureColumns(page: Page) {
  return page.evaluate(() => {
    const [form, stage] = [document.querySelector('form'), document.querySelector('#preview-title')].map(
      (inner) => inner?.parentElement?.getBoundingClientRect(),
    );
    return { formWidth: form?.width, isBeside: (stage?.left ?? 0) >= (form?.right ?? Infinity) };
  });
}

for (const { menu, width, height, formWidth } of [
  { menu: 'the rail', width: 768, height: 1024, formWidth: 320 },
  { menu: 'the rail', width: 1024, height: 768, formWidth: 352 },
  { menu: 'the open menu', width: 1024, height: 768, formWidth: 352 },
  { menu: 'the open menu', width: 972, height: 800, formWidth: 320 },
  { menu: 'the open menu', width: 1440, height: 900, formWidth: 392 },
])
  test(`${menu}, the form and its stage are side by side at ${width} × ${height}, and the form scrolls on its own`, {
    tag: '@each-device',
  }, async ({ page, creator, context, baseURL }) => {
    if (menu === 'the open menu')
      await context.addCookies([{ name: 'sidebar', value: 'open', url: baseURL ?? '' }]);
    await page.setViewportSize({ width, height });
    await creator.open();
    const beside = { formWidth, isBeside: true };
    await expect.poll(() => measureColumns(page)).toEqual(beside);
    await page.getByText('Advanced', { exact: true }).click();
    await page.getByRole('region', { name: 'Preview' }).hover();
    await page.mouse.wheel(0, 4000);
    await expect(creator.generateButton).toBeInViewport({ ratio: 1 });
    expect(await measureColumns(page)).toEqual(beside);
  });

for (const { name, width, height, isMenuOpen } of [
  { name: 'the open menu leaves no room for it', width: 971, height: 800, isMenuOpen: true },
  { name: 'the window is lower than 480 pixels', width: 932, height: 430, isMenuOpen: false },
])
  test(`the stage is below the form where ${name}`, {
    tag: '@each-device',
  }, async ({ page, creator, context, baseURL }) => {
    if (isMenuOpen) await context.addCookies([{ name: 'sidebar', value: 'open', url: baseURL ?? '' }]);
    await page.setViewportSize({ width, height });
    await creator.open();
    await expect.poll(async () => (await measureColumns(page)).isBeside).toBe(false);
    await expect(creator.generateButton).toBeInViewport({ ratio: 1 });
  });

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
    await expect(page.getByRole('button', { name: /^Price details/ })).toBeInViewport({ ratio: 1 });
  });
});

test('the form names the price of each option, and begins with the sharper one that costs the same', {
  tag: '@each-rule',
}, async ({ creator }) => {
  await creator.open();
  await expect(creator.resolution.locator('option')).toHaveText([
    '480p · same price',
    '580p',
    '720p · 400 credits',
  ]);
  await expect(creator.resolution).toHaveValue('580p');
  await expect(creator.generateButton).toHaveAccessibleName('Generate · 300 credits');
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
