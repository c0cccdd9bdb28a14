import { readFile } from 'node:fs/promises';
import { makeVideo } from '@atelier/media/testing';
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expect, type Locale, test } from './creator.ts';
import { newWord } from './make-images.ts';
import { post } from './own-requests.ts';
import { findSmallTargets } from './small-targets.ts';
import { carry, drag, findCentre } from './touch.ts';
import { toneFile } from './upload-fixtures.ts';

const languages = [
  {
    locale: 'en-US',
    edit: /^Edit/,
    again: /^Edit again/,
    title: 'Cutting bench',
    start: 'Start of the clip',
    end: 'End of the clip',
    typedEnd: 'End',
    split: 'Split here',
    fit: 'Picture',
    crop: 'Part in view: drag the picture',
    right: '100% from left to right',
    later: '60% from left to right',
    undo: 'Undo',
    add: 'Add videos',
    library: 'From your library',
    use: /^Use 1 of/,
    clip: (number: number) => new RegExp(`^Clip ${number},`),
    speed: 'Speed',
    render: 'Render · free',
    open: 'Open',
    ready: 'Your video is ready, and is in your library.',
    facts: /\d+ × \d+ · \d+ fps · 0:0\d/,
    shape: 'Shape',
    bars: /get bars|gets bars/,
  },
  {
    locale: 'zh-CN',
    edit: /^剪辑/,
    again: /^再次剪辑/,
    title: '剪辑台',
    start: '片段开始',
    end: '片段结束',
    typedEnd: '结束',
    split: '在此分割',
    fit: '画面',
    crop: '保留部分：拖动画面',
    right: '从左到右 100%',
    later: '从左到右 60%',
    undo: '撤销',
    add: '添加视频',
    library: '从作品库选择',
    use: /^使用 1 \//,
    clip: (number: number) => new RegExp(`^片段 ${number}，`),
    speed: '速度',
    render: '渲染 · 免费',
    open: '打开',
    ready: '视频已完成，已放入您的作品库。',
    facts: /\d+ × \d+ · \d+ fps · 0:0\d/,
    shape: '画面比例',
    bars: /会出现黑边/,
  },
] satisfies (Record<string, unknown> & { locale: Locale })[];

/** Makes works without a form; resolves to their ids once all are there. */
async function makeWorks(page: Page, path: string, bodies: readonly object[]): Promise<string[]> {
  const ids: string[] = [];
  for (const body of bodies) ids.push(String((await post(page, path, body)).id));
  for (const id of ids)
    await expect
      .poll(async () => (await (await page.request.get(`/api/generations/${id}`)).json()).generation.status, {
        timeout: 120_000,
      })
      .toBe('completed');
  return ids;
}

const makeVideos = (page: Page, prompts: readonly string[]) =>
  makeWorks(
    page,
    '/api/wan/createVideo',
    prompts.map((prompt) => ({ video_generation_type: 'text-to-video', prompt })),
  );

for (const texts of languages) {
  test.describe(`in ${texts.locale}`, () => {
    test.use({ locale: texts.locale });

    test('a video is trimmed, split, joined with another and rendered for free', async ({ page }) => {
      const other = `A lantern in the snow ${newWord()}`;
      const [id] = await makeVideos(page, [`A red kite ${newWord()}`, other]);
      const clips = page.locator('ol button[aria-pressed]');
      const start = page.getByRole('slider', { name: texts.start, exact: true });
      const end = page.getByRole('slider', { name: texts.end, exact: true });

      await test.step('the viewer leads to the bench', async () => {
        await page.goto(`/creator/history?view=${id}`);
        await page.getByRole('dialog').first().getByRole('link', { name: texts.edit }).first().click();
        await expect(page).toHaveURL(/\/creator\/cut$/);
        await expect(page.getByRole('heading', { level: 1, name: texts.title })).toBeVisible();
        await expect(clips).toHaveCount(1);
        await expect(page.getByText(texts.facts)).toBeVisible();
        await expectAccessible(page, 'the bench');
      });

      await test.step('its end is dragged, typed, and taken back', async () => {
        const before = await end.getAttribute('aria-valuetext');
        const box = await end.boundingBox();
        if (!box) throw new Error('The handle is not shown');
        await page.mouse.move(box.x + 4, box.y + 20);
        await page.mouse.down();
        await page.mouse.move(box.x - 80, box.y + 20, { steps: 4 });
        await page.mouse.up();
        await expect(end).not.toHaveAttribute('aria-valuetext', before ?? '');
        const typed = page.getByRole('textbox', { name: texts.typedEnd, exact: true });
        await typed.fill('2.5');
        await typed.press('Enter');
        await expect(end).toHaveAttribute('aria-valuetext', '0:02.50');
        const undo = page.getByRole('button', { name: texts.undo, exact: true });
        await undo.click();
        await undo.click();
        await expect(end).toHaveAttribute('aria-valuetext', before ?? '');
      });

      await test.step('it is split where it is shown, and the reload loses nothing', async () => {
        await start.focus();
        await page.keyboard.press('Shift+ArrowRight');
        await expect(start).toHaveAttribute('aria-valuetext', '0:01.00');
        const moment = page.locator('main input[type=range]').first();
        await moment.fill('1.5');
        await page.getByRole('button', { name: texts.split, exact: true }).first().click();
        await expect(clips).toHaveCount(2);
        await page.reload();
        await expect(clips).toHaveCount(2);
      });

      await test.step('a second video comes from the library', async () => {
        await page.getByRole('button', { name: texts.add, exact: true }).click();
        await page.getByRole('menuitem', { name: texts.library }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('button', { name: other }).click();
        await dialog.getByRole('button', { name: texts.use }).click();
        await expect(clips).toHaveCount(3);
        await expect(clips.nth(2)).toHaveAttribute('aria-pressed', 'true');
        await page.getByRole('combobox', { name: texts.shape }).selectOption('1:1');
        await expect(page.getByText(texts.bars).first()).toBeVisible();
      });

      await test.step('the part in view is dragged on the picture, and moved by keys', async () => {
        await page.getByRole('combobox', { name: texts.fit, exact: true }).selectOption('cover');
        const crop = page.getByRole('slider', { name: texts.crop });
        await expect(crop).toHaveAttribute('aria-valuenow', '50');
        const box = await crop.boundingBox();
        if (!box) throw new Error('The frame is not shown');
        const y = box.y + box.height / 2;
        await page.mouse.move(box.x + box.width * 0.9, y);
        await page.mouse.down();
        await page.mouse.move(box.x + box.width * 0.05, y, { steps: 4 });
        await page.mouse.up();
        await expect(crop).toHaveAttribute('aria-valuetext', texts.right);
        await expect(page.locator('video:visible')).toHaveCSS('object-position', '100% 50%');
        await crop.focus();
        for (const key of ['Shift+ArrowLeft', 'Shift+ArrowLeft', 'Shift+ArrowLeft', 'Shift+ArrowLeft'])
          await page.keyboard.press(key);
        await page.keyboard.press('ArrowRight');
        await page.keyboard.press('ArrowLeft');
        await expect(crop).toHaveAttribute('aria-valuetext', texts.later);
        await expectAccessible(page, 'the bench with a crop');
      });

      await test.step('the result opens from the bench, and can be changed again', async () => {
        const facts = await page.getByText(texts.facts).textContent();
        await page.getByRole('button', { name: texts.render }).click();
        await expect(page.getByText(texts.ready)).toBeVisible({ timeout: 120_000 });
        await expect(clips).toHaveCount(3);
        await page.getByRole('link', { name: texts.open, exact: true }).click();
        const viewer = page.getByRole('dialog').first();
        await expect(viewer.locator('video')).toBeVisible();
        await viewer.getByRole('link', { name: texts.again }).click();
        await expect(page).toHaveURL(/\/creator\/cut$/);
        await expect(clips).toHaveCount(3);
        await expect(page.getByText(texts.facts)).toHaveText(facts ?? '');
      });
    });

    test('the keyboard alone cuts, moves and takes back', { tag: '@each-rule' }, async ({ page }) => {
      const ids = await makeVideos(page, [`A heron ${newWord()}`, `A pier ${newWord()}`]);
      await page.goto(`/creator/cut?works=${ids.join()}`);
      const clips = page.locator('ol button[aria-pressed]');
      await expect(clips).toHaveCount(2);
      await expect(page).toHaveURL(/\/creator\/cut$/);
      const first = await clips.first().getAttribute('title');
      const end = page.getByRole('slider', { name: texts.end, exact: true });
      await clips.first().focus();
      await page.keyboard.press('Shift+ArrowRight');
      await expect(clips.nth(1)).toHaveAttribute('title', first ?? '');
      await expect(clips.nth(1)).toBeFocused();
      await page.keyboard.press('Control+z');
      await expect(clips.first()).toHaveAttribute('title', first ?? '');
      await page.keyboard.press('Control+Shift+z');
      await expect(clips.nth(1)).toHaveAttribute('title', first ?? '');

      await end.focus();
      await page.keyboard.press('Shift+ArrowLeft');
      await page.keyboard.press('Home');
      await expect(end).toHaveAttribute('aria-valuetext', '0:00.10');
      await page.keyboard.press('End');
      const moment = page.locator('main input[type=range]').first();
      const total = Number(await moment.getAttribute('max'));
      // The end of the second clip is shown after the change; one second back it is split.
      await moment.fill(String(total - 1));
      await page.keyboard.press('s');
      await expect(clips).toHaveCount(3);
      await page.keyboard.press('Delete');
      await expect(clips).toHaveCount(2);
      await moment.fill('1');
      await page.keyboard.press('i');
      await expect(page.getByRole('slider', { name: texts.start, exact: true })).toHaveAttribute(
        'aria-valuetext',
        '0:01.00',
      );
      await page.keyboard.press('Control+y');
      await expect(clips).toHaveCount(2);
    });
  });

  test.describe(`by touch, in ${texts.locale}`, () => {
    test.use({ locale: texts.locale, hasTouch: true, viewport: { width: 360, height: 740 } });

    test('a phone has all of the bench in reach', { tag: '@each-rule' }, async ({ page }) => {
      const long =
        'in the first light of a clear morning after rain, seen from a low boat that drifts past the pier';
      const ids = await makeVideos(page, [`A ferry ${newWord()} ${long}`]);
      await page.goto(`/creator/cut?works=${ids.join()}`);
      const clips = page.locator('ol button[aria-pressed]');
      await expect(clips).toHaveCount(1);
      const render = page.getByRole('button', { name: texts.render });
      await expect(render).toBeInViewport();
      await page.getByRole('slider', { name: texts.speed }).scrollIntoViewIfNeeded();
      await expect(render).toBeInViewport();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
      expect(await page.evaluate(findSmallTargets)).toEqual([]);
      await expectAccessible(page, 'the bench on a phone');
    });

    test('a finger moves a clip and the part in view', { tag: '@each-device' }, async ({ page }) => {
      const ids = await makeVideos(page, [`A heron ${newWord()}`, `A pier ${newWord()}`]);
      await page.goto(`/creator/cut?works=${ids.join()}`);
      const clips = page.locator('ol button[aria-pressed]');
      await expect(clips).toHaveCount(2);
      const title = (await clips.first().getAttribute('title')) ?? '';
      await clips.first().scrollIntoViewIfNeeded();
      const session = await page.context().newCDPSession(page);
      const [from, to] = [await findCentre(clips.first()), await findCentre(clips.nth(1))];
      await carry(session, from, to, () =>
        expect(page.locator('li:has(> button[aria-pressed])').first()).toHaveCSS('z-index', '10'),
      );
      await expect(clips.nth(1)).toHaveAttribute('title', title);
      // A finger that drags without a long press scrolls.
      await drag(session, to, from);
      await expect(clips.nth(1)).toHaveAttribute('title', title);

      await page.getByRole('combobox', { name: texts.shape }).selectOption('1:1');
      await clips.nth(1).click();
      await page.getByRole('combobox', { name: texts.fit, exact: true }).selectOption('cover');
      const crop = page.getByRole('slider', { name: texts.crop });
      await crop.scrollIntoViewIfNeeded();
      const centre = await findCentre(crop);
      await drag(session, centre, { ...centre, x: centre.x - 150 });
      await expect(crop).toHaveAttribute('aria-valuetext', texts.right);
    });
  });
}

test('a sound is trimmed, turned around, joined with another and rendered for free', {
  tag: '@each-rule',
}, async ({ page }) => {
  const ids = await makeWorks(page, '/api/wan/createAudio', [
    { audio_generation_type: 'sound-effects', prompt: `Rain on a tent ${newWord()}` },
    { audio_generation_type: 'sound-effects', prompt: `A far bell ${newWord()}` },
  ]);
  await page.goto(`/creator/history?view=${ids[0]}`);
  await page.getByRole('dialog').first().getByRole('link', { name: /^Edit/ }).first().click();
  await expect(page).toHaveURL(/\/creator\/cut$/);
  const clips = page.locator('ol button[aria-pressed]');
  await expect(clips).toHaveCount(1);
  await expect(page.getByText(/^MP3 · 0:\d\d$/)).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Shape' })).toHaveCount(0);
  const waves = page.locator('main svg[aria-hidden=true][preserveAspectRatio=none]');
  await expect(waves).toHaveCount(2);
  await expectAccessible(page, 'the bench of a sound');
  await page.reload();
  await expect(waves).toHaveCount(2);

  await page.goto(`/creator/cut?works=${ids.join()}`);
  await expect(clips).toHaveCount(2);
  const end = page.getByRole('textbox', { name: 'End', exact: true });
  await end.fill('1');
  await end.press('Enter');
  await page.getByRole('switch', { name: 'Play backwards' }).click();
  await page.getByRole('combobox', { name: 'Repeat' }).selectOption('2');
  await page.getByRole('combobox', { name: 'Format' }).selectOption('wav');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Render · free' }).click();
  await expect(page.getByText('Your sound is ready, and is in your library.')).toBeVisible({
    timeout: 120_000,
  });
  await page.getByRole('link', { name: 'Open', exact: true }).click();
  const viewer = page.getByRole('dialog').first();
  await viewer.getByRole('link', { name: /^Edit again/ }).click();
  await expect(clips).toHaveCount(2);
  await expect(page.getByRole('combobox', { name: 'Format' })).toHaveValue('wav');
});

const beginnings = [
  {
    locale: 'en-US',
    title: 'Cut and join videos or sounds',
    library: 'From your library',
    choice: /^Videos or sounds/,
    use: /^Use 2 of/,
    soundsLeft: /1 sound was left out/,
    videosLeft: /1 video was left out/,
    remove: 'Remove',
  },
  {
    locale: 'zh-CN',
    title: '剪辑和拼接视频或音频',
    library: '从作品库选择',
    choice: /视频或音频/,
    use: /^使用 2 \//,
    soundsLeft: /1 个音频未添加/,
    videosLeft: /1 个视频未添加/,
    remove: '移除',
  },
] satisfies (Record<string, unknown> & { locale: Locale })[];

for (const texts of beginnings) {
  test.describe(`an empty bench, in ${texts.locale}`, { tag: '@each-rule' }, () => {
    test.use({ locale: texts.locale });

    test('begins with videos or with sounds, and says which files are left out', async ({ page }) => {
      const [video, sound] = [`A tram ${newWord()}`, `A bell ${newWord()}`];
      await makeVideos(page, [video]);
      await makeWorks(page, '/api/wan/createAudio', [
        { audio_generation_type: 'sound-effects', prompt: sound },
      ]);
      await page.goto('/creator/cut');
      await expect(page.getByText(texts.title)).toBeVisible();
      await expectAccessible(page, 'the empty bench');
      const clips = page.locator('ol button[aria-pressed]');

      await page.locator('main input[type=file]').setInputFiles(toneFile('tone.wav', 2));
      await expect(clips).toHaveCount(1);
      await expect(page.getByText('MP3 · 0:02')).toBeVisible();
      await page.getByRole('button', { name: texts.remove, exact: true }).click();
      await expect(page.getByText(texts.title)).toBeVisible();

      for (const [first, second, leftOut] of [
        [video, sound, texts.soundsLeft],
        [sound, video, texts.videosLeft],
      ] as const) {
        await page.getByRole('button', { name: texts.library }).click();
        const dialog = page.getByRole('dialog');
        await expect(dialog.getByRole('heading', { name: texts.choice })).toBeVisible();
        await dialog.getByRole('button', { name: first }).click();
        await dialog.getByRole('button', { name: second }).click();
        await dialog.getByRole('button', { name: texts.use }).click();
        await expect(page.getByText(leftOut)).toBeVisible();
        await expect(clips).toHaveCount(1);
        await expect(clips).toHaveAttribute('title', first);
        await page.getByRole('button', { name: texts.remove, exact: true }).click();
      }
    });
  });
}

test('a visitor is asked to sign in, and an address of works that are gone leaves the bench empty', {
  tag: '@each-rule',
}, async ({ browser, page }) => {
  const visitor = await browser.newPage({ storageState: { cookies: [], origins: [] } });
  await visitor.goto('/creator/cut');
  await expect(visitor.getByRole('button', { name: 'Sign in' }).first()).toBeVisible();
  await visitor.close();
  await page.goto(`/creator/cut?works=${crypto.randomUUID()}`);
  await expect(page.getByText('A file could not be opened here.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'From your library' })).toBeVisible();
  await expectAccessible(page, 'the empty bench');
});

test('a source that is gone is named at the button and at its clip', { tag: '@each-rule' }, async ({
  page,
  problems,
}) => {
  problems.allow(/^response 404 POST .*cuts/);
  const ids = await makeVideos(page, [`A tram ${newWord()}`, `A quay ${newWord()}`]);
  await page.goto(`/creator/cut?works=${ids.join()}`);
  const clips = page.locator('ol button[aria-pressed]');
  await expect(clips).toHaveCount(2);
  const call = { headers: { origin: new URL(page.url()).origin }, data: { ids: [ids[1]] } };
  expect((await page.request.post('/api/library/trash', call)).ok()).toBe(true);
  expect((await page.request.delete('/api/trash', call)).ok()).toBe(true);
  await page.getByRole('button', { name: 'Render · free' }).click();
  await expect(page.getByText('Clip 2: The file was not found.')).toBeInViewport();
  await expect(clips.nth(1)).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText('The file was not found.', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('The file was not found.')).toHaveCount(0);
});

test('the rate of an upload is left open until it is rendered', { tag: '@each-rule' }, async ({ page }) => {
  await page.goto('/creator/cut');
  const buffer = makeVideo('mp4');
  await page
    .locator('main input[type=file]')
    .setInputFiles({ name: 'clock.mp4', mimeType: 'video/mp4', buffer });
  await expect(page.getByText(/^64 × 64 · 0:0\d$/)).toBeVisible();
});

test('a long rendering shows its progress, is found again after a reload, and can be cancelled', {
  tag: '@each-rule',
}, async ({ page }) => {
  const [id = ''] = await makeVideos(page, [`A tram ${newWord()}`]);
  await page.goto(`/creator/cut?works=${Array(12).fill(id).join()}`);
  await page.getByRole('button', { name: 'Render · free' }).click();
  const progress = page.getByRole('progressbar');
  await expect(progress).toBeVisible();
  await page.reload();
  await expect(progress).toHaveAttribute('aria-valuenow', /^[1-9]/);
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(progress).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Render · free' })).toBeEnabled();
});

test('a video is downloaded as a GIF and as all of its pictures', { tag: '@each-rule' }, async ({ page }) => {
  const [id = ''] = await makeVideos(page, [`A kite ${newWord()}`]);
  await page.goto(`/creator/history/video?view=${id}`);
  for (const [name, file, beginning] of [
    ['GIF', /\.gif$/, 'GIF89a'],
    ['Every picture as PNG (zip)', /-frames\.zip$/, 'PK'],
  ] as const) {
    await page.getByRole('button', { name: 'Other formats' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name, exact: true }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(file);
    const bytes = await readFile(await download.path());
    expect(bytes.subarray(0, beginning.length).toString()).toBe(beginning);
  }
});
