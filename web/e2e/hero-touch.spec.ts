import type { Page } from '@playwright/test';
import { expect, test } from './creator.ts';
import { makeImages, newWord, promptsWith } from './make-images.ts';
import { post, waitForEnds } from './own-requests.ts';
import { drag, findCentre, holdDown } from './touch.ts';

const [width, height] = [360, 740];
test.use({ viewport: { width, height }, hasTouch: true });

/** Opens a form with three works, and scrolls to the large one. */
async function openWorks(page: Page) {
  const prompts = promptsWith(newWord(), 3);
  await makeImages(page, prompts, { image_size: 'landscape_16_9' });
  await page.goto('/creator/image/text-to-image');
  const stage = page.getByRole('region', { name: 'Preview' });
  const large = stage.getByRole('article').first();
  const picture = large.locator('[data-media-box]');
  await expect(large).toHaveAccessibleName(prompts[2] ?? '');
  await picture.evaluate((box) => box.scrollIntoView({ block: 'center' }));
  const session = await page.context().newCDPSession(page);
  return { prompts, stage, large, picture, session };
}

test('a swipe on the large work leads through the newest works, whose facts and steps follow, and the page still scrolls under a finger', async ({
  page,
}) => {
  const { prompts, large, picture, session } = await openWorks(page);
  const centre = await findCentre(picture);
  const swipe = async (byPx: number) =>
    drag(session, { ...centre, x: centre.x - byPx / 2 }, { ...centre, x: centre.x + byPx / 2 });

  await swipe(-200);
  await expect(large).toHaveAccessibleName(prompts[1] ?? '');
  await expect(large.getByTitle(prompts[1] ?? '', { exact: true })).toBeVisible();
  await expect(large.getByRole('group', { name: 'Next steps' })).toBeVisible();
  await swipe(-200);
  await expect(large).toHaveAccessibleName(prompts[0] ?? '');
  await swipe(200);
  await expect(large).toHaveAccessibleName(prompts[1] ?? '');
  await swipe(30);
  await expect(large).toHaveAccessibleName(prompts[1] ?? '');
  await expect(page).toHaveURL(/text-to-image$/);

  const before = await page.evaluate(() => scrollY);
  await drag(session, centre, { ...centre, y: centre.y - 150 });
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before + 50);
  await expect(large).toHaveAccessibleName(prompts[1] ?? '');
});

test('the large work of a phone reaches from edge to edge', { tag: '@each-device' }, async ({ page }) => {
  const { picture } = await openWorks(page);
  const box = await picture.boundingBox();
  expect([box?.x, box?.width]).toEqual([0, width]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
});

test('a long press on the large work selects it with the works below it', { tag: '@each-rule' }, async ({
  page,
}) => {
  const { stage, picture, session } = await openWorks(page);
  const bar = page.getByRole('region', { name: 'Selected works' });
  const lift = await holdDown(session, await findCentre(picture));
  await expect(bar).toContainText('1 selected');
  await lift();
  await stage
    .getByRole('region', { name: 'Newest' })
    .getByRole('article')
    .first()
    .tap({ position: { x: 40, y: 40 } });
  await expect(bar).toContainText('2 selected');
  await picture.tap({ position: { x: 40, y: 40 } });
  await expect(bar).toContainText('1 selected');
  await expect(page).toHaveURL(/text-to-image$/);
});

test.describe('with motion', () => {
  test.use({ savesData: false, contextOptions: { reducedMotion: 'no-preference' } });

  test('a swipe on a video that plays leads to the next one, and turns no sound on', {
    tag: '@each-device',
  }, async ({ page }) => {
    const prompts = promptsWith(newWord(), 2);
    for (const prompt of prompts) await makeVideo(page, prompt);
    await page.goto('/creator/video/text-to-video');
    const large = page.getByRole('region', { name: 'Preview' }).getByRole('article').first();
    const video = large.locator('video');
    await expect(large).toHaveAccessibleName(prompts[1] ?? '');
    await video.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const isPlaying = () => video.evaluate((element: HTMLVideoElement) => !element.paused && element.muted);
    await expect.poll(isPlaying).toBe(true);
    const session = await page.context().newCDPSession(page);
    const centre = await findCentre(video);
    await drag(session, { ...centre, x: centre.x + 100 }, { ...centre, x: centre.x - 100 });
    await expect(large).toHaveAccessibleName(prompts[0] ?? '');
    await expect.poll(isPlaying).toBe(true);
    // Too short for a swipe, and not a press either.
    await drag(session, centre, { ...centre, x: centre.x + 30 });
    await expect(large).toHaveAccessibleName(prompts[0] ?? '');
    expect(await isPlaying()).toBe(true);
  });
});

/** Makes a video without its form; resolves once nothing of the user runs. */
async function makeVideo(page: Page, prompt: string): Promise<void> {
  await post(page, '/api/wan/createVideo', { video_generation_type: 'text-to-video', prompt });
  await waitForEnds(page);
}
