import type { Locator, Page } from '@playwright/test';
import { type Creator, expect, test, uniquePrompt } from './creator.ts';
import { pngFile } from './upload-fixtures.ts';

/** A result takes a while on a busy machine. */
const street = pngFile('street.png', [40, 90, 160], 512);

const openButtons = (card: Locator): Locator =>
  card.getByRole('button', { name: /^Open (the image|image \d)/ });
const slider = (page: Page, name: string): Locator => page.getByRole('spinbutton', { name, exact: true });
const imageSize = (page: Page): Locator => page.getByRole('group', { name: 'Image size' });
const chooseSize = (page: Page, size: string) => imageSize(page).locator(`input[value=${size}]`).check();
const chosenSize = (page: Page): Locator => imageSize(page).locator('input:checked');
const imageCount = (page: Page): Locator => page.getByRole('combobox', { name: 'Number of images' });

async function openForm(page: Page, creator: Creator, mode = 'text-to-image'): Promise<void> {
  await page.goto(`/creator/image/${mode}`);
  await expect(creator.prompt).toBeVisible();
  await expect(creator.balance).toBeVisible();
}

async function openAdvanced(page: Page): Promise<void> {
  await page.locator('summary').filter({ hasText: 'Advanced' }).click();
}

/** Waits until all images of a card have loaded. */
async function expectImages(card: Locator, count: number): Promise<void> {
  await expect(openButtons(card)).toHaveCount(count);
  for (const button of await openButtons(card).all()) {
    await button.scrollIntoViewIfNeeded();
    const width = () =>
      button
        .locator('img')
        .last()
        .evaluate((image: HTMLImageElement) => image.naturalWidth);
    await expect.poll(width).toBeGreaterThan(100);
  }
}

const models = [
  { name: 'FLUX schnell', size: 'square', count: 2, credits: 16 },
  { name: 'FLUX dev', size: 'landscape_16_9', count: 1, credits: 30 },
  { name: 'Janus Pro', size: 'portrait_4_3', count: 2, credits: 50 },
  { name: 'Stable Diffusion 3.5 Large', size: 'landscape_4_3', count: 3, credits: 24 },
  { name: 'Seedream 5 Pro', size: 'auto_1K', count: 2, credits: 70 },
  { name: 'GPT Image 2.5 Sunburst', size: 'portrait_4_3', count: 1, credits: 15 },
];

for (const [locale, sentence] of [
  ['en-US', 'Loading data…'],
  ['zh-CN', '正在加载数据…'],
] as const) {
  test.describe(`the preview in ${locale}`, () => {
    test.use({ locale });

    test('says that it loads its data until the generations are there', { tag: '@each-rule' }, async ({
      page,
    }) => {
      const release = Promise.withResolvers<void>();
      await page.route('**/api/generations?**', async (route) => {
        await release.promise;
        await route.continue();
      });
      await page.goto('/creator/image/text-to-image');
      const status = page.getByRole('status').filter({ hasText: sentence });
      await expect(status).toBeVisible();
      release.resolve();
      await expect(status).toHaveCount(0);
    });
  });
}

test('each model generates as many images as chosen', { tag: '@each-kind' }, async ({ page, creator }) => {
  for (const { name, size, count, credits } of models) {
    await test.step(`${count} with ${name}`, async () => {
      await openForm(page, creator);
      const before = await creator.creditsLeft();
      await creator.chooseModel(name);
      await chooseSize(page, size);
      await imageCount(page).selectOption(`${count}`);
      await expect(creator.generateButton).toHaveAccessibleName(`Generate · ${credits} credits`);
      const card = await creator.generate(uniquePrompt(`A lantern for ${name}`));
      await expectImages(card, count);
      await creator.expectCreditsLeft(before - credits);
    });
  }
});

test('an image and a prompt generate an image', async ({ page, creator }) => {
  await openForm(page, creator, 'image-to-image');
  const before = await creator.creditsLeft();
  await creator.generateButton.click();
  await expect(page.getByRole('alert').filter({ hasText: '2 fields need a change' })).toBeVisible();
  for (const problem of ['Please upload an image!', 'Please enter prompt!'])
    await expect(page.getByText(problem)).toHaveCount(1);
  await page.locator('input[type=file][name=image_url]').setInputFiles(street);
  await expect(page.getByRole('button', { name: 'Remove: Image' })).toBeVisible();
  await expect(slider(page, 'Image strength')).toHaveValue('0.8');
  const card = await creator.generate(uniquePrompt('The same street at night'));
  await expectImages(card, 1);
  await creator.expectCreditsLeft(before - 30);
});

test('an edit that is priced by its images costs more with each after the first', {
  tag: '@each-rule',
}, async ({ page, creator }) => {
  await page.goto('/creator/image/edit?model=seedream-5-pro-edit');
  const before = await creator.creditsLeft();
  const files = [street, pngFile('sea.png', [30, 90, 160], 512), pngFile('sand.png', [200, 180, 120], 512)];
  const field = page.locator('input[type=file][name=image_urls]');
  for (const [count, credits] of [
    [1, 70],
    [2, 70],
    [3, 75],
  ] as const) {
    await field.setInputFiles(files[count - 1] ?? []);
    await expect(page.getByRole('button', { name: /^Remove/ })).toHaveCount(count);
    await expect(creator.generateButton).toHaveAccessibleName(`Generate · ${credits} credits`);
  }
  const card = await creator.generate(uniquePrompt('The street by the sea'));
  await expectImages(card, 1);
  await creator.expectCreditsLeft(before - 75);
});

test('the preview shows which image of several is hidden, why, and that it was not charged', {
  tag: '@each-rule',
}, async ({ page, creator }) => {
  await openForm(page, creator);
  const before = await creator.creditsLeft();
  await imageCount(page).selectOption('3');
  const card = await creator.generate(uniquePrompt('A crowd on a beach', 'nsfw'));
  await expectImages(card, 2);
  await expect(card.getByText('Hidden by the safety check. Not charged.')).toBeVisible();
  await expect(card).toContainText('1 of 3 images was hidden');
  await expect(card).toContainText('Not charged: 20 credits returned');
  await creator.expectCreditsLeft(before - 40);
});

test('the whole hold is released when no image may be shown', { tag: '@each-page' }, async ({
  page,
  creator,
}) => {
  await openForm(page, creator);
  const before = await creator.creditsLeft();
  const card = await creator.generate(uniquePrompt('A single figure', 'nsfw'));
  await expect(card.getByRole('heading', { name: 'Generation Failed' })).toBeVisible();
  await expect(card).toContainText('Not charged: 20 credits returned');
  await creator.expectCreditsLeft(before);
});

test('a user browses and zooms images with the keyboard alone, and goes on to the next result of the page', {
  tag: '@each-rule',
}, async ({ page, creator }) => {
  await openForm(page, creator);
  const older = uniquePrompt('One buoy');
  await expectImages(await creator.generate(older), 1);
  await imageCount(page).selectOption('3');
  const prompt = uniquePrompt('Three lighthouses');
  const card = await creator.generate(prompt);
  await expectImages(card, 3);

  const second = card.getByRole('button', { name: 'Open image 2 of 3' });
  await second.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: prompt });
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await expect(dialog.getByText('Image 2 of 3')).toBeVisible();
  await press('ArrowLeft');
  await expect(dialog.getByText('Image 1 of 3')).toBeVisible();
  // Nothing is newer: it goes round, and back.
  await press('ArrowLeft');
  await expect(dialog).toBeHidden();
  await press('ArrowRight');
  await expect(dialog.getByText('Image 1 of 3')).toBeVisible();
  await press('ArrowRight', 'ArrowRight');
  await expect(dialog.getByText('Image 3 of 3')).toBeVisible();
  await press('ArrowRight');
  await expect(page.getByRole('dialog', { name: older })).toBeVisible();
  await press('ArrowLeft');
  await expect(dialog.getByText('Image 3 of 3')).toBeVisible();

  await press('+');
  await expect(dialog.getByText('125 %')).toBeVisible();
  await press(...Array<string>(8).fill('+'));
  await expect(dialog.getByText('300 %')).toBeVisible();
  await press(...Array<string>(12).fill('-'));
  await expect(dialog.getByText('25 %', { exact: true })).toBeVisible();
  await press('+', '+');
  await expect(dialog.getByText('75 %')).toBeVisible();
  await press('0');
  await expect(dialog.getByText('100 %', { exact: true })).toBeVisible();

  await press('Tab');
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused();
  await press('Enter');
  await expect(dialog).toBeHidden();
  await expect(second).toBeFocused();
  await press('Enter');
  await expect(dialog.getByText('Image 2 of 3')).toBeVisible();
  await press('Escape');
  await expect(dialog).toBeHidden();
  await expect(second).toBeFocused();
});

test('the viewer zooms with the wheel, by double click and by pinching, and pans a zoomed image', {
  tag: '@each-device',
}, async ({ page, creator }) => {
  await openForm(page, creator);
  const prompt = uniquePrompt('A map of an island');
  const card = await creator.generate(prompt);
  await expectImages(card, 1);
  await card.getByRole('button', { name: 'Open the image' }).click();
  const dialog = page.getByRole('dialog', { name: prompt });
  const image = dialog.getByRole('img', { name: prompt });
  const box = async () => (await image.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await expect(image).toBeVisible();
  await expect.poll(async () => (await box()).width).toBeGreaterThan(100);
  const start = await box();
  const middle = { x: start.x + start.width / 2, y: start.y + start.height / 2 };

  await page.mouse.move(middle.x, middle.y);
  await page.mouse.wheel(0, -100);
  await expect(dialog.getByText('125 %')).toBeVisible();
  await page.mouse.wheel(0, 100);
  await expect(dialog.getByText('100 %', { exact: true })).toBeVisible();
  await page.mouse.dblclick(middle.x, middle.y);
  await expect(dialog.getByText('200 %')).toBeVisible();
  await expect.poll(async () => Math.round((await box()).width)).toBe(Math.round(start.width * 2));

  const before = await box();
  await page.mouse.down();
  await page.mouse.move(middle.x + 30, middle.y + 40, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => Math.round((await box()).y - before.y)).toBe(40);

  await dialog.getByRole('button', { name: 'Back to 100 %' }).click();
  await pinch(page, middle, { from: 100, to: 155 });
  await expect(dialog.getByText('150 %')).toBeVisible();
});

/** Moves two fingers on either side of a point from one distance to another, in pixels. */
async function pinch(
  page: Page,
  { x, y }: { x: number; y: number },
  { from, to }: { from: number; to: number },
): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const fingers = (apart: number) => [
    { x: x - apart / 2, y, id: 1 },
    { x: x + apart / 2, y, id: 2 },
  ];
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart?: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: apart ? fingers(apart) : [] });
  await touch('touchStart', from);
  for (let step = 1; step <= 5; step += 1) await touch('touchMove', from + ((to - from) * step) / 5);
  await touch('touchEnd');
}

test('a result can be the input of another image and of a video', { tag: '@each-rule' }, async ({
  page,
  creator,
}) => {
  await openForm(page, creator);
  const card = await creator.generate(uniquePrompt('A harbour in fog'));
  await expectImages(card, 1);
  await creator.choose(card, 'Edit with a prompt');
  await expect(page).toHaveURL(/\/creator\/image\/image-to-image$/);
  await expect(page.getByRole('button', { name: 'Remove: Image' })).toBeVisible();
  const changed = await creator.generate(uniquePrompt('The harbour in snow'));
  await expectImages(changed, 1);

  await changed.getByRole('link', { name: /^Animate/ }).click();
  await expect(page).toHaveURL(/\/creator\/image-to-video\/image-to-video$/);
  await expect(page.getByRole('button', { name: 'Remove: Image' })).toBeVisible();
  const video = await creator.generate(uniquePrompt('The fog lifts'));
  await expect(video.locator('video')).toBeVisible();
});

test("the form shows a model's own fields, resets its sliders and keeps the rest, across a reload too", {
  tag: '@each-rule',
}, async ({ page, creator }) => {
  await openForm(page, creator);
  const prompt = uniquePrompt('A glasshouse');
  await creator.prompt.fill(prompt);
  await chooseSize(page, 'portrait_16_9');
  await openAdvanced(page);
  await expect(slider(page, 'Inference steps')).toHaveValue('4');
  await expect(slider(page, 'Guidance scale')).toHaveCount(0);

  await creator.chooseModel('FLUX dev');
  await expect(slider(page, 'Inference steps')).toHaveValue('28');
  await expect(slider(page, 'Guidance scale')).toHaveValue('3.5');
  await page.getByRole('button', { name: 'Pick a random seed' }).click();
  const seed = await slider(page, 'Seed').inputValue();
  expect(Number(seed)).toBeGreaterThanOrEqual(0);
  expect(Number(seed)).toBeLessThanOrEqual(1_000_000);

  const negative = page.getByRole('textbox', { name: 'Negative prompt' });
  await expect(negative).toHaveCount(0);
  await creator.chooseModel('Stable Diffusion 3.5 Large');
  const usual = await negative.inputValue();
  expect(usual.length).toBeGreaterThan(200);
  await negative.fill('rain');
  await page.getByRole('button', { name: 'Reset: Negative prompt' }).click();
  await expect(negative).toHaveValue(usual);
  await expect(negative).toBeFocused();
  await negative.fill('rain');

  await creator.chooseModel('Janus Pro');
  await expect(slider(page, 'Temperature')).toHaveValue('1');
  await expect(slider(page, 'CFG weight')).toHaveValue('5');
  await expect(slider(page, 'Inference steps')).toHaveCount(0);
  await expect(negative).toHaveCount(0);
  await creator.chooseModel('Stable Diffusion 3.5 Large');
  await expect(slider(page, 'Inference steps')).toHaveValue('30');
  await expect(negative).toHaveValue('rain');

  await page.reload();
  await expect(creator.prompt).toHaveValue(prompt);
  await expect(creator.modelButton).toHaveAccessibleName(/^Model Stable Diffusion 3.5 Large /);
  await expect(chosenSize(page)).toHaveValue('portrait_16_9');
  await openAdvanced(page);
  await expect(slider(page, 'Seed')).toHaveValue(seed);
});

test('the documented aliases fill in the form, which says what does not fit', {
  tag: '@each-page',
}, async ({ page, creator }) => {
  const query = new URLSearchParams({
    prompt: 'A lamp',
    width: '768',
    height: '1024',
    quality: 'hd',
    model: 'flux-dev',
    steps: '20',
    cfg_scale: '7',
    mode: 'text-to-image',
    style: 'oil',
    seed: '77',
  });
  await page.goto(`/creator/image-generation?${query}`);
  await expect(page).toHaveURL(/\/creator\/image\/text-to-image$/);
  await expect(page.getByText('Not applied because this form does not support it: Style')).toBeVisible();
  await expect(creator.prompt).toHaveValue('A lamp');
  await expect(creator.modelButton).toHaveAccessibleName(/^Model FLUX dev /);
  await expect(chosenSize(page)).toHaveValue('portrait_4_3');
  await openAdvanced(page);
  await expect(slider(page, 'Inference steps')).toHaveValue('20');
  await expect(slider(page, 'Guidance scale')).toHaveValue('7');
  await expect(slider(page, 'Seed')).toHaveValue('77');

  await page.goto('/creator/image-generation?mode=image-to-image&prompt=Snow');
  await expect(page).toHaveURL(/\/creator\/image\/image-to-image$/);
  await expect(creator.prompt).toHaveValue('Snow');
  await page.goto('/creator/image/sculpture');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create an image');
});

test('a result can be marked as a favorite, and regenerated with every field restored', {
  tag: '@each-page',
}, async ({ page, creator }) => {
  await openForm(page, creator);
  await creator.chooseModel('Stable Diffusion 3.5 Large');
  await chooseSize(page, 'landscape_4_3');
  await openAdvanced(page);
  await slider(page, 'Inference steps').fill('12');
  await slider(page, 'Seed').fill('4711');
  await page.getByRole('textbox', { name: 'Negative prompt' }).fill('');
  const prompt = uniquePrompt('A terrace in spring');
  const card = await creator.generate(prompt);
  await expectImages(card, 1);
  const favorite = card.getByRole('button', { name: 'Favorite' });
  await favorite.click();
  await expect(favorite).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  await expect(favorite).toHaveAttribute('aria-pressed', 'true');

  await openForm(page, creator);
  await creator.prompt.fill('Something else');
  await creator.choose(card, 'Regenerate');
  await expect(creator.prompt).toHaveValue(prompt);
  await expect(creator.modelButton).toHaveAccessibleName(/^Model Stable Diffusion 3.5 Large /);
  await expect(chosenSize(page)).toHaveValue('landscape_4_3');
  await openAdvanced(page);
  await expect(slider(page, 'Inference steps')).toHaveValue('12');
  await expect(slider(page, 'Seed')).toHaveValue('4711');
  await expect(page.getByRole('textbox', { name: 'Negative prompt' })).toHaveValue('');
});
