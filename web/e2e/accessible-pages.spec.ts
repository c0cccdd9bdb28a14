import type { Locator, Page } from '@playwright/test';
import { findClippedIn } from './clipping.ts';
import { expect, test } from './creator.ts';
import { Keyboard, walkByTab } from './focus.ts';
import { makeImages } from './make-images.ts';
import { buyPack, newcomer, signInByRequests, submitStuck } from './newcomers.ts';
import { post, waitForEnds } from './own-requests.ts';
import { findLowControls, findSmallTargets } from './small-targets.ts';

// Each test has an account of its own: its works decide how a page reflows.
test.use({ storageState: { cookies: [], origins: [] } });

const softly = expect.configure({ soft: true });

/**
 * Makes an account with two images, a batch of two models and a work that runs, and returns the addresses of the main
 * pages.
 */
async function fillAccount(page: Page): Promise<{ pages: string[]; wall: string }> {
  await signInByRequests(page, newcomer());
  await buyPack(page, 'starter');
  await makeImages(page, ['A pier in the fog', 'A pier in the sun']);
  const lines = ['flux-schnell', 'flux-dev'].map((kind) => ({ kind, input: { prompt: 'A quay' } }));
  const { batch } = await post(page, '/api/batches', { lines });
  await waitForEnds(page);
  const works = await (await page.request.get('/api/generations?medium=image')).json();
  await submitStuck(page);
  const wall = `/creator/batches/${(batch as { id: string }).id}`;
  const pages = [
    '/',
    '/creator/video/text-to-video',
    '/creator/history',
    `/creator/history?view=${works.data[0].id}`,
    '/pricing',
    '/account',
    '/credits',
    '/creator/batches',
    wall,
    '/running',
    '/you',
  ];
  return { pages, wall };
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeAttached();
  if (path.includes('view=')) await expect(page.getByRole('dialog').getByRole('img').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
}

/** Pages that reflow in ways of their own: a form, the library with an open work, a table and a wall. */
const unlike = /text-to-video|[?]view=|^\/credits|batches\/./;

for (const [name, isMeasured, tag] of [
  ['a page of each layout', (path: string) => unlike.test(path), []],
  ['every other page', (path: string) => !unlike.test(path), '@each-page'],
] satisfies [string, (path: string) => boolean, string | string[]][])
  test(`at 400 % ${name} is read by scrolling in one direction, and Tab shows all of it`, {
    tag,
  }, async ({ page }) => {
    test.setTimeout(400_000);
    const { pages } = await fillAccount(page);
    // A window of 1280 × 1024.
    await page.setViewportSize({ width: 320, height: 256 });
    for (const path of pages.filter(isMeasured))
      await test.step(path, async () => {
        await open(page, path);
        softly(await findClippedIn(page), path).toEqual([]);
        softly(
          await page.evaluate(measureFreeShare),
          `${path}: what sticks leaves room`,
        ).toBeGreaterThanOrEqual(0.5);
        const { stops, faults } = await walkByTab(page);
        softly(faults, path).toEqual([]);
        softly(stops.length, path).toBeGreaterThan(4);
      });
  });

/** How much of the height of the window nothing sticks to, half-way down the page. */
function measureFreeShare(): number {
  window.scrollTo({ top: document.documentElement.scrollHeight / 2, behavior: 'instant' });
  const sticks = (node: Element | null): boolean =>
    node !== null &&
    !node.matches('dialog, th, td') &&
    (/fixed|sticky/.test(getComputedStyle(node).position) || sticks(node.parentElement));
  let free = 0;
  for (let y = 0; y < window.innerHeight; y += 1)
    if (!sticks(document.elementFromPoint(window.innerWidth / 2, y))) free += 1;
  window.scrollTo({ top: 0, behavior: 'instant' });
  return free / window.innerHeight;
}

/** Spacing that users may ask for (WCAG 1.4.12). */
const spacing =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; } p { margin-bottom: 2em !important; }';

test('with wider spacing nothing is cut off, and every target is 24 pixels or apart from others', {
  tag: '@each-rule',
}, async ({ page }) => {
  test.setTimeout(400_000);
  const { pages } = await fillAccount(page);
  for (const [index, path] of pages.entries())
    await test.step(path, async () => {
      await page.setViewportSize(
        index % 2 === 0 ? { width: 1280, height: 900 } : { width: 360, height: 740 },
      );
      await open(page, path);
      softly(await page.evaluate(findSmallTargets), path).toEqual([]);
      await page.evaluate((text) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(text);
        document.adoptedStyleSheets = [sheet];
      }, spacing);
      await softly.poll(() => findClippedIn(page), { message: path, timeout: 10_000 }).toEqual([]);
    });
});

test.describe('by touch', { tag: '@each-rule' }, () => {
  test.use({ hasTouch: true, viewport: { width: 360, height: 740 } });

  test('on a phone every control of a page and its dialogs is 44 pixels high', async ({ page }) => {
    test.setTimeout(400_000);
    const { pages } = await fillAccount(page);
    const more = ['/developers', '/status', '/creator/trash', '/creator/projects', '/creator/shots'];
    for (const path of [...pages, ...more])
      await test.step(path, async () => {
        await open(page, path);
        softly(await page.evaluate(findLowControls), path).toEqual([]);
        const opener = page.locator('main [aria-haspopup=dialog]:visible').first();
        if ((await opener.count()) === 0 || path.includes('view=')) return;
        await opener.tap();
        await expect(page.locator('dialog:modal')).toBeVisible();
        await page.waitForLoadState('networkidle');
        softly(await page.evaluate(findLowControls), `${path}: a dialog`).toEqual([]);
      });
  });
});

/** Draws an element with its edge, to be compared. */
async function look(page: Page, element: Locator): Promise<string> {
  const box = await element.boundingBox();
  if (!box) throw new Error(`${element} is not there`);
  const clip = { x: box.x - 6, y: box.y - 6, width: box.width + 12, height: box.height + 12 };
  return (await page.screenshot({ clip, animations: 'disabled', caret: 'hide' })).toString('base64');
}

test('with colours of the user, focus, choices and progress are seen', { tag: '@each-rule' }, async ({
  page,
}) => {
  test.setTimeout(300_000);
  const { wall } = await fillAccount(page);
  await page.emulateMedia({ forcedColors: 'active' });
  await test.step('tiles of the library', async () => {
    await open(page, '/creator/history');
    const link = page.getByRole('main').getByRole('link', { name: 'A pier in the sun', exact: true });
    const tile = page.getByRole('article', { name: 'A pier in the sun' });
    const [plain] = [await look(page, tile)];
    await link.focus();
    await page.keyboard.press('Shift');
    const focused = await look(page, tile);
    await page.keyboard.press('Space');
    await expect(page.getByRole('region', { name: 'Selected works' })).toBeVisible();
    const chosen = await look(page, tile);
    expect(new Set([plain, focused, chosen]).size).toBe(3);
  });
  await test.step('a choice, with and without the focus', async () => {
    await open(page, '/creator/image/text-to-image');
    const choice = page.locator('label:has(input[type=radio])');
    const chosen = choice.and(page.locator(':has(:checked)')).first();
    const plain = await look(page, chosen);
    await chosen.locator('input').focus();
    await page.keyboard.press('Shift');
    expect(await look(page, chosen)).not.toBe(plain);
    const outlines = await choice.evaluateAll((all) =>
      all.map((label) => `${label.querySelector('input')?.checked} ${getComputedStyle(label).outlineStyle}`),
    );
    expect(outlines).toContain('false none');
    expect(outlines).toContain('true double');
  });
  await test.step('a model in the sheet, and an item of a menu', async () => {
    const keyboard = new Keyboard(page);
    await page.getByRole('button', { name: /^Model / }).click();
    const active = page.getByRole('dialog').locator('[data-active]');
    await page.keyboard.press('ArrowDown');
    await expect(active).toHaveCSS('outline-style', 'double');
    await expect(page.getByRole('dialog')).not.toHaveCSS('border-top-style', 'none');
    await page.keyboard.press('Escape');
    await keyboard.choose(page.getByRole('button', { name: /^Number of results/ }));
    await keyboard.press('ArrowDown', 'ArrowDown', 'Escape');
    expect([...keyboard.faults]).toEqual([]);
  });
  await test.step('a switch', async () => {
    await open(page, wall);
    const names = page.getByRole('switch', { name: 'Show names' });
    const off = await look(page, names);
    await names.press('Space');
    await expect(names).toBeChecked();
    await names.blur();
    expect(await look(page, names)).not.toBe(off);
  });
  await test.step('what runs', async () => {
    await open(page, '/creator/video/text-to-video');
    const bar = page.getByRole('main').getByRole('progressbar').first();
    await expect(bar).toBeVisible();
    await expect(bar).toHaveCSS('border-top-style', 'solid');
    const done = bar.locator('div').last();
    const ground = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    await expect(done).not.toHaveCSS('background-color', ground);
  });
});

/** Animations that take longer than a moment, and videos that play by themselves. */
function findMotion(): string[] {
  const moving = document.getAnimations().filter(({ effect, timeline }) => {
    const { duration = 0 } = effect?.getComputedTiming() ?? {};
    return timeline instanceof DocumentTimeline && Number(duration) > 1;
  });
  const playing = [...document.querySelectorAll('video')].filter(({ paused }) => !paused);
  return [
    ...moving.map(({ effect }) => String((effect as KeyframeEffect).target?.outerHTML.slice(0, 120))),
    ...playing.map(({ outerHTML }) => outerHTML.slice(0, 120)),
  ];
}

test.describe('without a wish to save data', () => {
  test.use({ savesData: false });

  test('with less motion nothing moves by itself, and dialogs and sheets are there at once', {
    tag: '@each-rule',
  }, async ({ page }) => {
    const { pages } = await fillAccount(page);
    const expectStill = async (where: string) => softly(await page.evaluate(findMotion), where).toEqual([]);
    for (const path of pages)
      await test.step(path, async () => {
        await open(page, path);
        await expectStill(path);
      });
    await page.goto('/creator/video/text-to-video');
    await page.keyboard.press('ControlOrMeta+k');
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectStill('the palette');
    await page.keyboard.press('Escape');
    await page.keyboard.press('m');
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectStill('the models');
    await page.keyboard.press('Escape');
    await page.goto('/creator/history');
    await page.getByRole('article').first().hover();
    await expectStill('a tile under the pointer');
  });
});
