import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expectAccessibleInEveryLayout } from './accessibility.ts';
import { test as base, expect, uniquePrompt } from './creator.ts';
import { cutSocket } from './cut-socket.ts';
import { noteWords } from './note-words.ts';
import { pngFile } from './upload-fixtures.ts';

/** A video of the user's own, made once per worker, for which most sounds here are made. */
const test = base.extend<Record<never, never>, { videoUrl: string }>({
  videoUrl: [
    async ({ browser, paidState }, use) => {
      const origin = process.env.E2E_BASE_URL ?? '';
      const context = await browser.newContext({ storageState: paidState, extraHTTPHeaders: { origin } });
      const created = await context.request.post(`${origin}/api/wan/createVideo`, {
        data: { video_generation_type: 'text-to-video', prompt: uniquePrompt('Waves on a pebble beach') },
      });
      const { id } = await created.json();
      let url = '';
      const readUrl = async () => {
        const reply = await (await context.request.get(`${origin}/api/generations/${id}`)).json();
        url = (reply.generation ?? reply).outputs[0]?.url ?? '';
        return url;
      };
      await expect.poll(readUrl).not.toBe('');
      await context.close();
      await use(url);
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

async function openWith(page: Page, videoUrl: string): Promise<void> {
  await page.goto(`/creator/video-to-audio?${new URLSearchParams({ video_url: videoUrl })}`);
  await expect(page.getByRole('button', { name: 'Remove: Source video' })).toBeVisible();
}

async function generate(page: Page, prompt: string): Promise<Locator> {
  await page.getByRole('textbox', { name: 'Prompt (optional)' }).fill(prompt);
  await page.getByRole('button', { name: 'Generate · 50 credits' }).click();
  const card = page
    .getByRole('region', { name: 'Preview', exact: true })
    .getByRole('article', { name: prompt, exact: true });
  await expect(card).toBeVisible();
  return card;
}

/** Looped, so that it is still playing whenever the test checks. */
async function playInLoop(player: Locator): Promise<void> {
  await player.locator('audio').evaluate((element: HTMLAudioElement) => {
    element.loop = true;
  });
  await player.getByRole('button', { name: 'Play', exact: true }).click();
}

const readSeconds = (media: Locator) => media.evaluate((element: HTMLMediaElement) => element.currentTime);

test('a video from an uploaded image and a sound for the video play in sync', async ({ page, creator }) => {
  await page.goto('/creator/image-to-video/image-to-video');
  await page.locator('input[type=file]').setInputFiles(pngFile('sea.png', [30, 90, 160], 320));
  await expect(page.getByRole('button', { name: 'Remove: Image' })).toBeVisible();
  const made = await creator.generate(uniquePrompt('The sea begins to move'));
  await expect(made.locator('video')).toBeVisible();
  const videoUrl = (await made.locator('video').getAttribute('src')) ?? '';

  await openWith(page, videoUrl);
  const before = await creator.creditsLeft();
  const card = await generate(page, uniquePrompt('Waves and distant gulls'));
  const player = card.getByRole('group', { name: /^Sound: / });
  await expect(player).toBeVisible();
  await creator.expectCreditsLeft(before - 50);

  const [sound, video] = [player.locator('audio'), player.locator('video')];
  await playInLoop(player);
  await expect.poll(() => readSeconds(sound)).toBeGreaterThan(0.3);
  await expect.poll(() => readSeconds(video)).toBeGreaterThan(0.3);
  await player.getByRole('button', { name: 'Pause', exact: true }).click();
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.paused)).toBe(true);
  const apartSeconds = async () => Math.abs((await readSeconds(sound)) - (await readSeconds(video)));
  await expect.poll(apartSeconds).toBeLessThan(0.2);

  const position = player.getByRole('slider', { name: 'Position in the sound' });
  await position.focus();
  await page.keyboard.press('Home');
  await expect.poll(() => readSeconds(sound)).toBe(0);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => readSeconds(sound)).toBeGreaterThan(0.1);
  await expect.poll(apartSeconds).toBeLessThan(0.2);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    card.getByRole('link', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('generated-audio.wav');
  expect((await readFile(await download.path())).subarray(0, 4).toString()).toBe('RIFF');
  const [whole] = await Promise.all([
    page.waitForEvent('download'),
    card.getByRole('button', { name: 'Video with sound' }).click(),
  ]);
  expect(whole.suggestedFilename()).toMatch(/^waves-and-distant-gulls-.*\.mp4$/);
  const bytes = (await readFile(await whole.path())).toString('latin1');
  expect([bytes.slice(4, 8), bytes.includes('avc1'), bytes.includes('mp4a')]).toEqual(['ftyp', true, true]);
  await card.locator('summary').filter({ hasText: 'Details' }).click();
  await expect(card).toContainText('ThinkSound');
});

/** How high a row is in a window of this width. */
async function heightAt(page: Page, row: Locator, width: number): Promise<number> {
  await page.setViewportSize({ width, height: 900 });
  return (await row.boundingBox())?.height ?? Number.NaN;
}

test('the form accepts a link to a video, and reads every setting from the URL', {
  tag: '@each-page',
}, async ({ page, videoUrl, problems }) => {
  // There is no file behind the link, which the form does not check.
  problems.allow(/nowhere\.mp4/);
  await page.goto('/creator/video-to-audio');
  await page.getByRole('button', { name: 'Generate · 50 credits' }).click();
  await expect(page.getByText('Please upload a video or enter its link!')).toBeVisible();
  const link = page.getByRole('textbox', { name: 'Or enter a link' });
  await link.fill('not a link');
  await page.getByRole('button', { name: 'Use link' }).click();
  await expect(page.getByText('This is not a valid file address')).toBeVisible();
  await link.fill('https://example.com/nowhere.mp4');
  await link.press('Enter');
  await expect(page.getByRole('button', { name: 'Remove: Source video' })).toBeVisible();

  const query = new URLSearchParams({
    video_url: videoUrl,
    prompt: 'Rain on a roof',
    num_inference_steps: '30',
    cfg_scale: '7.5',
  });
  await page.goto(`/creator/video-to-audio?${query}`);
  await expect(page.getByRole('textbox', { name: 'Prompt (optional)' })).toHaveValue('Rain on a roof');
  await page.getByText('Advanced', { exact: true }).click();
  await expect(page.getByRole('spinbutton', { name: 'Steps' })).toHaveValue('30');
  await expect(page.getByRole('spinbutton', { name: 'CFG scale' })).toHaveValue('7.5');
  await page.getByText('How it works').click();
  await expect(page.getByText(/Upload a video of up to 50 MB/)).toBeVisible();
});

test('the history lists a sound with its video, request ID and file, and deletes it', {
  tag: '@each-rule',
}, async ({ page, videoUrl }) => {
  await openWith(page, videoUrl);
  const prompt = uniquePrompt('Footsteps in dry leaves');
  const card = await generate(page, prompt);
  await expect(card.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await page.goto('/creator/history/audio');
  await page.getByRole('searchbox', { name: 'Search your sounds by prompt' }).fill(prompt.slice(-8));
  await expect(page.getByText('1 sound found')).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: prompt });
  await expect(row).toContainText('Done');
  await expect(row.getByRole('cell', { name: '50', exact: true })).toBeVisible();
  await expect.poll(() => heightAt(page, row, 1440)).toBe(44);
  await expect.poll(() => heightAt(page, row, 360)).toBeLessThanOrEqual(64);
  await expectAccessibleInEveryLayout(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  await row.getByRole('link', { name: prompt, exact: true }).click();
  const viewer = page.getByRole('dialog', { name: 'Sound details' });
  await expect(viewer.locator('video')).toBeVisible();
  await expect(viewer.getByRole('slider', { name: 'Position in the sound' })).toBeVisible();
  await playInLoop(viewer);
  await expect.poll(() => readSeconds(viewer.locator('audio'))).toBeGreaterThan(0.2);
  await viewer.getByRole('button', { name: 'Pause', exact: true }).click();

  await viewer.locator('summary', { hasText: 'File and ID' }).click();
  const noted = await noteWords(page, ['Copied']);
  await viewer.getByRole('button', { name: 'Copy the full request ID' }).click();
  await expect.poll(noted).toEqual(['Copied']);
  const requestId = await page.evaluate(() => navigator.clipboard.readText());
  expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
  await expect(viewer.getByText(requestId.slice(-8), { exact: true })).toBeVisible();

  await viewer.getByRole('button', { name: 'Other formats' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    viewer.getByRole('menuitem', { name: 'Sound alone' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('Footsteps in dry lea.wav');
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();

  await row.getByRole('link', { name: /^Regenerate/ }).click();
  await expect(page).toHaveURL(/\/creator\/video-to-audio$/);
  await expect(page.getByRole('textbox', { name: 'Prompt (optional)' })).toHaveValue(prompt);

  await page.goto(`/creator/history/audio?search=${prompt.slice(-8)}`);
  await row.getByRole('button', { name: /^Delete/ }).click();
  const deleted = page.waitForResponse('**/api/library/trash');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(row).toBeHidden();
  expect((await deleted).status()).toBe(200);
});

test('a low tile of a sound that is pointed at has its prompt above its actions, not below them', {
  tag: '@each-rule',
}, async ({ page, videoUrl }) => {
  await openWith(page, videoUrl);
  const prompt = uniquePrompt('Rain on a tin roof');
  await expect((await generate(page, prompt)).getByRole('group', { name: /^Sound: / })).toBeVisible();
  await page.goto(`/creator/history?search=${encodeURIComponent(prompt)}`);
  const tile = page.getByRole('article', { name: prompt, exact: true });
  await tile.hover();
  const actions = tile.getByRole('button', { name: 'Delete' });
  await expect(actions).toBeVisible();
  const line = tile.locator('p', { hasText: prompt }).last();
  const [lineBox, actionBox] = [await line.boundingBox(), await actions.boundingBox()];
  expect((lineBox?.y ?? 0) + (lineBox?.height ?? 0)).toBeLessThanOrEqual(actionBox?.y ?? 0);
  // The prompt below is not seen through it.
  await expect(line.locator('..')).toHaveCSS('background-color', /^(rgb|oklch)\([^/]+\)$/);
});

test('the history shows the refund of a sound that failed, and rejects a second one', {
  tag: '@each-page',
}, async ({ page, creator, videoUrl }) => {
  await openWith(page, videoUrl);
  const before = await creator.creditsLeft();
  const prompt = uniquePrompt('A broken radio', 'fail');
  const card = await generate(page, prompt);
  await expect(card.getByRole('heading', { name: 'Generation Failed' })).toBeVisible();
  await creator.expectCreditsLeft(before);

  await page.goto(`/creator/history/audio?search=${encodeURIComponent(prompt.slice(0, -7))}`);
  const row = page.getByRole('row').filter({ hasText: prompt });
  const refund = page.getByRole('group', { name: 'Refunded' });
  await row.getByRole('button', { name: '50 back' }).click();
  await expect(refund).toContainText('50 credits');
  await expect(refund).toContainText('Returned automatically');
  await expect(row.getByRole('button', { name: 'Request a refund' })).toHaveCount(0);

  // A page that was loaded before the refund still offers what the server will reject.
  await page.route('**/api/audio-generation/history?**', async (route) => {
    const response = await route.fetch();
    const reply = await response.json();
    for (const row of reply.data) Object.assign(row, { creditsRefunded: false });
    await route.fulfill({ response, json: reply });
  });
  await page.reload();
  await row.getByRole('button', { name: 'Request a refund' }).click();
  const dialog = page.getByRole('dialog', { name: 'Request a refund' });
  await dialog.getByRole('textbox').fill('It was silent');
  const noted = await noteWords(page, ['These credits were already refunded.']);
  await page.unroute('**/api/audio-generation/history?**');
  await dialog.getByRole('button', { name: 'Return the credits' }).click();
  await expect.poll(noted).toEqual(['These credits were already refunded.']);
  await expect(row.getByRole('button', { name: '50 back' })).toBeVisible();
  await creator.expectCreditsLeft(before);
});

test('a history that cannot be loaded shows samples without actions below the error', {
  tag: '@each-page',
}, async ({ page, problems }) => {
  problems.allow(/^response 500 GET \/api\/audio-generation\/history/);
  await page.route('**/api/audio-generation/history?**', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto('/creator/history/audio');
  const samples = page.getByRole('region', { name: 'Samples' });
  await expect(samples).toContainText('These are samples, not your own sounds');
  await expect(samples.getByRole('listitem')).toHaveCount(3);
  await expect(samples.getByRole('button')).toHaveCount(0);
  await expect(samples.getByRole('link')).toHaveCount(0);
  await page.unroute('**/api/audio-generation/history?**');
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
  await expect(samples).toBeHidden();
});

test('the page polls the list while the socket is down', { tag: '@faults' }, async ({
  page,
  videoUrl,
  problems,
}) => {
  problems.allow(/WebSocket/);
  const socket = await cutSocket(page);
  await openWith(page, videoUrl);
  await socket.cut();
  await expect(page.getByText('Reconnecting… Your generations continue.')).toBeVisible();
  // Reading the running generations gets no reply, so the list only shows the end once it is read again.
  await page.route('**/api/generations?active=true**', () => undefined);
  const polled = page.waitForRequest(/\/api\/audio-generation\/status\?record_id=/);
  const prompt = uniquePrompt('A kettle that begins to sing', 'slow');
  await generate(page, prompt);
  await polled;
  const listed = page.waitForResponse(/\/api\/audio-generation\/history\?/);
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Library' }).click();
  await page
    .getByRole('navigation', { name: 'Parts of the library' })
    .getByRole('link', { name: /^Sounds/ })
    .click();
  await listed;
  await expect(page.getByRole('row').filter({ hasText: prompt })).toContainText('Done');
});

test('the page says that the status of a sound could not be read while the socket is down', {
  tag: '@faults',
}, async ({ page, videoUrl, problems }) => {
  problems.allow(/WebSocket|^response 503 GET \/api\/audio-generation\/status/);
  const socket = await cutSocket(page);
  await openWith(page, videoUrl);
  await socket.cut();
  await expect(page.getByText('Reconnecting… Your generations continue.')).toBeVisible();
  await page.route('**/api/generations?active=true**', () => undefined);
  await page.route('**/api/audio-generation/status?**', (route) => route.fulfill({ status: 503, json: {} }));
  await generate(page, uniquePrompt('A kettle that never boils', 'slow'));
  await expect(page.getByText('Failed to fetch task status')).toBeVisible();
});
