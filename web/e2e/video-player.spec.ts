import type { Locator } from '@playwright/test';
import { Creator, expect, type Locale, test, uniquePrompt } from './creator.ts';

const languages = [
  {
    locale: 'en-US',
    play: 'Play',
    pause: 'Pause',
    frameOn: 'One frame on (.)',
    frameBack: 'One frame back (,)',
    position: 'Position',
    unmute: 'Unmute',
    mute: 'Mute',
    loop: 'Loop',
    fullscreen: 'Full screen',
    download: 'Save the video',
  },
  {
    locale: 'zh-CN',
    play: '播放',
    pause: '暂停',
    frameOn: '下一帧（.）',
    frameBack: '上一帧（,）',
    position: '播放位置',
    unmute: '取消静音',
    mute: '静音',
    loop: '循环播放',
    fullscreen: '全屏',
    download: '保存视频',
  },
] satisfies (Record<string, string> & { locale: Locale })[];

type Watched = { isPlaying: boolean; seconds: number; isMuted: boolean };

const read = (video: Locator): Promise<Watched> =>
  video.evaluate((element: HTMLVideoElement) => ({
    isPlaying: !element.paused,
    seconds: element.currentTime,
    isMuted: element.muted,
  }));

for (const labels of languages) {
  test.describe(`in ${labels.locale}`, () => {
    test.use({
      locale: labels.locale,
      savesData: false,
      contextOptions: { reducedMotion: 'no-preference' },
    });

    test('the newest result plays muted in a loop, and the player works from the keyboard', async ({
      page,
    }) => {
      const creator = new Creator(page, labels.locale);
      await creator.open();
      const card = await creator.generate(uniquePrompt('A kite over the dunes'));
      const video = card.locator('video');
      await expect(video).toBeVisible();
      await video.scrollIntoViewIfNeeded();
      await expect.poll(() => read(video)).toMatchObject({ isPlaying: true, isMuted: true });
      await expect.poll(async () => (await read(video)).seconds).toBeGreaterThan(0.2);

      const button = (name: string) => card.getByRole('button', { name, exact: true });
      await button(labels.pause).focus();
      await page.keyboard.press('.');
      await expect.poll(() => read(video)).toMatchObject({ isPlaying: false });
      // The step leads from wherever the video stopped to the middle of a frame, sixteen of which are a second.
      const frame = async () => (await read(video)).seconds * 16;
      const start = await frame();
      expect(start % 1).toBeCloseTo(0.5, 1);
      await button(labels.frameOn).press('Enter');
      await expect.poll(frame).toBeCloseTo(start + 1, 1);
      await button(labels.frameBack).press('Enter');
      await expect.poll(frame).toBeCloseTo(start, 1);

      const slider = card.getByRole('slider', { name: labels.position });
      await slider.fill('0');
      await expect(slider).toHaveAttribute('aria-valuetext', /^0:00/);
      await page.keyboard.press('m');
      await expect(button(labels.mute)).toBeVisible();
      expect((await read(video)).isMuted).toBe(false);
      await expect(button(labels.loop)).toHaveAttribute('aria-pressed', 'true');
      await page.keyboard.press('l');
      await expect(button(labels.loop)).toHaveAttribute('aria-pressed', 'false');
      await expect(button(labels.fullscreen)).toBeVisible();
      await button(labels.play).press('Enter');
      await expect.poll(() => read(video)).toMatchObject({ isPlaying: true, isMuted: false });
      await page.keyboard.press('m');
      await expect(button(labels.unmute)).toBeVisible();
      await expect(card.getByRole('link', { name: labels.download })).toHaveAttribute('download', /\.mp4$/);
    });
  });
}

test('a press on the picture turns the sound on, the next one pauses', { tag: '@each-rule' }, async ({
  browser,
  paidState,
}) => {
  const context = await browser.newContext({
    baseURL: process.env.E2E_BASE_URL,
    storageState: paidState,
    locale: 'en-US',
    reducedMotion: 'no-preference',
  });
  const page = await context.newPage();
  const creator = new Creator(page);
  await creator.open();
  const card = await creator.generate(uniquePrompt('A kite over the sea'));
  const video = card.locator('video');
  await expect(video).toBeVisible();
  await video.scrollIntoViewIfNeeded();
  await expect.poll(() => read(video)).toMatchObject({ isPlaying: true, isMuted: true });
  await video.click({ force: true });
  await expect.poll(() => read(video)).toMatchObject({ isPlaying: true, isMuted: false });
  await video.click({ force: true });
  await expect.poll(() => read(video)).toMatchObject({ isPlaying: false });

  // Both presses come before the first one is drawn.
  await video.evaluate(async (element: HTMLVideoElement) => {
    element.muted = true;
    await element.play();
  });
  await expect(card.getByRole('button', { name: 'Unmute', exact: true })).toBeAttached();
  await card.locator('video + div > button').evaluate((surface: HTMLElement) => {
    surface.click();
    surface.click();
  });
  expect(await read(video)).toMatchObject({ isPlaying: false, isMuted: false });
  await context.close();
});

test('with reduced motion a result stays still until it is played', { tag: '@each-device' }, async ({
  creator,
}) => {
  await creator.open();
  const card = await creator.generate(uniquePrompt('A kite at rest'));
  const video = card.locator('video');
  await expect(video).toBeVisible();
  await video.scrollIntoViewIfNeeded();
  const play = card.getByRole('button', { name: 'Play', exact: true });
  await expect(play).toBeAttached();
  expect(await read(video)).toEqual({ isPlaying: false, seconds: 0, isMuted: true });
  await play.press('Enter');
  await expect.poll(() => read(video)).toMatchObject({ isPlaying: true });
});

test('a toast says that the browser refuses full screen', { tag: '@faults' }, async ({ page, creator }) => {
  await page.addInitScript(() => {
    Element.prototype.requestFullscreen = () => Promise.reject(new TypeError('Permissions check failed'));
  });
  await creator.open();
  const card = await creator.generate(uniquePrompt('A kite in a small frame'));
  await expect(card.locator('video')).toBeVisible();
  await card.getByRole('button', { name: 'Full screen', exact: true }).press('Enter');
  await expect(page.getByText('The browser does not allow full screen here.')).toBeVisible();
});

test('a video has the controls of the browser where ours cannot be loaded, and the page stays', {
  tag: '@faults',
}, async ({ page, creator, problems }) => {
  problems.allow(/^request GET \/assets\/video-controls-|Failed to load resource/);
  await page.route('**/assets/video-controls-*.js', (route) => route.abort());
  await creator.open();
  const card = await creator.generate(uniquePrompt('A kite without controls'));
  const video = card.locator('video');
  await expect(video).toBeVisible();
  await video.scrollIntoViewIfNeeded();
  await expect(video).toHaveAttribute('controls');
  await expect(creator.prompt).toBeVisible();
});
