import { expect, test, uniquePrompt } from './creator.ts';

test('a frame of a finished video is saved as a picture, and the last one begins the next video', async ({
  page,
  creator,
}) => {
  await creator.open();
  const card = await creator.generate(uniquePrompt('A paper boat in the rain'));
  const video = card.locator('video');
  await expect(video).toBeVisible();

  const download = page.waitForEvent('download');
  await creator.choose(card, 'Save this frame');
  expect((await download).suggestedFilename()).toMatch(/^a-paper-boat-in-the-rain-.*\.png$/);

  await card.getByRole('button', { name: /^Continue/ }).click();
  await expect(page).toHaveURL(/\/creator\/image-to-video\/image-to-video/);
  const picture = page.getByRole('main').locator('form img').first();
  await expect(picture).toHaveAttribute('src', /\/media\/u\/.+\.png/);
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(400);
});

test('the details of a video offer its frames, on its form and in the history', {
  tag: '@each-page',
}, async ({ page, creator }) => {
  await creator.open();
  const prompt = uniquePrompt('A kite over dunes');
  const card = await creator.generate(prompt);
  await expect(card.locator('video')).toBeVisible();
  await creator.choose(card);
  const dialog = page.getByRole('dialog', { name: 'Video details' });
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'More', exact: true }).click();
  await dialog.getByRole('menuitem', { name: /^Save this frame/ }).click();
  expect((await download).suggestedFilename()).toMatch(/^a-kite-over-dunes-.*\.png$/);

  await page.goto(`/creator/history/video?search=${encodeURIComponent(prompt)}`);
  await page.getByRole('link', { name: prompt, exact: true }).click();
  await dialog.getByRole('button', { name: /^Continue/ }).click();
  await expect(page).toHaveURL(/\/creator\/image-to-video\/image-to-video$/);
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Remove: Image' })).toBeVisible();
});
