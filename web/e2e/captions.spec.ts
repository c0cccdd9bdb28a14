import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expect, type Locale, test } from './creator.ts';
import { buyPack, newcomer, post, signInByRequests } from './newcomers.ts';

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
    removeImage: 'Remove: Image',
    removeSound: 'Remove: Speech',
    text: 'Text',
    play: 'Play',
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
    removeImage: '移除：图片',
    removeSound: '移除：语音',
    text: '文字',
    play: '播放',
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

for (const texts of languages) {
  test.describe(`in ${texts.locale}`, () => {
    test.use({ locale: texts.locale, storageState: { cookies: [], origins: [] } });

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
