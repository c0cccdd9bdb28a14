import type { Locator, Page } from '@playwright/test';
import { languages } from '../src/lib/i18n/languages.build.ts';
import { expectNothingClippedInAnyWindow, findClippedIn, windows } from './clipping.ts';
import { expect, test } from './fixtures.ts';

const findMenu = (page: Page) => page.locator('aside nav, dialog nav').filter({ visible: true });

/** The names of the menu's links that no focus brings into the window, in which nothing lies on them. */
function listUnreached(menu: Locator): Promise<string[]> {
  return menu.evaluate((nav) => {
    const links = [...nav.querySelectorAll('a')].filter((link) => link.checkVisibility());
    const unreached = links.filter((link) => {
      link.focus();
      const { left, right, top, bottom } = link.getBoundingClientRect();
      const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      const isInWindow = left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight;
      return !isInWindow || hit === null || !link.contains(hit);
    });
    return unreached.map((link) => link.textContent);
  });
}

/** The windows of every page with a menu at their edge, and one that is too low for the whole of it. */
const menuWindows = [{ width: 1366, height: 640 }, ...windows].filter(({ width }) => width >= 768);

for (const { tag: locale } of languages) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test('every link of the menu is in the window or in its scroller, collapsed and open', async ({
      page,
    }) => {
      // A page that is longer than the menu, so that scrolling it brings none of the menu's links into view.
      await page.goto('/pricing');
      for (const window of menuWindows) {
        await page.setViewportSize(window);
        for (const state of ['as it opens', 'toggled']) {
          const name = `${window.width} × ${window.height}, ${state}`;
          if (state !== 'as it opens') await page.keyboard.press('ControlOrMeta+b');
          const menu = findMenu(page);
          await unfoldAll(menu);
          // 21 pages, the library and the prices. The menu may still be about to follow the key.
          await expect(menu.getByRole('link').filter({ visible: true }), name).toHaveCount(24);
          expect.soft(await listUnreached(menu), name).toEqual([]);
          expect.soft(await findClippedIn(page), name).toEqual([]);
          expect.soft(await menu.evaluate((nav) => nav.scrollWidth - nav.clientWidth), name).toBe(0);
        }
      }
    });
  });
}

/** Opens the sections that a low window shows as one row each. */
async function unfoldAll(menu: Locator): Promise<void> {
  const folded = menu.locator('button[aria-expanded=false]').filter({ visible: true });
  for (let left = await folded.count(); left > 0; left--) await folded.first().click();
}

test('a low window shows the section of the page, and opens the others without closing one', {
  tag: '@each-device',
}, async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 640 });
  await page.goto('/creator/video/text-to-video');
  const menu = findMenu(page);
  const link = (name: string) => menu.getByRole('link', { name, exact: true });
  const section = (name: RegExp) => menu.getByRole('button', { name });
  await expect(link('Text to video')).toBeInViewport();
  await expect(link('Music')).toBeHidden();
  await expect(section(/^Video/)).toHaveAttribute('aria-expanded', 'true');
  await expect(section(/^Tools/)).toHaveText('Tools6');

  await section(/^Tools/).press('Enter');
  await expect(link('Animate a picture')).toBeInViewport();
  await expect(link('Text to video')).toBeInViewport();
  await section(/^Image/).click();
  await link('Image to image').click();
  await expect(page).toHaveURL(/\/creator\/image\/image-to-image$/);
  await expect(link('Animate a picture')).toBeVisible();
  await section(/^Tools/).click();
  await expect(link('Animate a picture')).toBeHidden();
  // The rail has room for all of them, and so has a higher window.
  await page.keyboard.press('ControlOrMeta+b');
  await expect(link('Animate a picture')).toBeVisible();
  await expect(section(/^Tools/)).toBeHidden();
  await page.keyboard.press('ControlOrMeta+b');
  await page.setViewportSize({ width: 1366, height: 768 });
  await expect(link('Animate a picture')).toBeInViewport();
});

test('the library and the prices stay in a very low window, in which the list scrolls', {
  tag: '@each-rule',
}, async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 400 });
  await page.goto('/creator/video/text-to-video');
  const menu = findMenu(page);
  await menu.getByRole('link', { name: 'First to last frame' }).focus();
  for (const name of ['First to last frame', 'Library', 'Pricing'])
    await expect(menu.getByRole('link', { name, exact: true })).toBeInViewport({ ratio: 1 });
});

test('a name appears beside the rail after a moment, and at once beside the next entry', {
  tag: '@each-rule',
}, async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.goto('/status');
  const findTip = (name: string) => findMenu(page).getByRole('link', { name }).locator('[data-tooltip]');
  await findMenu(page).getByRole('link', { name: 'Music' }).hover();
  await expect(findTip('Music')).toHaveCSS('opacity', '1');
  await findMenu(page).getByRole('link', { name: 'Sound effects' }).hover();
  expect(await findTip('Sound effects').evaluate((tip) => getComputedStyle(tip).opacity)).toBe('1');
  await expect(findTip('Music')).toHaveCSS('opacity', '0');
});

test('the open menu is whole at 1440 × 900 and at 1366 × 768', { tag: '@each-device' }, async ({ page }) => {
  await page.goto('/status');
  for (const window of windows.slice(0, 2)) {
    await page.setViewportSize(window);
    const hidden = await findMenu(page).evaluate((nav) =>
      [...nav.querySelectorAll('*')]
        .filter((each) => each.clientHeight > 1 && each.scrollHeight > each.clientHeight + 4)
        .map((each) => each.className),
    );
    expect(hidden, `${window.width} × ${window.height}`).toEqual([]);
  }
});

test('what of the menu lies outside of the window fades at its edge, at both of them when it is scrolled', {
  tag: '@each-device',
}, async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 500 });
  await page.goto('/status');
  await page.keyboard.press('ControlOrMeta+b');
  const menu = findMenu(page);
  const fade = (side: 'top' | 'bottom') => menu.locator(`.fade-${side}`);
  await expect(fade('bottom')).toHaveCSS('opacity', '1');
  await expect(fade('top')).toHaveCSS('opacity', '0');
  await menu.getByRole('link', { name: 'Text to image', exact: true }).focus();
  await menu.getByRole('link', { name: 'Animate a picture', exact: true }).focus();
  await expect(fade('top')).toHaveCSS('opacity', '1');
  await page.setViewportSize({ width: 1366, height: 900 });
  await expect(fade('bottom')).toHaveCSS('opacity', '0');
});

test('the menu is scrolled with a finger to its last link, whose target is 44 pixels high', {
  tag: '@each-device',
}, async ({ browser }) => {
  const context = await browser.newContext({
    baseURL: process.env.E2E_BASE_URL,
    hasTouch: true,
    isMobile: true,
    viewport: { width: 360, height: 640 },
  });
  const page = await context.newPage();
  await page.goto('/creator/video/text-to-video');
  await page.getByRole('banner').getByRole('link', { name: 'Text to video' }).tap();
  const menu = findMenu(page);
  const heights = await menu.getByRole('link').evaluateAll((all) => all.map((each) => each.clientHeight));
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
  await menu.getByRole('link', { name: 'Music', exact: true }).tap();
  await expect(page).toHaveURL(/\/creator\/audio\/music$/);
  await context.close();
});

test('at most three pages of the menu are marked as new, and the marks are whole', {
  tag: '@each-rule',
}, async ({ page }) => {
  await page.goto('/status');
  const marks = findMenu(page).getByText('NEW', { exact: true });
  await expect(marks).toHaveCount(2);
  await expectNothingClippedInAnyWindow(page, 'the menu with its marks');
});

test('the menu is collapsed below 1200 px until the user opens it, and then stays as it was left', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1199, height: 800 });
  await page.goto('/status');
  const measureWidth = async () => (await page.locator('aside').boundingBox())?.width;
  expect(await measureWidth()).toBe(52);
  await page.setViewportSize({ width: 1200, height: 800 });
  await expect.poll(measureWidth).toBe(256);
  await page.setViewportSize({ width: 768, height: 800 });
  await expect.poll(measureWidth).toBe(52);
  await page.keyboard.press('ControlOrMeta+b');
  await expect.poll(measureWidth).toBe(256);
  await page.reload();
  expect(await measureWidth()).toBe(256);
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'sidebar');
  expect(cookie?.value).toBe('open');
});
