import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expect, type Locale, test } from './creator.ts';
import { buyPack, newcomer, signInByRequests } from './newcomers.ts';
import { post } from './own-requests.ts';

const languages = [
  {
    locale: 'en-US',
    captions: 'Captions',
    more: 'More',
    speak: /^Make it speak/,
    voice: /Make an image speak/,
    say: /^Say it aloud/,
    speakFor: 'Make it speak · 200 credits',
    generateFor: 'Generate · 5 credits',
    image: 'Image',
    failed: 'Generation Failed',
    edit: 'Edit and try again',
    removeImage: 'Remove: Image',
    removeSound: 'Remove: Speech',
    text: 'Text',
    play: 'Play',
    formats: 'Other formats',
    withCaptions: 'With captions',
    downloadCaptioned: 'Download with captions',
  },
  {
    locale: 'zh-CN',
    captions: '字幕',
    more: '更多',
    speak: /^让它说话/,
    voice: /让图片说话/,
    say: /^读出来/,
    speakFor: '让它说话 · 200 积分',
    generateFor: '生成 · 5 积分',
    image: '图片',
    failed: '生成失败',
    edit: '修改后重试',
    removeImage: '移除：图片',
    removeSound: '移除：语音',
    text: '文字',
    play: '播放',
    formats: '其他格式',
    withCaptions: '含字幕',
    downloadCaptioned: '下载含字幕的视频',
  },
] satisfies ({ locale: Locale } & Record<string, unknown>)[];

const spoken = 'The last ferry left at nine, and it was empty.';

type Made = { id: string; url: string };

/** Makes a work without its form, and resolves to it and the address of its file once it is stored. */
async function make(page: Page, kind: string, input: object): Promise<Made> {
  const { generation } = (await post(page, '/api/generations', { kind, input })) as {
    generation: { id: string };
  };
  const { id } = generation;
  let url = '';
  const isMade = async () => {
    const reply = await (await page.request.get(`/api/generations/${id}`)).json();
    url = reply.generation.outputs[0]?.url ?? '';
    return reply.generation.status;
  };
  await expect.poll(isMade, { timeout: 90_000 }).toBe('completed');
  return { id, url };
}

/** Plays, which loads the file, and stops at a moment. */
const stopAt = (media: Locator, seconds: number) =>
  media.evaluate(async (element: HTMLMediaElement, at) => {
    await element.play();
    element.pause();
    element.currentTime = at;
  }, seconds);

/** The pixels in the lower half of a video while something is said, as the browser decodes them. */
async function readLower(page: Page, bytes: Buffer): Promise<number[]> {
  // A page without a policy about where videos come from.
  const blank = await page.context().newPage();
  const lower = await blank.evaluate(
    async (source) => {
      const video = document.createElement('video');
      video.muted = true;
      await new Promise((resolve, reject) => {
        video.onloadeddata = resolve;
        video.onerror = () => reject(new Error('The video cannot be played'));
        video.src = source;
      });
      await new Promise((resolve) => {
        video.onseeked = resolve;
        video.currentTime = 0.5;
      });
      const canvas = new OffscreenCanvas(video.videoWidth, Math.floor(video.videoHeight / 2));
      const drawing = canvas.getContext('2d');
      if (!drawing) throw new Error('There is no canvas');
      drawing.drawImage(video, 0, canvas.height - video.videoHeight);
      return [...drawing.getImageData(0, 0, canvas.width, canvas.height).data];
    },
    `data:video/mp4;base64,${bytes.toString('base64')}`,
  );
  await blank.close();
  return lower;
}

/** How many values of the pixels differ by more than an encoder changes them. */
function countOthers(some: readonly number[], others: readonly number[]): number {
  expect(some).toHaveLength(others.length);
  return some.filter((value, place) => Math.abs(value - (others[place] ?? 0)) > 60).length;
}

for (const texts of languages) {
  test.describe(`in ${texts.locale}`, () => {
    test.use({ locale: texts.locale, storageState: { cookies: [], origins: [] } });

    test('a picture without a face costs nothing, and the form says so at its field', {
      tag: '@each-rule',
    }, async ({ page }) => {
      await signInByRequests(page, newcomer());
      await buyPack(page, 'starter');
      const [picture, speech] = await Promise.all([
        make(page, 'flux-schnell', { prompt: 'A teapot [faceless]', image_size: 'square', num_images: 1 }),
        make(page, 'text-to-speech', { prompt: spoken }),
      ]);
      const creditsLeft = async () =>
        (await (await page.request.get('/api/user/info')).json()).credits.left_credits;
      const before = await creditsLeft();
      const input = { image_url: picture.url, audio_url: speech.url, max_seconds: 5 };
      await post(page, '/api/generations', { kind: 'veed-fabric-1-0', input });
      await page.goto('/creator/video/veed-fabric-1-0');
      await page.getByRole('button', { name: texts.failed }).click();
      await page.getByRole('link', { name: texts.edit }).click();
      const field = page.getByRole('group', { name: texts.image, exact: true });
      await expect(field).toContainText('Could not detect a face in the image');
      await expect(page.getByRole('button', { name: texts.removeSound })).toBeVisible();
      await expect.poll(creditsLeft).toBe(before);
    });

    test('a picture speaks, and what it says is shown as captions and read aloud', async ({ page }) => {
      await signInByRequests(page, newcomer());
      await buyPack(page, 'starter');
      const [picture, speech, unknown] = await Promise.all([
        make(page, 'flux-schnell', { prompt: 'A ferryman', image_size: 'square', num_images: 1 }),
        make(page, 'text-to-speech', { prompt: spoken }),
        make(page, 'chatterbox', { prompt: spoken }),
      ]);
      const viewer = page.getByRole('dialog');
      const button = (name: string) => viewer.getByRole('button', { name, exact: true });
      const caption = viewer.locator('[data-caption]');

      await test.step('the picture leads to the form that makes it speak', async () => {
        await page.goto(`/creator/history/image?view=${picture.id}`);
        await viewer.getByRole('group').getByRole('button', { name: texts.more, exact: true }).click();
        await page.getByRole('menuitem', { name: texts.speak }).click();
        await expect(page).toHaveURL(/\/creator\/video\/veed-fabric-1-0/);
        await expect(page.getByRole('button', { name: texts.removeImage })).toBeVisible();
      });

      await test.step('the speech leads to the same form, at the price of its length', async () => {
        await page.goto(`/creator/history/audio?view=${speech.id}`);
        await viewer.getByRole('link', { name: texts.voice }).click();
        await expect(page.getByRole('button', { name: texts.removeSound })).toBeVisible();
        await expect(page.getByRole('button', { name: texts.removeImage })).toBeVisible();
        await expect(page.getByRole('button', { name: texts.speakFor })).toBeEnabled();
      });

      const video = await make(page, 'veed-fabric-1-0', {
        image_url: picture.url,
        audio_url: speech.url,
        max_seconds: 5,
      });
      const player = viewer.locator('video');

      await test.step('a sound whose words are not known has no captions', async () => {
        const listed = page.waitForResponse(/\/captions$/);
        await page.goto(`/creator/history/audio?view=${unknown.id}`);
        await listed;
        await expect(button(texts.play)).toBeAttached();
        await expect(caption).toHaveCount(0);
      });

      await test.step('a video that speaks has the words of its speech at once', async () => {
        await page.goto(`/creator/history/video?view=${video.id}`);
        await expect(button(texts.captions)).toHaveAttribute('aria-pressed', 'false');
        await stopAt(player, 0.5);
        await page.keyboard.press('s');
        await expect(caption).toContainText('The last ferry left');
        await page.keyboard.press('s');
        await expect(caption).toHaveCount(0);
      });

      const [transcript] = await Promise.all([
        make(page, 'transcription', { audio_url: video.url, max_seconds: 60 }),
        make(page, 'transcription', { audio_url: speech.url, max_seconds: 60 }),
      ]);

      await test.step('captions are switched with a key or a button, and stay on', async () => {
        await page.reload();
        await expect(button(texts.captions)).toHaveAttribute('aria-pressed', 'false');
        await stopAt(player, 0.5);
        await expect(caption).toHaveCount(0);
        await page.keyboard.press('s');
        await expect(button(texts.captions)).toHaveAttribute('aria-pressed', 'true');
        await expect(caption).toContainText('This is the local');
        await button(texts.captions).press('Enter');
        await expect(caption).toHaveCount(0);
        await button(texts.captions).press('Enter');
        await expect(caption).toBeVisible();
        await expectAccessible(page, 'captions over a video');

        await page.setViewportSize({ width: 360, height: 740 });
        await page.reload();
        await expect(button(texts.captions)).toHaveAttribute('aria-pressed', 'true');
        await stopAt(player, 0.5);
        await expect(caption).toContainText('This is the local');
        await expect(button(texts.captions)).toBeInViewport();
        await expectAccessible(page, 'captions on a phone');
      });

      await test.step('the video is downloaded with them, on a phone and on a desktop computer', async () => {
        const download = async (press: () => Promise<void>) => {
          const [file] = await Promise.all([page.waitForEvent('download', { timeout: 60_000 }), press()]);
          expect(file.suggestedFilename()).toMatch(/\.mp4$/);
          return readLower(page, await readFile(await file.path()));
        };
        await viewer.getByRole('button', { name: texts.more, exact: true }).click();
        const row = page.getByRole('button', { name: texts.downloadCaptioned, exact: true });
        await expectAccessible(page, 'a download with captions on a phone');
        const onPhone = await download(() => row.click());

        await page.setViewportSize({ width: 1280, height: 800 });
        await page.goto(`/creator/history/video?view=${video.id}`);
        const menu = button(texts.formats);
        const onDesktop = await download(async () => {
          await menu.click();
          await page.getByRole('menuitem', { name: texts.withCaptions, exact: true }).click();
        });
        await expect(menu).not.toHaveAttribute('aria-busy', 'true');
        const original = await readLower(page, await (await page.request.get(video.url)).body());
        for (const lower of [onPhone, onDesktop]) expect(countOthers(lower, original)).toBeGreaterThan(100);
      });

      await test.step('the words of a sound follow it', async () => {
        await page.goto(`/creator/history/audio?view=${speech.id}`);
        await expect(caption).toBeAttached();
        await viewer.locator('audio').evaluate((element: HTMLAudioElement) => {
          element.loop = true;
        });
        await button(texts.play).click();
        await expect(caption).toContainText('This is the local');
        await expectAccessible(page, 'captions of a sound');
      });

      await test.step('the transcript is read aloud', async () => {
        await page.setViewportSize({ width: 1280, height: 800 });
        await page.goto(`/creator/history/image-understanding?view=${transcript.id}`);
        await viewer.getByRole('link', { name: texts.say }).click();
        await expect(page.getByRole('textbox', { name: texts.text, exact: true })).toHaveValue(
          /^This is the local/,
        );
        await expect(page.getByRole('button', { name: texts.generateFor })).toBeEnabled();
      });
    });
  });
}
