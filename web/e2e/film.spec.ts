import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expect, type Locale, test } from './creator.ts';
import { newWord } from './make-images.ts';
import { buyPack, newcomer, signInByRequests } from './newcomers.ts';
import { post } from './own-requests.ts';
import { findSmallTargets } from './small-targets.ts';
import { carry, drag, findCentre } from './touch.ts';
import { pngFile } from './upload-fixtures.ts';

const languages = [
  {
    locale: 'en-US',
    title: 'Shots',
    newFilm: 'New film',
    untitled: 'Untitled film',
    name: 'Name of the film',
    add: 'Add a shot',
    prompt: 'Prompt',
    makeOne: /^Make 1 shot · [\d,]+ credits$/,
    make: /^Make 2 shots · [\d,]+ credits$/,
    blocked: /Shot 2: Prompt is required/,
    ready: (number: number) => new RegExp(`^Shot ${number}, .*, Ready: `),
    open: 'Open the film',
    facts: /\d+ × \d+ · \d+ fps · 0:\d\d/,
    undo: 'Undo',
    redo: 'Redo',
    remove: 'Remove the shot',
    earlier: 'Move earlier',
    play: 'Play',
    take: 'Take 1',
    batchEnded: /^Batch ended/,
    makeFilm: 'Make a film',
    select: 'Select',
    all: 'Select all',
    more: 'More',
    leftOut: '1 work without a video or picture was left out.',
  },
  {
    locale: 'zh-CN',
    title: '分镜影片',
    newFilm: '新建影片',
    untitled: '未命名影片',
    name: '影片名称',
    add: '添加镜头',
    prompt: '提示词',
    makeOne: /^生成 1 个镜头 · [\d,]+ 积分$/,
    make: /^生成 2 个镜头 · [\d,]+ 积分$/,
    blocked: /镜头 2：/,
    ready: (number: number) => new RegExp(`^镜头 ${number}，.*，已完成：`),
    open: '打开影片',
    facts: /\d+ × \d+ · \d+ fps · 0:\d\d/,
    undo: '撤销',
    redo: '重做',
    remove: '移除镜头',
    earlier: '前移',
    play: '播放',
    take: '第 1 次',
    batchEnded: /^批次已结束/,
    makeFilm: '制作影片',
    select: '选择',
    all: '全选',
    more: '更多',
    leftOut: '1 个没有视频或图片的作品未加入影片。',
  },
] satisfies (Record<string, unknown> & { locale: Locale })[];
type Texts = (typeof languages)[number];
const [english] = languages as [Texts, ...Texts[]];

const shots = (page: Page) => page.locator('ol button[aria-pressed]');
const savedMark = (page: Page) => page.locator('[data-save-state=saved]');
const patient = { timeout: 120_000 };

/** A film of a new account with 20,000 credits, with a shot of each prompt. */
async function openFilm(page: Page, prompts: readonly string[], texts: Texts = english): Promise<void> {
  await signInByRequests(page, newcomer());
  await buyPack(page, 'studio');
  await page.goto('/creator/shots');
  await page.getByRole('button', { name: texts.newFilm }).click();
  await expect(page).toHaveURL(/\/creator\/shots\?film=/);
  for (const prompt of prompts) {
    await page.getByRole('button', { name: texts.add, exact: true }).first().click();
    await page.getByRole('textbox', { name: texts.prompt, exact: true }).fill(prompt);
  }
  await expect(shots(page)).toHaveCount(prompts.length);
  await expect(savedMark(page)).toBeVisible();
}

for (const texts of languages) {
  test.describe(`in ${texts.locale}`, () => {
    test.use({ locale: texts.locale });

    test('a film is written, made at the price that was shown, joined and played', async ({ page }) => {
      const [first, second] = [`A red kite over the dunes ${newWord()}`, `A pier at dusk ${newWord()}`];
      await openFilm(page, [first, ''], texts);
      const make = page.getByRole('button', { name: texts.make });

      await test.step('a shot without a prompt is left out', async () => {
        await expect(page.getByText(texts.blocked)).toBeVisible();
        await expect(page.getByRole('button', { name: texts.makeOne })).toBeEnabled();
        await page.getByRole('textbox', { name: texts.prompt, exact: true }).fill(second);
        await expect(make).toBeVisible();
        await expect(page.getByText(texts.blocked)).toHaveCount(0);
        await expectAccessible(page, 'the editor');
      });

      await test.step('edits are undone and redone, and a reload keeps them', async () => {
        await page.getByRole('button', { name: texts.remove, exact: true }).click();
        await expect(shots(page)).toHaveCount(1);
        await page.getByRole('button', { name: texts.undo, exact: true }).click();
        await expect(shots(page)).toHaveCount(2);
        await page.keyboard.press('Control+Shift+z');
        await expect(shots(page)).toHaveCount(1);
        await page.keyboard.press('Control+z');
        await expect(shots(page)).toHaveCount(2);
        const name = page.getByRole('textbox', { name: texts.name });
        await name.fill('Harbour');
        await name.press('Enter');
        await page.reload();
        await expect(name).toHaveValue('Harbour');
        await expect(shots(page)).toHaveCount(2);
        await expect(savedMark(page)).toBeVisible();
      });

      await test.step('its shots are made and joined', async () => {
        await make.click();
        for (const number of [1, 2])
          await expect(shots(page).nth(number - 1)).toHaveAccessibleName(texts.ready(number), patient);
        // The strip says that the batch has ended.
        await expect(page.getByText(texts.batchEnded)).toHaveCount(0);
        await expect(page.getByRole('link', { name: texts.open, exact: true })).toBeVisible(patient);
        await expect(page.getByText(texts.facts)).toBeVisible();
        await expect(page.getByRole('button', { name: texts.take })).toHaveAttribute('aria-pressed', 'true');
      });

      await test.step('the film plays, and is in the library', async () => {
        const moment = page.locator('main input[type=range]').first();
        await page.getByRole('button', { name: texts.play, exact: true }).click();
        await expect.poll(async () => Number(await moment.inputValue())).toBeGreaterThan(0.2);
        await expectAccessible(page, 'the joined film');
        await page.getByRole('link', { name: texts.open, exact: true }).click();
        await expect(page.getByRole('dialog').first().locator('video')).toBeVisible();
        await page.goto('/creator/shots');
        await expect(page.getByRole('heading', { level: 1, name: texts.title })).toBeVisible();
        await expect(page.getByText('Harbour')).toBeVisible();
        await expectAccessible(page, 'the list of films');
      });
    });
  });
}

/** Two videos, a picture and a sound of a new account, the last one first in the library. */
async function makeWorks(page: Page): Promise<void> {
  await signInByRequests(page, newcomer());
  await buyPack(page, 'studio');
  const video = { video_generation_type: 'text-to-video' };
  await post(page, '/api/wan/createVideo', { ...video, prompt: 'A heron' });
  await post(page, '/api/wan/createVideo', { ...video, prompt: 'A gull' });
  const picture = { prompt: 'A pier', image_size: 'square', num_images: 1 };
  await post(page, '/api/generations', { kind: 'flux-schnell', input: picture });
  await post(page, '/api/generations', { kind: 'text-to-speech', input: { prompt: 'Hello' } });
  await expect
    .poll(async () => (await (await page.request.get('/api/library?status=completed')).json()).data.length, {
      timeout: 150_000,
    })
    .toBe(4);
}

for (const texts of languages) {
  test.describe(`of works, in ${texts.locale}`, { tag: texts === english ? [] : ['@each-rule'] }, () => {
    test.use({ locale: texts.locale });

    test('selected works become a film that is joined at no price', async ({ page }) => {
      await makeWorks(page);
      const { credits } = await (await page.request.get('/api/user/info')).json();

      await test.step('on a phone the bar has it in its menu', async () => {
        await page.setViewportSize({ width: 360, height: 740 });
        await page.goto('/creator/history');
        await page.getByRole('button', { name: texts.select, exact: true }).click();
        await page.getByRole('button', { name: texts.more, exact: true }).last().click();
        await expect(page.getByRole('menuitem', { name: texts.makeFilm })).toHaveCount(0);
        await page.getByRole('menuitem', { name: texts.all }).click();
        await page.getByRole('button', { name: texts.more, exact: true }).last().click();
        await page.getByRole('menuitem', { name: texts.makeFilm }).click();
        await expect(page.getByText(texts.leftOut)).toBeVisible();
      });

      await test.step('its shots are in the order of the library, and the videos are their takes', async () => {
        await expect(page).toHaveURL(/[/]creator[/]shots[?]film=/);
        await expect(shots(page)).toHaveCount(3);
        await expect(shots(page).nth(1)).toHaveAccessibleName(texts.ready(2));
        await expect(shots(page).nth(1)).toHaveAttribute('title', 'A gull');
        await expect(shots(page).nth(2)).toHaveAttribute('title', 'A heron');
        await expect(page.locator('img[alt]').first()).toBeVisible();
        await page.setViewportSize({ width: 1280, height: 720 });
        await page.getByRole('button', { name: texts.remove, exact: true }).click();
        await expect(page.getByRole('link', { name: texts.open, exact: true })).toBeVisible(patient);
        expect(await (await page.request.get('/api/user/info')).json()).toMatchObject({ credits });
      });
    });
  });
}

test.describe('films', { tag: '@each-rule' }, () => {
  test('the window that saves last is notified, and its edits are a version', async ({
    page,
    context,
    problems,
  }) => {
    problems.allow(/^response 409 PUT |GET .*net::ERR_FAILED/);
    await openFilm(page, ['A heron']);
    const other = await context.newPage();
    await other.goto(page.url());
    await expect(shots(other)).toHaveCount(1);
    await expect(savedMark(other)).toBeVisible();
    // Its events are held back, as on a bad connection.
    await other.route('**/api/films/*', async (route) => {
      if (route.request().method() === 'GET') await route.abort();
      else await route.continue();
    });
    await page.getByRole('textbox', { name: 'Prompt', exact: true }).fill('A heron on a pole');
    await expect(page.locator('[data-save-state=saving], [data-save-state=unsaved]')).toBeVisible();
    await expect(savedMark(page)).toBeVisible();
    await other.getByRole('textbox', { name: 'Prompt', exact: true }).fill('A gull');
    await expect(other.locator('[data-save-state=offline]')).toBeVisible();
    await other.unroute('**/api/films/*');
    await expect(other.getByText('Your changes were kept as a version.')).toBeVisible();
    await expectAccessible(other, 'a film that was overtaken');
    await other.getByRole('button', { name: 'Load the newer one' }).click();
    await expect(other.getByRole('textbox', { name: 'Prompt', exact: true })).toHaveValue(
      'A heron on a pole',
    );
    await expect(savedMark(other)).toBeVisible();
    await other.getByRole('button', { name: 'Versions' }).click();
    await expect(other.getByText('From another window').first()).toBeVisible();
  });

  test('a shot that fails says why, and is made once more', async ({ page }) => {
    await openFilm(page, [`A kite ${newWord()} [fail]`]);
    await page.getByRole('button', { name: /^Make 1 shot · / }).click();
    await expect(page.getByText(/^Take 1 Failed\. \S/)).toBeVisible(patient);
    await expect(shots(page).first()).toHaveAccessibleName(/^Shot 1, \d+ sec, Failed: /);
    await page.getByRole('textbox', { name: 'Prompt', exact: true }).fill(`A kite ${newWord()}`);
    await expect(savedMark(page)).toBeVisible();
    await page.getByRole('button', { name: /^Make this shot · / }).click();
    await expect(shots(page).first()).toHaveAccessibleName(english.ready(1), patient);
    await expect(page.getByRole('button', { name: /^Take 2/ })).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByText(/^Take 1 Failed\. \S/)).toBeVisible();
  });

  test('a named version is restored, and undo takes that back', async ({ page }) => {
    await openFilm(page, ['A heron', 'A gull']);
    await page.getByRole('button', { name: 'Versions' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name of this version' }).fill('Both birds');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(dialog.getByText('Both birds', { exact: true })).toBeVisible();
    await expectAccessible(page, 'the versions');
    await page.keyboard.press('Escape');
    await shots(page).first().focus();
    await page.keyboard.press('Delete');
    await expect(shots(page)).toHaveCount(1);
    await page.getByRole('button', { name: 'Versions' }).click();
    await dialog.getByRole('button', { name: /^Restore Both birds/ }).click();
    await expect(shots(page)).toHaveCount(2);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(shots(page)).toHaveCount(1);
    await expect(savedMark(page)).toBeVisible();
  });

  test('two shots share a still that is made for them, or a picture of the device', async ({ page }) => {
    await openFilm(page, ['A heron', 'A gull']);
    await page.getByRole('button', { name: 'Between shots 1 and 2' }).click();
    await page.getByRole('menuitem', { name: 'Share a picture' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /^Make a picture · \d+ credits$/ }).click();
    await expect(dialog.getByRole('img', { name: 'Picture 1' })).toBeVisible(patient);
    await expectAccessible(page, 'the choice of a shared picture');
    await dialog.locator('input[type=file]').setInputFiles(pngFile('dusk.png', [90, 60, 160], 320));
    await expect(dialog.getByRole('list', { name: 'Pictures' }).getByRole('button')).toHaveCount(2);
    await dialog.getByRole('button', { name: 'Use this picture' }).click();
    await expect(page.getByText('The next shot begins with this picture')).toHaveCount(0);
    await expect(page.getByText('Shared with shot 1')).toBeVisible();
    await expect(page.getByRole('button', { name: /which share a picture$/ })).toBeVisible();
    await expect(savedMark(page)).toBeVisible();
  });

  test('a gap is filled, a shot goes on from another, and the film is joined again', async ({ page }) => {
    await openFilm(page, [`A heron ${newWord()}`, `A gull ${newWord()}`]);
    await page.getByRole('button', { name: english.make }).click();
    await expect(page.getByRole('link', { name: english.open, exact: true })).toBeVisible(patient);

    await page.getByRole('button', { name: 'After shot 2' }).click();
    await page.getByRole('menuitem', { name: /^Continue from here/ }).click();
    await expect(shots(page)).toHaveCount(3);
    await expect(page.getByRole('img', { name: 'First picture' })).toBeVisible();
    await page.getByRole('button', { name: english.remove, exact: true }).click();

    await page.getByRole('button', { name: 'Between shots 1 and 2' }).click();
    await page.getByRole('menuitem', { name: 'Fill the gap' }).click();
    await expect(shots(page)).toHaveCount(3);
    await expect(shots(page).nth(1)).toHaveAttribute('aria-pressed', 'true');
    for (const name of ['First picture', 'Last picture'])
      await expect(page.getByRole('img', { name })).toBeVisible();
    await page
      .getByRole('textbox', { name: 'Prompt', exact: true })
      .fill(`From one to the other ${newWord()}`);
    await page.getByRole('button', { name: /^Make 1 shot · / }).click();
    await expect(shots(page).nth(1)).toHaveAccessibleName(english.ready(2), patient);
    await expect(page.getByRole('link', { name: english.open, exact: true })).toBeVisible(patient);
    await expect(page.getByText(/0:15$/)).toBeVisible();
  });

  test('the keyboard alone walks, adds, moves and removes', async ({ page }) => {
    await openFilm(page, ['A heron', 'A gull']);
    await shots(page).nth(1).focus();
    await page.keyboard.press('ArrowLeft');
    await expect(shots(page).first()).toBeFocused();
    await page.keyboard.press('Alt+ArrowRight');
    await expect(shots(page).nth(1)).toHaveAttribute('title', 'A heron');
    await expect(shots(page).nth(1)).toBeFocused();
    await page.keyboard.press('Home');
    await expect(shots(page).first()).toBeFocused();
    await expect(shots(page).first()).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('End');
    await expect(shots(page).nth(1)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(shots(page)).toHaveCount(3);
    await expect(shots(page).nth(2)).toBeFocused();
    await page.keyboard.press('n');
    await expect(shots(page)).toHaveCount(4);
    await page.keyboard.press('Delete');
    await page.keyboard.press('Backspace');
    await expect(shots(page)).toHaveCount(2);
    await expect(shots(page).nth(1)).toBeFocused();
  });

  test('a single video becomes a film from the viewer', async ({ page }) => {
    await makeWorks(page);
    await page.goto('/creator/history/video');
    await page
      .getByRole('link', { name: /A gull/ })
      .first()
      .click();
    const viewer = page.getByRole('dialog').first();
    await viewer.getByRole('button', { name: 'More', exact: true }).last().click();
    await page.getByRole('menuitem', { name: /^Start a film/ }).click();
    await expect(page).toHaveURL(/[/]creator[/]shots[?]film=/);
    await expect(shots(page)).toHaveCount(1);
    await expect(shots(page).first()).toHaveAccessibleName(english.ready(1));
  });

  test('unsaved edits are there after a session has ended and its user signs in again', async ({
    page,
    context,
    problems,
  }) => {
    problems.allow(/^response 401 |^response 404 GET /);
    const email = newcomer();
    await signInByRequests(page, email);
    await buyPack(page, 'starter');
    await page.goto('/creator/shots');
    await page.getByRole('button', { name: english.newFilm }).click();
    await page.getByRole('button', { name: english.add, exact: true }).first().click();
    await expect(savedMark(page)).toBeVisible();
    const film = page.url();
    const prompt = page.getByRole('textbox', { name: english.prompt, exact: true });

    await context.clearCookies({ name: 'sid' });
    await prompt.fill('A heron that was not saved');
    await page.waitForURL('/');
    await expect(page.locator('body')).not.toContainText('A heron that was not saved');
    await signInByRequests(page, email);
    await page.goto(film);
    await expect(prompt).toHaveValue('A heron that was not saved');
    await expect(savedMark(page)).toBeVisible();

    await context.clearCookies({ name: 'sid' });
    await prompt.fill('A gull that was not saved');
    await page.waitForURL('/');
    await signInByRequests(page, newcomer());
    await page.goto(film);
    await expect(page.getByText('Film not found')).toBeVisible();
    expect(
      await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])),
    ).not.toContain('A gull');
    await signInByRequests(page, email);
    await page.goto(film);
    await expect(prompt).toHaveValue('A heron that was not saved');
  });

  test('signing out saves what was just written', async ({ page }) => {
    const email = newcomer();
    await signInByRequests(page, email);
    await page.goto('/creator/shots');
    await page.getByRole('button', { name: english.newFilm }).click();
    await page.getByRole('button', { name: english.add, exact: true }).first().click();
    await expect(savedMark(page)).toBeVisible();
    const film = page.url();
    const prompt = page.getByRole('textbox', { name: english.prompt, exact: true });
    // The pause after which edits are saved never ends.
    await page.clock.install();
    await page.clock.pauseAt(new Date(Date.now() + 60_000));
    await prompt.fill('A heron at the last moment');
    await page.getByRole('button', { name: 'Account', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
    await page.waitForURL('/');
    await signInByRequests(page, email);
    await page.clock.resume();
    await page.goto(film);
    await expect(prompt).toHaveValue('A heron at the last moment');
  });

  test('a timeline that was exported here is imported, and another file is refused', async ({ page }) => {
    await openFilm(page, ['A heron', 'A gull']);
    await page.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Timeline (OTIO)' }).click(),
    ]);
    const buffer = await readFile(await download.path());
    await page.goto('/creator/shots');
    const file = page.locator('main input[type=file]');
    await file.setInputFiles({ name: 'other.otio', mimeType: 'application/json', buffer: Buffer.from('{}') });
    await expect(page.getByText('This file has no film in it.')).toBeVisible();
    await file.setInputFiles({ name: 'film.otio', mimeType: 'application/json', buffer });
    await expect(page).toHaveURL(/\?film=/);
    await expect(shots(page)).toHaveCount(2);
    await page.getByRole('button', { name: 'Delete the film' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(page).toHaveURL(/\/creator\/shots$/);
    await expect(page.locator('[data-film]')).toHaveCount(1);
  });

  test('a film that is not there says so, and a visitor is asked to sign in', async ({
    browser,
    page,
    problems,
  }) => {
    problems.allow(/^response 404 GET /);
    await page.goto(`/creator/shots?film=${crypto.randomUUID()}`);
    await expect(page.getByText('Film not found')).toBeVisible();
    await expectAccessible(page, 'a film that is gone');
    const visitor = await browser.newPage({ storageState: { cookies: [], origins: [] } });
    await visitor.goto('/creator/shots');
    await expect(visitor.getByRole('button', { name: 'Sign in' }).first()).toBeVisible();
    await visitor.close();
  });
});

for (const texts of languages) {
  test.describe(`by touch, in ${texts.locale}`, { tag: '@each-rule' }, () => {
    test.use({ locale: texts.locale, hasTouch: true, viewport: { width: 360, height: 740 } });

    test('a phone adds, moves and removes shots', async ({ page }) => {
      await openFilm(page, ['A heron', 'A gull'], texts);
      const make = page.getByRole('button', { name: texts.make });
      await expect(make).toBeInViewport();
      await page.getByRole('button', { name: texts.earlier, exact: true }).tap();
      await expect(shots(page).first()).toHaveAttribute('title', 'A gull');
      await page.getByRole('button', { name: texts.remove, exact: true }).tap();
      await expect(shots(page)).toHaveCount(1);
      await page.getByRole('button', { name: texts.undo, exact: true }).tap();
      await expect(shots(page)).toHaveCount(2);
      await expect(savedMark(page)).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
      expect(await page.evaluate(findSmallTargets)).toEqual([]);
      await expectAccessible(page, 'the editor on a phone');
    });

    test('a finger moves a shot, and undo takes that back', async ({ page }) => {
      await openFilm(page, ['A heron', 'A gull'], texts);
      const readTitles = () =>
        shots(page).evaluateAll((all) => all.map((shot) => shot.getAttribute('title')));
      expect(await readTitles()).toEqual(['A heron', 'A gull']);
      await shots(page).first().scrollIntoViewIfNeeded();
      const session = await page.context().newCDPSession(page);
      const [from, to] = [await findCentre(shots(page).first()), await findCentre(shots(page).nth(1))];
      await carry(session, from, to, () =>
        expect(page.locator('li:has(button[aria-pressed])').first()).toHaveCSS('z-index', '10'),
      );
      await expect.poll(readTitles).toEqual(['A gull', 'A heron']);
      // A finger that drags without a long press scrolls.
      await drag(session, to, from);
      expect(await readTitles()).toEqual(['A gull', 'A heron']);
      await page.getByRole('button', { name: texts.undo, exact: true }).tap();
      await expect.poll(readTitles).toEqual(['A heron', 'A gull']);
      await expect(savedMark(page)).toBeVisible();
    });
  });
}
