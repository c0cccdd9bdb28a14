import type { Locator, Page } from '@playwright/test';
import { type Creator, expect, test, uniquePrompt } from './creator.ts';
import { type FixtureFile, pngFile } from './upload-fixtures.ts';

const red = pngFile('red.png', [200, 30, 40]);
const blue = pngFile('blue.png', [30, 60, 200]);
/** A result takes a while on a busy machine. */

const fileField = (page: Page, label: string): Locator =>
  page.locator(`input[type=file][aria-label="${label}"]`);
const uploaded = (page: Page, label: string): Locator =>
  page.getByRole('group', { name: label }).getByRole('button', { name: /^Remove/ });

async function upload(
  page: Page,
  label: string,
  file: Parameters<Locator['setInputFiles']>[0],
): Promise<void> {
  await fileField(page, label).setInputFiles(file);
  await expect(uploaded(page, label).first()).toBeVisible();
}

type Transfer = { type: 'drop' | 'paste'; selector: string; byteCount?: number };

/** Drops or pastes a file onto an element; padded to `byteCount` in the browser, so that no large file is sent to it. */
async function transferFile(page: Page, file: FixtureFile, transfer: Transfer): Promise<void> {
  await page.locator('input[type=file]').first().waitFor();
  const given = {
    base64: file.buffer.toString('base64'),
    name: file.name,
    mimeType: file.mimeType,
    ...transfer,
  };
  await page.locator('[data-follows-files]').waitFor({ state: 'attached' });
  await page.evaluate(({ base64, name, mimeType, type, selector, byteCount = 0 }) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const rest = new Uint8Array(Math.max(0, byteCount - bytes.length));
    const transfer = new DataTransfer();
    transfer.items.add(new File([bytes, rest], name, { type: mimeType }));
    const options = { bubbles: true, cancelable: true };
    const event =
      type === 'drop'
        ? new DragEvent('drop', { ...options, dataTransfer: transfer })
        : new ClipboardEvent('paste', { ...options, clipboardData: transfer });
    document.querySelector(selector)?.dispatchEvent(event);
  }, given);
}

const kinds = [
  { page: 'video/text-to-video-pro', credits: 800, images: [] },
  { page: 'video/wan-v2-2-5b', credits: 300, images: [] },
  { page: 'video/wan-v2-2-a14b', credits: 600, images: [] },
  { page: 'video/first-to-last-frame', credits: 200, images: ['Start image', 'End image'] },
  { page: 'image-to-video/image-to-video', credits: 200, images: ['Image'] },
  { page: 'image-to-video/image-to-video-pro', credits: 800, images: ['Image'] },
  { page: 'video/h3-max-turbo-text-to-video', credits: 100, images: [] },
  { page: 'image-to-video/kling-v3-turbo-standard-image-to-video', credits: 280, images: ['Image'] },
  { page: 'image-to-video/seedance-2-5-image-to-video', credits: 1185, images: ['Image'] },
  { page: 'video/flux-3-first-last-frame-to-video', credits: 425, images: ['Start image', 'End image'] },
  { page: 'video/pixverse-v6-transition', credits: 115, images: ['Start image', 'End image'] },
  { page: 'video/h3-reference-to-video', credits: 325, images: ['Reference images'] },
];

for (const kind of kinds) {
  test(`an empty form at ${kind.page} generates a playing video`, {
    tag: kind.page === 'video/first-to-last-frame' ? [] : '@each-kind',
  }, async ({ page, creator }) => {
    await page.goto(`/creator/${kind.page}`);
    const before = await creator.creditsLeft();
    for (const [index, label] of kind.images.entries()) await upload(page, label, index === 0 ? red : blue);
    await expect(creator.generateButton).toHaveAccessibleName(
      `Generate · ${kind.credits.toLocaleString('en-US')} credits`,
    );
    const card = await creator.generate(uniquePrompt(`A lantern for ${kind.page.split('/')[1]}`));
    await expect(card.locator('video')).toBeVisible();
    await creator.expectCreditsLeft(before - kind.credits);
  });
}

/** Makes a video, and resolves to its address. */
async function makeClip(creator: Creator): Promise<string> {
  await creator.open();
  const source = (await creator.generate(uniquePrompt('A dancer before a wall'))).locator('video');
  await expect(source).toBeVisible();
  return (await source.getAttribute('src')) ?? '';
}

test('a video is edited and extended by the models that take one, for the length that it has', {
  tag: '@each-kind',
}, async ({ page, creator }) => {
  const address = await makeClip(creator);
  for (const { kind, credits } of [
    { kind: 'seedance-2-0-edit-video', credits: 915 },
    { kind: 'happy-horse-edit-video', credits: 700 },
    { kind: 'flux-3-extend-video', credits: 1025 },
    { kind: 'pixverse-v6-extend', credits: 115 },
    { kind: 'ltx-2-3-extend-video', credits: 250 },
    { kind: 'kling-o3-pro-edit-video', credits: 840 },
    { kind: 'seedance-2-5-edit-video', credits: 1420 },
    { kind: 'h3-edit-video', credits: 650 },
    { kind: 'wan-3-0-edit-video', credits: 500 },
  ])
    await test.step(kind, async () => {
      await page.goto(`/creator/video/${kind}?${new URLSearchParams({ video_url: address })}`);
      const before = await creator.creditsLeft();
      await expect(uploaded(page, 'Source video')).toBeVisible();
      await expect(creator.generateButton).toHaveAccessibleName(
        `Generate · ${credits.toLocaleString('en-US')} credits`,
      );
      const card = await creator.generate(uniquePrompt('The same dance in the snow'));
      await expect(card.locator('video')).toBeVisible();
      await creator.expectCreditsLeft(before - credits);
    });
});

test('a video is cut out and enlarged, and an image enlarged, by the models that take no words', {
  tag: '@each-kind',
}, async ({ page, creator }) => {
  const address = await makeClip(creator);
  const preview = page.getByRole('region', { name: 'Preview', exact: true });
  for (const { kind, credits } of [
    { kind: 'pixelcut-remove-background-video', credits: 55 },
    { kind: 'bria-remove-background-video', credits: 125 },
    { kind: 'seedvr-upscale-video', credits: 625 },
    { kind: 'seedvr-upscale-image', credits: 15 },
    { kind: 'crystal-upscaler', credits: 75 },
  ])
    await test.step(kind, async () => {
      const isVideo = kind.endsWith('-video');
      await page.goto(
        isVideo
          ? `/creator/video/${kind}?${new URLSearchParams({ video_url: address, max_size: '2160p' })}`
          : `/creator/image/upscale?model=${kind}`,
      );
      const before = await creator.creditsLeft();
      const press = page.getByRole('button', { name: new RegExp(` · ${credits} credits$`) });
      // The form of the address replaces the one that the page begins with.
      await expect(press).toBeVisible();
      if (isVideo) await expect(uploaded(page, 'Source video')).toBeVisible();
      else await upload(page, 'Image', red);
      await expect(creator.generateButton).toHaveCount(0);
      await press.click();
      await expect(preview.locator(isVideo ? 'video' : 'img').first()).toBeVisible();
      await creator.expectCreditsLeft(before - credits);
    });
});

test("a VACE video is generated from the user's own video, with a mask and references", {
  tag: '@each-kind',
}, async ({ page, creator }) => {
  const address = await makeClip(creator);
  const clip = {
    name: 'dance.mp4',
    mimeType: 'video/mp4',
    buffer: await (await page.request.get(address)).body(),
  };

  await page.goto('/wan-vace');
  await expect(page).toHaveURL(/\/creator\/video\/vace$/);
  await upload(page, 'Source video', clip);
  await expect(page.getByText('Mask video')).toHaveCount(0);
  await page.getByRole('combobox', { name: 'Task' }).selectOption('Inpainting');
  await upload(page, 'Mask video', clip);
  await upload(page, 'Reference images (optional)', [red, blue]);
  await expect(uploaded(page, 'Reference images (optional)')).toHaveCount(2);
  await page.getByText('Advanced', { exact: true }).click();
  await page.getByRole('spinbutton', { name: 'Frames', exact: true }).fill('97');
  await expect(page.getByText('97 frames at 16 fps = 6.1 s')).toBeVisible();
  await expect(page.getByText('More than 81 frames: +25 %')).toBeVisible();
  await expect(creator.generateButton).toHaveAccessibleName('Generate · 500 credits');
  const prompt = uniquePrompt('The same dance made of paper');
  const card = await creator.generate(prompt);
  await expect(card.locator('video')).toBeVisible();

  await creator.choose(card, 'Regenerate');
  await expect(page).toHaveURL(/\/creator\/video\/vace$/);
  await expect(creator.prompt).toHaveValue(prompt);
  await expect(page.getByRole('combobox', { name: 'Task' })).toHaveValue('inpainting');
  await expect(uploaded(page, 'Reference images (optional)')).toHaveCount(2);
  await expect(creator.generateButton).toHaveAccessibleName('Generate · 500 credits');
});

test('the form refuses a file of the wrong type and one that is too large, each with its own message', {
  tag: '@each-rule',
}, async ({ page }) => {
  await page.goto('/creator/image-to-video/image-to-video');
  const field = page.getByRole('group', { name: 'Image' });
  await fileField(page, 'Image').setInputFiles({
    name: 'a.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF'),
  });
  await expect(field).toContainText('Please select a valid image file');
  await expect(
    page.getByRole('listitem').filter({ hasText: 'Please select a valid image file' }),
  ).toBeVisible();

  await transferFile(page, red, { type: 'drop', selector: 'input[name=image_url]', byteCount: 20_971_521 });
  await expect(field).toContainText('The file is too large. Images can be up to 20 MB.');
  await expect(field.getByText('a.pdf')).toHaveCount(0);

  await page.goto('/creator/video/vace');
  await fileField(page, 'Source video').setInputFiles(red);
  await expect(page.getByRole('group', { name: 'Source video' })).toContainText(
    'Please select a valid video file',
  );
});

test('the form shows that the server refused a file that is not what it claims to be', {
  tag: '@each-rule',
}, async ({ page, problems }) => {
  problems.allow(/^response 415 POST \/api\/upload-video/);
  await page.goto('/creator/video/vace');
  const fake = { name: 'fake.mp4', mimeType: 'video/mp4', buffer: Buffer.from('not a video at all') };
  await fileField(page, 'Source video').setInputFiles(fake);
  const field = page.getByRole('group', { name: 'Source video' });
  await expect(field).toContainText('Please select a valid video file');
  await expect(field.locator('video, img')).toHaveCount(0);
  await expect(fileField(page, 'Source video')).toBeEnabled();
});

test('a submission waits for an upload until that is cancelled', { tag: '@each-rule' }, async ({
  page,
  creator,
}) => {
  const reached = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  await page.route('**/api/upload-image-wan-i2v', async (route) => {
    reached.resolve();
    await release.promise;
    await route.abort('connectionreset').catch(() => undefined);
  });
  await page.goto('/creator/image-to-video/image-to-video');
  await creator.prompt.fill('A lamp');
  await fileField(page, 'Image').setInputFiles(red);
  await reached.promise;
  const waiting = page.getByRole('button', { name: /^Waiting for 1 upload \(\d+ %\)$/ });
  await waiting.click();
  await expect(page.getByText('Please wait for all files to finish uploading.')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel the upload of red.png' }).click();
  await expect(creator.generateButton).toBeVisible();
  await expect(page.getByRole('group', { name: 'Image' }).locator('img')).toHaveCount(0);
  await creator.generateButton.click();
  await expect(page.getByText('Please upload an image!')).toBeVisible();
  release.resolve();
});

/** Loses the connection during the first upload. Resolves to its field. */
async function loseUpload(page: Page): Promise<Locator> {
  await page.goto('/creator/image-to-video/image-to-video');
  await page.route('**/api/upload-image-wan-i2v', (route) => route.abort('connectionreset'), { times: 1 });
  await fileField(page, 'Image').setInputFiles(blue);
  const field = page.getByRole('group', { name: 'Image' });
  await expect(field).toContainText('The connection failed during the upload. Please try again.');
  return field;
}

test('the form offers a retry when the connection is lost during an upload', { tag: '@each-rule' }, async ({
  page,
  problems,
}) => {
  problems.allow(/^request POST \/api\/upload-image-wan-i2v/);
  const field = await loseUpload(page);
  // Awaited from the start: the toast disappears on its own.
  const toast = page.getByText('Upload successful!').waitFor();
  await field.getByRole('button', { name: 'Try again' }).click();
  await expect(uploaded(page, 'Image')).toBeVisible();
  await toast;
  await uploaded(page, 'Image').click();
  await expect(fileField(page, 'Image')).toBeFocused();
});

test('an upload is sent again once the connection is back', { tag: '@faults' }, async ({
  page,
  problems,
}) => {
  problems.allow(/^request POST \/api\/upload-image-wan-i2v/);
  await loseUpload(page);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(uploaded(page, 'Image')).toBeVisible();
});

test('the form accepts a file dropped on the field or pasted anywhere', { tag: '@each-page' }, async ({
  page,
}) => {
  await page.goto('/creator/video/first-to-last-frame');
  await transferFile(page, blue, { type: 'drop', selector: 'input[name=end_image_url]' });
  await expect(uploaded(page, 'End image')).toBeVisible();
  await transferFile(page, red, { type: 'paste', selector: 'body' });
  await expect(uploaded(page, 'Start image')).toBeVisible();
});

test.describe('a user who has never paid', () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  test('is redirected from a pro kind to the prices', { tag: '@each-page' }, async ({ page, signIn }) => {
    await signIn('new@atelier.test', '/creator/video/text-to-video-pro');
    const kind = 'text-to-video-pro';
    await expect(page).toHaveURL(`/pricing?redirect=%2Fcreator%2Fvideo%2F${kind}&kind=${kind}`);
  });
});

test('an address chooses the form by the model and fills it in from the documented aliases', {
  tag: '@each-rule',
}, async ({ page, creator, problems }) => {
  // The image does not exist; the form accepts its address anyway.
  problems.allow(/a\.png/);
  const query = new URLSearchParams({
    modelId: 'wan-i2v',
    prompt: 'A lamp',
    imageSrc: 'https://example.com/a.png',
    resolution: '720p',
    aspect_ratio: '1:1',
    shift: '5',
  });
  await page.goto(`/creator/video-generation?${query}`);
  await expect(page).toHaveURL(/\/creator\/image-to-video\/image-to-video$/);
  await expect(creator.prompt).toHaveValue('A lamp');
  await expect(uploaded(page, 'Image')).toBeVisible();
  await expect(creator.ratio).toHaveValue('1:1');
  await expect(page.getByText('Not applied because this form does not support it: Shift')).toBeVisible();
  await page.goto('/creator/video/sculpture?model=vace&task=inpainting');
  await expect(page).toHaveURL(/\/creator\/video\/vace$/);
  await expect(page.getByRole('combobox', { name: 'Task' })).toHaveValue('inpainting');
  await page.goto('/creator/image-to-video/sculpture');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create a video');
});
