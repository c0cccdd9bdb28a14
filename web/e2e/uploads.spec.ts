import type { Page, Route } from '@playwright/test';
import { expect, test } from './creator.ts';
import { pngFile } from './upload-fixtures.ts';

// 16:9.
const wide = pngFile('wide.png', [200, 40, 40], 320);

const fileField = (page: Page, label: string) => page.locator(`input[type=file][aria-label="${label}"]`);
const group = (page: Page, label: string) => page.getByRole('group', { name: label });

test("the form warns that an image's aspect ratio differs from its video's, and crops it", async ({
  page,
  creator,
}) => {
  await page.goto('/creator/image-to-video/image-to-video');
  await fileField(page, 'Image').setInputFiles(wide);
  const field = group(page, 'Image');
  const picture = field.locator('img');
  await expect(picture).toBeVisible();
  const note = field.getByRole('status');
  await expect(note).toHaveCount(0);

  await creator.ratio.selectOption('1:1');
  await expect(note).toContainText('This image’s aspect ratio differs from the video (1:1).');
  await note.getByRole('button', { name: 'Crop to 1:1' }).click();
  await expect(field.getByRole('button', { name: 'Remove: Image' })).toBeVisible();
  const shape = () =>
    picture.evaluate(({ naturalWidth, naturalHeight }: HTMLImageElement) => [naturalWidth, naturalHeight]);
  await expect.poll(shape).toEqual([180, 180]);
  await expect(note).toHaveCount(0);

  await creator.ratio.selectOption('16:9');
  await note.getByRole('button', { name: 'Keep as it is' }).click();
  await expect(note).toHaveCount(0);
  await expect(field.getByRole('button', { name: 'Remove: Image' })).toBeFocused();
  await creator.ratio.selectOption('auto');
  await expect(note).toHaveCount(0);
});

test('the form refuses a large file that is no image as soon as it is sent, and accepts a good one right after', {
  tag: '@each-rule',
}, async ({ page, problems }) => {
  problems.allow(/^response 415 POST \/api\/upload-image-wan-i2v/);
  // Playwright's recorder fetches the preview that cannot be drawn, which our content security policy forbids it.
  problems.allow(/^console Connecting to 'blob:/);
  await page.goto('/creator/image-to-video/image-to-video');
  const field = group(page, 'Image');
  // The upload once stood still for 30 s, and so did what the connection was used for next.
  const quick = { timeout: 10_000 };
  for (const bytes of [15_000_000, 3_000_000]) {
    await fileField(page, 'Image').setInputFiles({
      name: 'fake.png',
      mimeType: 'image/png',
      buffer: Buffer.alloc(bytes, 'a'),
    });
    await expect(field).toContainText('Please select a valid image file', quick);
  }
  await fileField(page, 'Image').setInputFiles(wide);
  await expect(field.getByRole('button', { name: 'Remove: Image' })).toBeVisible(quick);
});

test('the toast of an upload lets a press through to what it lies on', { tag: '@each-rule' }, async ({
  page,
}) => {
  await page.goto('/creator/image-to-video/image-to-video');
  await fileField(page, 'Image').setInputFiles(wide);
  const toast = page.locator('[data-sonner-toast]', { hasText: 'Upload successful!' });
  await expect(toast).toBeVisible();
  const isReached = await toast.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2)?.closest('[data-sonner-toast]') != null;
  });
  expect(isReached).toBe(false);
});

test('an upload reports a lost connection, and goes on once it is back', { tag: '@faults' }, async ({
  page,
  context,
  problems,
}) => {
  problems.allow(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|WebSocket/);
  await page.goto('/creator/video/first-to-last-frame');
  await fileField(page, 'Start image').setInputFiles(wide);
  await expect(page.getByText('Upload successful!')).toBeVisible();

  const reached = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const holdBack = async (route: Route) => {
    reached.resolve();
    await release.promise;
    await route.continue();
  };
  await page.route('**/api/upload-image-wan-i2v', holdBack, { times: 1 });
  await fileField(page, 'End image').setInputFiles(wide);
  await reached.promise;
  await expect(page.getByRole('button', { name: /^Waiting for 1 upload/ })).toBeVisible();
  await context.setOffline(true);
  release.resolve();
  const field = group(page, 'End image');
  await expect(field).toContainText('The connection failed during the upload. Please try again.');
  await expect(page.getByRole('button', { name: /^Waiting for/ })).toHaveCount(0);

  await context.setOffline(false);
  await expect(field.getByRole('button', { name: 'Remove: End image' })).toBeVisible();
});

test('the form says why an upload failed where the server has no words for it', { tag: '@faults' }, async ({
  page,
  problems,
}) => {
  problems.allow(/^response 500 POST \/api\/upload-image-wan-i2v/);
  await page.goto('/creator/image-to-video/image-to-video');
  const field = group(page, 'Image');
  const answers = [
    { status: 500, body: '<h1>Bad gateway</h1>', sentence: 'Image upload failed. Please try again.' },
    { status: 200, body: '{}', sentence: 'An unexpected error occurred during upload.' },
  ];
  for (const { sentence, ...answer } of answers) {
    await page.route('**/api/upload-image-wan-i2v', (route) => route.fulfill(answer), { times: 1 });
    await fileField(page, 'Image').setInputFiles(wide);
    await expect(field).toContainText(sentence);
    await expect(page.getByText(sentence)).toHaveCount(2);
    await expect(field.locator('img')).toHaveCount(0);
  }
  await field.getByRole('button', { name: 'Try again' }).click();
  await expect(field.getByRole('button', { name: 'Remove: Image' })).toBeVisible();
});

test('the interpolator is enabled only when frames are interpolated', { tag: '@each-rule' }, async ({
  page,
}) => {
  await page.goto('/creator/video/wan-v2-2-5b');
  await page.getByText('Advanced', { exact: true }).click();
  const interpolator = group(page, 'Interpolator');
  await expect(interpolator).toHaveAccessibleDescription('Takes effect with interpolated frames');
  await expect(interpolator.getByRole('radio', { name: 'RIFE' })).toBeDisabled();
  await page.getByRole('slider', { name: 'Interpolated frames' }).press('ArrowRight');
  await interpolator.getByRole('radio', { name: 'RIFE' }).check();
  await expect(page.getByRole('switch', { name: 'Adjust FPS for interpolation' })).toBeEnabled();
});

test('the form keeps five reference images of six and says so, and names each that fails in the words of the server', {
  tag: '@each-rule',
}, async ({ page, problems }) => {
  problems.allow(/^response 4\d\d POST \/api\/upload-image-wan-i2v/);
  await page.goto('/creator/video/vace');
  const field = group(page, 'Reference images (optional)');
  const files = (count: number) =>
    Array.from({ length: count }, (_, index) => pngFile(`${index}.png`, [index, 40, 40]));
  await fileField(page, 'Reference images (optional)').setInputFiles(files(6));
  await expect(
    page.getByText('At most 5 files are allowed here. The others were not uploaded.'),
  ).toBeVisible();
  await expect(field.getByText('5 / 5')).toBeVisible();
  await expect(page.getByText('Upload successful!')).toHaveCount(1);

  await field
    .getByRole('button', { name: /^Remove/ })
    .first()
    .click();
  await page.route('**/api/upload-image-wan-i2v', (route) =>
    route.fulfill({ status: 418, json: { code: 'some_new_code', message: 'Custom server words' } }),
  );
  await fileField(page, 'Reference images (optional)').setInputFiles(files(1));
  await expect(field.getByRole('region', { name: '0.png' })).toContainText('Custom server words');
});

test('a field restores its number on blur when it does not accept the new one, and says what it accepts', {
  tag: '@each-rule',
}, async ({ page, creator }) => {
  await page.goto('/creator/video/wan-v2-2-a14b');
  await page.getByText('Advanced', { exact: true }).click();
  const steps = page.getByRole('spinbutton', { name: 'Inference steps' });
  const rule = page.getByText('Takes a whole number from 10 to 50. Your previous value was kept.');
  for (const typed of ['999', '-3', '30.5', '', '1e9']) {
    await steps.fill(typed);
    await steps.blur();
    await expect(steps, typed).toHaveValue('30');
    await expect(rule, typed).toBeVisible();
    await expect(steps).toHaveAttribute('aria-invalid', 'true');
    await steps.focus();
    await expect(rule).toHaveCount(0);
  }
  await steps.pressSequentially('e+-');
  await steps.blur();
  await expect(steps).toHaveValue('30');

  await steps.fill('45');
  await steps.blur();
  await expect(steps).toHaveAttribute('aria-invalid', 'false');
  await expect(page.getByText('Sent as 40, the nearest value this model takes')).toBeVisible();

  const guidance = page.getByRole('spinbutton', { name: 'Guidance scale', exact: true });
  await guidance.fill('21');
  await guidance.blur();
  await expect(guidance).toHaveValue('3.5');
  await expect(page.getByText('Takes a number from 1 to 20. Your previous value was kept.')).toBeVisible();

  const seed = page.getByRole('spinbutton', { name: 'Seed' });
  await seed.fill('7');
  await seed.blur();
  await seed.fill('7.5');
  await seed.blur();
  await expect(seed).toHaveValue('7');
  await seed.pressSequentially('-e');
  await seed.blur();
  await expect(seed).toHaveValue('7');
  await seed.fill('');
  await seed.blur();
  await expect(seed).toHaveValue('');
  await expect(seed).toHaveAttribute('aria-invalid', 'false');

  await creator.prompt.fill('A lamp');
  await steps.fill('200');
  await creator.generateButton.click();
  await expect(
    page.getByRole('list', { name: 'Parameter Validation Errors:' }).getByRole('listitem'),
  ).toHaveText(['Inference steps must be between 10 and 50']);
  await expect(steps).toHaveValue('200');
});

test('the form warns of a small image when the result is only as large as the image', {
  tag: '@each-rule',
}, async ({ page }) => {
  await page.goto('/creator/image/image-to-image');
  const field = group(page, 'Image');
  await fileField(page, 'Image').setInputFiles(pngFile('small.png', [200, 40, 40], 320));
  await expect(field.getByRole('status')).toContainText('This image is only 320 × 180 px');
  await field.getByRole('button', { name: 'Remove: Image' }).click();
  await fileField(page, 'Image').setInputFiles(pngFile('large.png', [40, 40, 200], 1280));
  await expect(field.getByRole('button', { name: 'Remove: Image' })).toBeVisible();
  await expect(field.getByRole('status')).toHaveCount(0);

  await page.goto('/creator/image-to-video/image-to-video');
  // The image has travelled here.
  await field.getByRole('button', { name: 'Remove: Image' }).click();
  await fileField(page, 'Image').setInputFiles(pngFile('small.png', [200, 40, 40], 320));
  await expect(field.getByRole('button', { name: 'Remove: Image' })).toBeVisible();
  await expect(field.getByRole('status')).toHaveCount(0);
});

test('the form refuses each unsupported image format, even of an unknown type, before its upload starts', {
  tag: '@each-page',
}, async ({ page }) => {
  const uploads: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/upload-')) uploads.push(request.url());
  });
  for (const { name, mimeType } of [
    { name: 'IMG_0042.HEIC', mimeType: 'image/heic' },
    { name: 'IMG_0043.heif', mimeType: 'image/heif' },
    { name: 'photo.avif', mimeType: 'image/avif' },
    { name: 'IMG_0044.HEIC', mimeType: '' },
  ]) {
    await test.step(`${name} (${mimeType || 'of an unknown type'})`, async () => {
      const refusal = 'This image format is not supported. Please use JPEG, PNG or WebP.';
      await page.goto('/creator/image-to-video/image-to-video');
      await expect(fileField(page, 'Image')).toBeAttached();
      await expect(group(page, 'Image')).not.toContainText(refusal);
      await fileField(page, 'Image').setInputFiles({ name, mimeType, buffer: Buffer.alloc(200_000, 7) });
      await expect(group(page, 'Image')).toContainText(refusal);
      expect(uploads).toEqual([]);
    });
  }
});
