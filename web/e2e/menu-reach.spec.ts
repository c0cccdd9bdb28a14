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

for (const { tag: locale } of languages) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test('every link of the menu is in the window or in its scroller, collapsed and open', async ({
      page,
    }) => {
      // A page that is longer than the menu, so that scrolling it brings none of the menu's links into view.
      await page.goto('/pricing');
      for (const window of windows) {
        await page.setViewportSize(window);
        const isPhone = window.width < 768;
        const states = isPhone ? ['open'] : ['as it opens', 'toggled'];
        for (const state of states) {
          const name = `${window.width} × ${window.height}, ${state}`;
          if (state !== 'as it opens') await page.keyboard.press('ControlOrMeta+b');
          const menu = findMenu(page);
          // 18 pages, the histories and the prices; the rail has room for the first history only.
          const countMissing = async () => {
            const isRail = (await menu.boundingBox())?.width === 59;
            return (isRail ? 21 : 25) - (await menu.getByRole('link').filter({ visible: true }).count());
          };
          // The menu may still be about to follow the key.
          await expect.poll(countMissing, name).toBe(0);
          expect.soft(await listUnreached(menu), name).toEqual([]);
          expect.soft(await findClippedIn(page), name).toEqual([]);
          expect.soft(await menu.evaluate((nav) => nav.scrollWidth - nav.clientWidth), name).toBe(0);
        }
      }
    });
  });
}

test('the open menu is whole at 1440 × 900 and at 1366 × 768', async ({ page }) => {
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
  const menu = findMenu(page);
  const fade = (side: 'top' | 'bottom') => menu.locator(`.fade-${side}`);
  await expect(fade('bottom')).toHaveCSS('opacity', '1');
  await expect(fade('top')).toHaveCSS('opacity', '0');
  await menu.getByRole('link', { name: 'Text to image', exact: true }).focus();
  await menu.getByRole('link', { name: 'Music', exact: true }).focus();
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
  await page.goto('/status');
  await page.getByRole('button', { name: 'Toggle sidebar' }).tap();
  const menu = findMenu(page);
  const heights = await menu.getByRole('link').evaluateAll((all) => all.map((each) => each.clientHeight));
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
  await menu.getByRole('link', { name: 'Music', exact: true }).tap();
  await expect(page).toHaveURL(/\/creator\/audio\/music$/);
  await context.close();
});

test('at most three pages of the menu are marked as new, and the marks are whole', async ({ page }) => {
  await page.goto('/status');
  const marks = findMenu(page).getByText('NEW', { exact: true });
  await expect(marks).toHaveCount(3);
  await expectNothingClippedInAnyWindow(page, 'the menu with its marks');
});

test('the menu is collapsed below 1024 px until the user opens it, and then stays as it was left', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1023, height: 800 });
  await page.goto('/status');
  const measureWidth = async () => (await page.locator('aside').boundingBox())?.width;
  expect(await measureWidth()).toBe(60);
  await page.setViewportSize({ width: 1024, height: 800 });
  await expect.poll(measureWidth).toBe(256);
  await page.setViewportSize({ width: 768, height: 800 });
  await expect.poll(measureWidth).toBe(60);
  await page.keyboard.press('ControlOrMeta+b');
  await expect.poll(measureWidth).toBe(256);
  await page.reload();
  expect(await measureWidth()).toBe(256);
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'sidebar');
  expect(cookie?.value).toBe('open');
});
