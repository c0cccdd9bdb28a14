import type { Locator, Page } from '@playwright/test';
import { languages } from '../src/lib/i18n/languages.build.ts';
import { expect, test } from './creator.ts';
import { shareOut } from './matrix.ts';

/** A phone held sideways, a laptop at 200 %, a phone, and the two commonest laptops. */
const windows = [
  { width: 640, height: 360 },
  { width: 683, height: 384 },
  { width: 360, height: 640 },
  { width: 1366, height: 768 },
  { width: 1440, height: 900 },
];

/** Lists parts of an open popover that lie outside of the window and are not scrolled into it by focus. */
function listOutside(popover: Locator): Promise<string[]> {
  return popover.evaluate((panel) => {
    const isInside = ({ left, right, top, bottom }: DOMRect) =>
      left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight;
    const found = isInside(panel.getBoundingClientRect()) ? [] : ['the popover'];
    for (const control of panel.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, [role^=menuitem]',
    )) {
      if (!control.checkVisibility()) continue;
      control.focus();
      control.scrollIntoView({ block: 'nearest' });
      if (!isInside(control.getBoundingClientRect())) found.push(control.textContent ?? control.outerHTML);
    }
    return found;
  });
}

async function openEach(page: Page, path: string): Promise<void> {
  for (const window of shareOut(windows, path)) {
    await page.setViewportSize(window);
    await page.goto(path);
    const buttons = page.locator('header [popovertarget], main [popovertarget]').filter({ visible: true });
    await expect(buttons.first()).toBeVisible();
    for (const button of await buttons.all()) {
      const about = `${path}, ${window.width} × ${window.height}, ${await button.textContent()}`;
      await button.click();
      const popover = page.locator(':popover-open').first();
      await expect(popover, about).toBeVisible();
      await expect.poll(() => listOutside(popover), about).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(popover, about).toBeHidden();
    }
  }
}

for (const { tag: locale } of languages) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test('every popover lies in the window, however low that is, and all of it can be reached', async ({
      page,
    }) => {
      for (const path of ['/creator/history', '/creator/video/text-to-video', '/you'])
        await openEach(page, path);
    });
  });
}

test('an open popover follows a window that becomes smaller', { tag: '@each-device' }, async ({ page }) => {
  await page.goto('/creator/history');
  const button = page.locator('main [popovertarget]').filter({ visible: true }).first();
  await button.click();
  const popover = page.locator(':popover-open').first();
  await expect(popover).toBeVisible();
  await page.setViewportSize({ width: 683, height: 384 });
  await expect.poll(() => listOutside(popover)).toEqual([]);
});
