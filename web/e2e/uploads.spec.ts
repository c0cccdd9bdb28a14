import type { Page, Route } from '@playwright/test';
import { expect, test } from './creator.ts';
import { pngFile } from './upload-fixtures.ts';

// 16:9.
const wide = pngFile('wide.png', [200, 40, 40], 320);
const slow = { timeout: 20_000 };

const fileField = (page: Page, label: string) => page.locator(`input[type=file][aria-label="${label}"]`);
const group = (page: Page, label: string) => page.getByRole('group', { name: label });

test("warns that an image's aspect ratio differs from its video's, and crops it", async ({ page }) => {
  await page.goto('/creator/image-to-video/image-to-video');
  await fileField(page, 'Image').setInputFiles(wide);
  const field = group(page, 'Image');
  const picture = field.locator('img');
  await expect(picture).toBeVisible(slow);
  const note = field.getByRole('status');
  await expect(note).toHaveCount(0);

  await page.getByRole('radio', { name: '1:1' }).check();
  await expect(note).toContainText('This image’s aspect ratio differs from the video (1:1).');
  await note.getByRole('button', { name: 'Crop to 1:1' }).click();
  await expect(field.getByRole('button', { name: 'Remove: Image' })).toBeVisible(slow);
  const shape = () =>
    picture.evaluate(({ naturalWidth, naturalHeight }: HTMLImageElement) => [naturalWidth, naturalHeight]);
  await expect.poll(shape, slow).toEqual([180, 180]);
  await expect(note).toHaveCount(0);

  await page.getByRole('radio', { name: '16:9', exact: true }).check();
  await note.getByRole('button', { name: 'Keep as it is' }).click();
  await expect(note).toHaveCount(0);
  await expect(field.getByRole('button', { name: 'Remove: Image' })).toBeFocused();
  await page.getByRole('radio', { name: 'Auto' }).check();
  await expect(note).toHaveCount(0);
});

test('reports a lost connection during an upload, and retries once it is back', async ({
  page,
  context,
  problems,
}) => {
  problems.allow(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|WebSocket/);
  await page.goto('/creator/video/first-to-last-frame');
  await fileField(page, 'Start image').setInputFiles(wide);
  await expect(page.getByText('Upload successful!')).toBeVisible(slow);

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
  await expect(page.getByRole('button', { name: /^Waiting for 1 upload/ })).toBeVisible(slow);
  await context.setOffline(true);
  release.resolve();
  const field = group(page, 'End image');
  await expect(field).toContainText('The connection failed during the upload. Please try again.', slow);
  await expect(page.getByRole('button', { name: /^Waiting for/ })).toHaveCount(0);

  await context.setOffline(false);
  await field.getByRole('button', { name: 'Try again' }).click();
  await expect(field.getByRole('button', { name: 'Remove: End image' })).toBeVisible(slow);
});

test('enables the interpolator only when frames are interpolated', async ({ page }) => {
  await page.goto('/creator/video/wan-v2-2-5b');
  await page.getByText('Advanced', { exact: true }).click();
  const interpolator = group(page, 'Interpolator');
  await expect(interpolator).toHaveAccessibleDescription('Takes effect with interpolated frames');
  await expect(interpolator.getByRole('radio', { name: 'RIFE' })).toBeDisabled();
  await page.getByRole('slider', { name: 'Interpolated frames' }).press('ArrowRight');
  await interpolator.getByRole('radio', { name: 'RIFE' }).check();
  await expect(page.getByRole('switch', { name: 'Adjust FPS for interpolation' })).toBeEnabled();
});
