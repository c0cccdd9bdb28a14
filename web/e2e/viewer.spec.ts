import { expectAccessible } from './accessibility.ts';
import { expect, type Locale, test } from './creator.ts';
import { readShifts, watchShifts } from './find-shifts.ts';
import { newWord, promptsWith, submitImages } from './make-images.ts';
import { buyPack, newcomer, signInByRequests } from './newcomers.ts';
import { submit, waitForEnds } from './own-requests.ts';

const languages = [
  {
    locale: 'en-US',
    details: 'Details',
    compare: 'Comparison',
    wipe: 'Wipe',
    line: 'Line between the images',
    differences: '2 differences',
    lineage: 'Made from, used in',
    altText: 'Text alternative',
    edit: 'Edit text alternative',
    save: 'Save',
    madeFrom: 'With the settings of this image',
    toMade: 'With its settings',
    favorite: /^Unfavorite/,
    question: 'Delete this work?',
    shortcuts: 'Keyboard shortcuts',
    inViewer: 'In the viewer',
    soundFor: 'Sound for it',
    soundOf: 'Sound for this video',
    withVideo: 'With its video',
    alone: 'Sound alone',
    sound: /^Sound details/,
    playhead: 'Position',
    pause: 'Pause',
  },
  {
    locale: 'zh-CN',
    details: '详情',
    compare: '对比',
    wipe: '滑动对比',
    line: '两张图片的分界线',
    differences: '2 处不同',
    lineage: '来源与衍生',
    altText: '替代文字',
    edit: '编辑替代文字',
    save: '保存',
    madeFrom: '沿用此图片的设置',
    toMade: '沿用它的设置',
    favorite: /^取消收藏/,
    question: '删除 1 个作品？',
    shortcuts: '键盘快捷键',
    inViewer: '查看作品时',
    soundFor: '为它配的音频',
    soundOf: '为此视频配的音频',
    withVideo: '与视频一起',
    alone: '仅声音',
    sound: /^音频详情/,
    playhead: '播放位置',
    pause: '暂停',
  },
] satisfies (Record<string, string | RegExp> & { locale: Locale })[];

for (const labels of languages) {
  test.describe(`in ${labels.locale}`, () => {
    test.use({ locale: labels.locale });

    test('a generation is seen whole, worked on by keys, compared and followed to what it was made from', async ({
      page,
    }) => {
      const word = newWord();
      const [one = '', two = ''] = promptsWith(word, 2);
      const [first = ''] = await submitImages(page, [one]);
      await waitForEnds(page);
      await submit(page, '/api/wan/createImage', {
        model: 'flux-schnell',
        image_generation_type: 'text-to-image',
        image_size: 'square',
        prompt: two,
        made_from: first,
      });
      await waitForEnds(page);
      await page.goto(`/creator/history/image?search=${word}`);
      await page.getByRole('link', { name: two, exact: true }).click();
      const viewer = page.getByRole('dialog').first();
      const details = viewer.getByRole('region', { name: labels.details });
      await expect(details).toContainText(two);
      await details.locator('summary', { hasText: labels.altText }).click();
      await details.getByRole('button', { name: labels.edit }).click();
      await details.getByRole('textbox', { name: labels.altText }).fill(' Two boats at a pier ');
      await details.getByRole('button', { name: labels.save }).click();
      await expect(details.getByRole('button', { name: labels.edit })).toBeFocused();
      await expect(viewer.getByRole('img', { name: 'Two boats at a pier', exact: true })).toBeVisible();
      await details.locator('summary', { hasText: labels.lineage }).click();
      await expect(details.getByRole('button', { name: labels.madeFrom })).toBeVisible();
      await expectAccessible(page, 'the viewer');

      await page.keyboard.press('f');
      await expect(viewer.getByRole('button', { name: labels.favorite })).toBeVisible();
      await page.keyboard.press('i');
      await expect(details).toBeHidden();
      await page.keyboard.press('i');
      await page.keyboard.press('Delete');
      await expect(page.getByRole('dialog', { name: labels.question })).toBeVisible();
      await page.keyboard.press('Escape');
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog', { name: labels.shortcuts })).toContainText(labels.inViewer);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog', { name: labels.shortcuts })).toBeHidden();

      // The list beside the viewer is read again after a change.
      await expect(viewer.locator('[data-key=c]')).toBeVisible();
      await page.keyboard.press('c');
      await expect(page).toHaveURL(new RegExp(`compare=${first}`));
      await expect(viewer.getByRole('region', { name: labels.compare })).toContainText(labels.differences);
      await page.reload();
      await viewer.getByRole('button', { name: labels.wipe, exact: true }).click();
      const line = viewer.getByRole('slider', { name: labels.line });
      await line.focus();
      for (let press = 0; press < 10; press += 1) await page.keyboard.press('ArrowRight');
      await expect(line).toHaveValue('60');
      await expectAccessible(page, 'the comparison');
      await page.keyboard.press('Escape');
      await expect(page).not.toHaveURL(/compare=/);

      await details.getByRole('button', { name: labels.madeFrom }).click();
      await expect(page).toHaveURL(new RegExp(`view=${first}$`));
      await expect(details.getByRole('button', { name: labels.toMade })).toBeVisible();
      await page.goBack();
      await expect(details.getByRole('button', { name: labels.madeFrom })).toBeVisible();
      const download = page.waitForEvent('download');
      await page.keyboard.press('d');
      expect((await download).suggestedFilename()).toMatch(/\.(png|jpe?g|webp)$/);
      await page.keyboard.press('r');
      await expect(page).toHaveURL(/\/creator\/image\/text-to-image/);
    });

    test('a video leads to the sound that was made for it, and back', { tag: '@each-rule' }, async ({
      page,
    }) => {
      const video = await submit(page, '/api/wan/createVideo', {
        video_generation_type: 'text-to-video',
        prompt: 'A tram in the hail',
      });
      await waitForEnds(page);
      const made = await (await page.request.get(`/api/generations/${video}`)).json();
      const [{ url }] = made.generation.outputs;
      const sound = await submit(page, '/api/wan/createAudio', { video_url: url, prompt: 'Hail on a roof' });
      await waitForEnds(page);
      await page.goto(`/creator/history/video?view=${video}`);
      const viewer = page.getByRole('dialog').first();
      await expect(viewer.locator('video')).toBeVisible();
      await viewer.locator('summary', { hasText: labels.lineage }).click();
      await viewer.getByRole('button', { name: labels.soundFor }).click();
      await expect(page).toHaveURL(new RegExp(`/creator/history/video\\?view=${sound}$`));
      await expect(page.getByRole('dialog', { name: labels.sound })).toBeVisible();
      const position = viewer.getByRole('slider', { name: labels.playhead });
      await expect(position).toBeVisible();
      await expectAccessible(page, 'a sound in the viewer');
      await page.keyboard.press('Space');
      await expect(viewer.getByRole('button', { name: labels.pause })).toBeVisible();
      // The sound goes on without its video, and with it again.
      const withVideo = viewer.getByRole('button', { name: labels.withVideo });
      await expect(withVideo).toHaveAttribute('aria-pressed', 'true');
      await viewer.getByRole('button', { name: labels.alone }).click();
      await expect(viewer.locator('[data-stage] video')).toHaveCount(0);
      await expect(viewer.getByRole('button', { name: labels.pause })).toBeVisible();
      await withVideo.click();
      await expect(viewer.locator('[data-stage] video')).toBeVisible();
      await viewer.getByRole('button', { name: labels.soundOf }).click();
      await expect(page).toHaveURL(new RegExp(`view=${video}$`));
      // The two generations before it are closed with it.
      await page.keyboard.press('Escape');
      await expect(page).toHaveURL(/\/creator\/history\/video$/);
    });

    test('two videos that are compared play in step for half a minute', { tag: '@each-page' }, async ({
      page,
    }) => {
      const ids: string[] = [];
      for (const prompt of ['A tram in the rain', 'A tram in the snow'])
        ids.push(
          await submit(page, '/api/wan/createVideo', { video_generation_type: 'text-to-video', prompt }),
        );
      await waitForEnds(page);
      await page.goto(`/creator/history/video?view=${ids[0]}&compare=${ids[1]}`);
      await expect(page.locator('video[data-pair]')).toHaveCount(2);
      await expect(page.getByRole('region', { name: labels.compare })).toBeVisible();
      await expectAccessible(page, 'two videos side by side');
      // Nothing moves on its own for a user who wants less motion.
      await page.keyboard.press('Space');
      await expect
        .poll(() =>
          page.locator('video[data-pair="1"]').evaluate((video: HTMLVideoElement) => video.currentTime),
        )
        .toBeGreaterThan(0.3);
      const { samples, worstSeconds, fps } = await page.evaluate(measureDrift, 30_000);
      expect(samples).toBeGreaterThan(200);
      expect(worstSeconds).toBeLessThanOrEqual(1 / fps);
    });
  });
}

/** How far two videos are apart at each frame in which both play; while both jump back to their beginning they do not. */
async function measureDrift(durationMs: number) {
  const [a, b] = [...document.querySelectorAll<HTMLVideoElement>('video[data-pair]')];
  if (!a || !b) throw new Error('There are no two videos');
  let samples = 0;
  let worstSeconds = 0;
  const endMs = performance.now() + durationMs;
  while (performance.now() < endMs) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    if (a.paused || b.paused || a.seeking || b.seeking) continue;
    samples += 1;
    worstSeconds = Math.max(worstSeconds, Math.abs(a.currentTime - b.currentTime));
  }
  return { samples, worstSeconds, fps: 16 };
}

test('a key that is pressed in the moment in which a generation appears is taken', {
  tag: '@faults',
}, async ({ page }) => {
  const [id = ''] = await submitImages(page, promptsWith(newWord(), 1));
  await waitForEnds(page);
  await page.addInitScript(() => {
    const seen = new MutationObserver(() => {
      if (!document.querySelector('dialog[open] a[data-key="r"]')) return;
      seen.disconnect();
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'r', bubbles: true }));
    });
    seen.observe(document, { subtree: true, childList: true, attributes: true });
  });
  await page.goto(`/creator/history?view=${id}`);
  await expect(page).toHaveURL(/\/creator\/image\//);
});

test('what is beside a generation moves nothing when its list arrives after the viewer', {
  tag: '@each-rule',
}, async ({ page }) => {
  // An account of its own, whose library has the same days in every run.
  await page.context().clearCookies();
  await signInByRequests(page, newcomer());
  await buyPack(page, 'starter');
  const [id = ''] = await submitImages(page, promptsWith(newWord(), 2));
  await waitForEnds(page);
  const list = Promise.withResolvers<void>();
  await page.route(/\/api\/library\?/, async (route) => {
    await list.promise;
    await route.continue();
  });
  await watchShifts(page);
  await page.goto(`/creator/history?view=${id}`);
  const viewer = page.getByRole('dialog').first();
  await expect(viewer.getByRole('link', { name: 'Vary' })).toBeVisible();
  await expect(viewer.getByRole('button', { name: 'Compare' })).toHaveCount(0);
  await page.evaluate(() => {
    window.shifts = [];
  });
  list.resolve();
  await expect(
    viewer.getByRole('navigation', { name: 'Works next to this one' }).getByRole('button').nth(1),
  ).toBeVisible();
  await expect(viewer.getByRole('button', { name: 'Compare' })).toBeVisible();
  expect(await readShifts(page)).toEqual([]);
});
