import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expect, test } from './fixtures.ts';

test.use({ storageState: { cookies: [], origins: [] } });

const variants = [
  {
    locale: 'en-US',
    voice: 'Voice',
    play: (name: string) => `Play ${name}`,
    stop: (name: string) => `Stop ${name}`,
    all: 'All 21 voices',
    fewer: 'Fewer voices',
    search: 'Find a voice',
    none: 'No voice has this name.',
    failed: 'Not loaded',
    leftOut: 'Value not allowed here: Voice “Antoni”',
    text: 'Text',
    generate: 'Generate',
    listen: /^Listen: /,
    halt: /^Stop: /,
  },
  {
    locale: 'zh-CN',
    voice: '声音',
    play: (name: string) => `试听：${name}`,
    stop: (name: string) => `停止：${name}`,
    all: '全部 21 种声音',
    fewer: '收起',
    search: '查找声音',
    none: '没有这个名字的声音。',
    failed: '加载失败',
    leftOut: '此处不可用的值：声音“Antoni”',
    text: '文字',
    generate: '生成',
    listen: /^试听：/,
    halt: /^停止：/,
  },
] as const;

/** The sample that sounds now, if any, by its file. */
const readPlaying = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('audio')].flatMap((sound) =>
      sound.paused ? [] : [/voice-(.+)-\w+\.m4a$/.exec(sound.currentSrc)?.[1] ?? 'another'],
    ),
  );

/** Samples last two seconds: these go on until they are stopped. */
async function playForLong(page: Page): Promise<void> {
  await page.addInitScript(() => {
    document.addEventListener(
      'play',
      ({ target }) => {
        if (target instanceof HTMLMediaElement) target.loop = true;
      },
      true,
    );
  });
}

for (const words of variants) {
  test.describe(`voices in ${words.locale}`, () => {
    test.use({ locale: words.locale });

    test('are heard one at a time, and hearing one neither chooses it nor calls the server for more', async ({
      page,
    }) => {
      await playForLong(page);
      const requests: string[] = [];
      page.on('request', (request) =>
        requests.push(`${request.method()} ${new URL(request.url()).pathname}`),
      );
      await page.goto('/creator/audio/text-to-speech');
      const voices = page.getByRole('group', { name: words.voice, exact: true });
      const radio = (name: string) => voices.getByRole('radio', { name, exact: true });
      const button = (name: string) => voices.getByRole('button', { name, exact: true });
      await expect(radio('Rachel')).toBeChecked();
      await expect(voices.getByRole('radio')).toHaveCount(6);
      expect(requests.filter((request) => request.endsWith('.m4a'))).toEqual([]);

      await button(words.play('Aria')).click();
      await expect(button(words.stop('Aria'))).toBeVisible();
      await expect.poll(() => readPlaying(page)).toEqual(['aria']);
      await button(words.play('Roger')).click();
      await expect(button(words.play('Aria'))).toBeVisible();
      await expect(button(words.stop('Roger'))).toBeVisible();
      await expect.poll(() => readPlaying(page)).toEqual(['roger']);
      await expect(radio('Rachel')).toBeChecked();
      expect(requests.filter((request) => request.startsWith('POST') && request.includes('create'))).toEqual(
        [],
      );

      await test.step('another sound of the page and a voice stop each other', async () => {
        await page
          .getByRole('button', { name: words.listen })
          .and(page.locator(':not(form *)'))
          .first()
          .click();
        await expect(button(words.play('Roger'))).toBeVisible();
        await expect.poll(() => readPlaying(page)).toEqual(['another']);
        await button(words.play('Sarah')).click();
        await expect.poll(() => readPlaying(page)).toEqual(['sarah']);
        await button(words.stop('Sarah')).click();
        await expect.poll(() => readPlaying(page)).toEqual([]);
      });

      await test.step('a voice ends with its form', async () => {
        await button(words.play('Laura')).click();
        await expect.poll(() => readPlaying(page)).toEqual(['laura']);
        const sound = await page.evaluateHandle(() =>
          [...document.querySelectorAll('audio')].find(({ paused }) => !paused),
        );
        await page.locator('a[href="/creator/audio/music"]').first().click();
        await expect(voices).toHaveCount(0);
        await expect.poll(() => sound.evaluate((audio) => audio?.paused)).toBe(true);
      });
    });

    test('are chosen by keys, found in the whole list, and kept in the draft', { tag: '@each-rule' }, async ({
      page,
    }) => {
      await page.goto('/creator/audio/text-to-speech');
      const voices = page.getByRole('group', { name: words.voice, exact: true });
      const radio = (name: string) => voices.getByRole('radio', { name, exact: true });
      await radio('Rachel').focus();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowDown');
      await expect(radio('Roger')).toBeChecked();
      await expect(radio('Roger')).toBeFocused();
      await page.keyboard.press('Tab');
      await expect(voices.getByRole('button', { name: words.play('Roger') })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(voices.getByRole('button', { name: words.stop('Roger') })).toBeFocused();
      await page.keyboard.press('Space');
      await expect(voices.getByRole('button', { name: words.play('Roger') })).toBeFocused();

      const heading = page.locator('form summary').first();
      const before = await heading.boundingBox();
      await voices.getByRole('button', { name: words.all }).click();
      await expect(voices.getByRole('radio')).toHaveCount(21);
      const after = await heading.boundingBox();
      expect((after?.y ?? 0) - (before?.y ?? 0)).toBeLessThan(260);
      const search = voices.getByRole('searchbox', { name: words.search });
      await search.fill('lil');
      await expect(voices.getByRole('radio')).toHaveCount(1);
      await search.press('Enter');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await radio('Lily').check();
      await search.fill('zzz');
      await expect(voices.getByText(words.none)).toBeVisible();
      await expectAccessible(page);
      await voices.getByRole('button', { name: words.fewer }).click();
      await expect(voices.getByRole('radio')).toHaveCount(6);
      await expect(radio('Lily')).toBeChecked();
      expect((await heading.boundingBox())?.y).toBe(before?.y);
      await page.reload();
      await expect(radio('Lily')).toBeChecked();
    });

    test('that a link no longer finds are named in the form, which keeps its default', {
      tag: '@each-rule',
    }, async ({ page }) => {
      const query = new URLSearchParams({
        audio_generation_type: 'text-to-speech',
        prompt: 'The last ferry left at nine.',
        voice: 'Antoni',
      });
      await page.goto(`/creator/audio/text-to-speech?${query}`);
      await expect(page.getByRole('status').filter({ hasText: words.leftOut })).toBeVisible();
      await expect(page.getByRole('radio', { name: 'Rachel', exact: true })).toBeChecked();
      await expect(page.getByRole('textbox', { name: words.text, exact: true })).toHaveValue(
        'The last ferry left at nine.',
      );
    });

    test.describe('on a phone', () => {
      test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

      test('have targets of 44 pixels, and say which sample could not be loaded', async ({
        page,
        problems,
      }) => {
        problems.allow(/voice-aria/);
        await page.route('**/assets/voice-aria-*', (route) => route.abort());
        await page.goto('/creator/audio/text-to-speech');
        const voices = page.getByRole('group', { name: words.voice, exact: true });
        await voices.getByRole('button', { name: words.all }).tap();
        await expect(voices.getByRole('radio')).toHaveCount(21);
        const targets = voices.locator('label, button, input[type=search]');
        for (const target of await targets.all()) {
          const box = await target.boundingBox();
          expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
        }
        await voices.getByRole('button', { name: words.fewer }).tap();
        await voices.getByRole('button', { name: words.play('Aria') }).tap();
        await expect(voices.getByRole('alert')).toHaveText(words.failed);
        await expect(voices.getByRole('button', { name: words.play('Aria') })).toBeVisible();
        await voices.getByRole('button', { name: words.play('Roger') }).tap();
        await expect(voices.getByRole('alert')).toHaveCount(0);
        await expect(voices.getByRole('button', { name: words.stop('Roger') })).toBeVisible();
        await voices.locator('label', { hasText: 'Laura' }).tap();
        await expect(voices.getByRole('radio', { name: 'Laura' })).toBeChecked();
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
        await expectAccessible(page);
      });
    });
  });
}
