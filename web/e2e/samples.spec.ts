import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expect, test, uniquePrompt } from './creator.ts';
import { buyPack, newcomer, signInByRequests } from './newcomers.ts';

const uploaded = (page: Page, label: string) =>
  page.getByRole('group', { name: label }).getByRole('button', { name: `Remove: ${label}` });

// Only an empty stage has samples, and other tests of a worker make works in its account.
test.use({ storageState: { cookies: [], origins: [] }, savesData: false });

test('a sample fills in the prompt and uploads the image that the form needs', async ({ page, creator }) => {
  await signInByRequests(page, newcomer());
  await buyPack(page, 'starter');
  await page.goto('/creator/image-to-video/image-to-video');
  const cards = page.getByRole('group', { name: 'Begin with a sample' });
  await expect(cards.getByRole('button')).toHaveCount(4);
  for (const picture of await cards.locator('img').all())
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(480);
  await cards.getByRole('button', { name: 'Sailing on' }).click();
  await expect(creator.prompt).toHaveValue(/^The boat glides/);
  await expect(uploaded(page, 'Image')).toBeVisible();
  const submitted = page.waitForRequest('**/api/wan/createVideo');
  await creator.generateButton.click();
  const input = (await submitted).postDataJSON() as { image_url: string };
  expect(input.image_url).toMatch(/\/media\/u\/.+\.(webp|png|jpg)$/);
});

test('a sample brings every file that a form requires, of the kind that it requires', {
  tag: '@each-page',
}, async ({ page, creator }) => {
  await signInByRequests(page, newcomer());
  await page.goto('/creator/video/first-to-last-frame');
  await page.getByRole('button', { name: 'Nightfall' }).click();
  await expect(uploaded(page, 'Start image')).toBeVisible();
  await expect(uploaded(page, 'End image')).toBeVisible();

  await page.goto('/creator/video/vace');
  await page.getByRole('button', { name: 'Made of paper' }).click();
  await expect(uploaded(page, 'Source video')).toBeVisible();
  await expect(creator.prompt).toHaveValue(/layered colored paper/);

  await page.goto('/creator/image-understanding');
  await page.getByRole('button', { name: 'Read the text' }).click();
  await expect(uploaded(page, 'Image')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Question' })).toHaveValue(
    'What text can be read in this image?',
  );

  await page.goto('/creator/video-to-audio');
  await page.getByRole('button', { name: 'Crickets' }).click();
  await expect(uploaded(page, 'Source video')).toBeVisible();
});

test('forms without a prompt have samples of their own task', { tag: '@each-page' }, async ({ page }) => {
  await signInByRequests(page, newcomer());
  for (const [address, sample] of [
    ['/creator/image/upscale', 'Worn portrait'],
    ['/creator/image/remove-background', 'Pet'],
  ] as const) {
    await page.goto(address);
    await page
      .getByRole('group', { name: 'Begin with a sample' })
      .getByRole('button', { name: sample })
      .click();
    await expect(uploaded(page, 'Image')).toBeVisible();
  }
});

test('samples of sounds can be heard on the stage, and give their prompts', { tag: '@each-page' }, async ({
  page,
  creator,
}) => {
  await page.goto('/creator/audio/music');
  const cards = page.getByRole('group', { name: 'Begin with a sample' });
  const sound = cards.locator('audio').first();
  await cards.getByRole('button', { name: 'Listen: Slow waltz' }).click();
  await expect(cards.getByRole('button', { name: 'Stop: Slow waltz' })).toBeVisible();
  expect(await sound.evaluate((audio: HTMLAudioElement) => audio.error)).toBeNull();
  await cards.getByRole('button', { name: 'Stop: Slow waltz' }).click();
  await expect(cards.getByRole('button', { name: 'Listen: Slow waltz' })).toBeVisible();
  await expect(creator.prompt).toHaveValue('');
  await cards.getByRole('button', { name: 'Slow waltz', exact: true }).click();
  await expect(creator.prompt).toHaveValue(/^A slow waltz/);
});

test.describe('a user who is not signed in', () => {
  test('chooses a sample, signs in, and finds its prompt and its image in the form', {
    tag: '@each-rule',
  }, async ({ page, creator }) => {
    await page.goto('/creator/image/image-to-image');
    await page.getByRole('button', { name: 'Pencil sketch' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign in to generate' });
    await dialog.getByRole('button', { name: 'Continue to sign-in' }).click();
    await page.getByRole('button', { name: /^new@atelier\.test/ }).click();
    await expect(page).toHaveURL(/\/creator\/image\/image-to-image$/);
    await expect(creator.prompt).toHaveValue(/^A detailed pencil portrait/);
    await expect(uploaded(page, 'Image')).toBeVisible();
    await page.reload();
    await expect(uploaded(page, 'Image')).toHaveCount(1);
  });

  test('names each sample once on the screen', { tag: '@each-rule' }, async ({ page, signIn }) => {
    await signIn(newcomer(), '/creator/image/text-to-image');
    await expect(page.getByText('Cyberpunk', { exact: true })).toHaveCount(1);
  });
});

test('the stage of a visitor has the samples of the model, which play under the pointer and fill in the form', {
  tag: '@each-rule',
}, async ({ page, creator }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await creator.open();
  const cards = page
    .getByRole('region', { name: 'Preview', exact: true })
    .getByRole('group', { name: 'Begin with a sample' });
  for (const title of ['Dreamy Sunset', 'Moonlit Beach', 'Space Nebula', 'Urban Rooftop', 'Wan 2.1'])
    await expect(cards.getByRole('button', { name: title, exact: true })).toBeVisible();
  const card = cards.getByRole('button', { name: 'Dreamy Sunset' });
  await card.hover();
  await expect(card).toContainText('A lone sailboat');
  const video = card.locator('video');
  await expect.poll(() => video.evaluate((each: HTMLVideoElement) => each.currentTime)).toBeGreaterThan(0);
  await card.press('Enter');
  await expect(creator.prompt).toHaveValue(/^A lone sailboat/);
  await page.getByText('Dreamy Sunset is in the form now.').waitFor();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(creator.prompt).toHaveValue('');

  await creator.chooseModel('Veo 3.1 Fast');
  await expect(cards.getByRole('button', { name: 'Veo 3.1 Fast', exact: true })).toBeVisible();
});

test('the samples of a user with works follow their earlier prompts, by keys alone', {
  tag: '@each-rule',
}, async ({ page, creator }) => {
  await signInByRequests(page, newcomer());
  await buyPack(page, 'starter');
  await creator.open();
  await creator.ratio.selectOption('9:16');
  const prompt = uniquePrompt('a canal in the rain');
  await creator.prompt.fill(prompt);
  await creator.generateButton.click();
  await expect(creator.card(prompt)).toBeVisible();
  await expect(page.getByRole('group', { name: 'Begin with a sample' })).toHaveCount(0);
  await creator.prompt.fill('');
  await creator.prompt.press('Tab');
  await expect(page.getByLabel('First frame', { exact: true })).toBeFocused();
  await page.keyboard.press('Tab');
  const button = page.getByRole('button', { name: 'Earlier prompts and samples' });
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  const earlier = page.getByRole('group', { name: 'Your earlier prompts' });
  await earlier.getByRole('button', { name: prompt }).press('Enter');
  await expect(creator.prompt).toHaveValue(prompt);
  await expect(earlier).toBeHidden();

  await button.press('Enter');
  await expect(page.getByRole('button', { name: 'Space Nebula' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Space Nebula' }).press('Enter');
  await expect(creator.prompt).toHaveValue(/^A slow flight/);
  await expect(creator.ratio).toHaveValue('16:9');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(creator.prompt).toHaveValue(prompt);
  await expect(creator.ratio).toHaveValue('9:16');
});
