import type { Page } from '@playwright/test';
import { expect, test } from './creator.ts';
import { makeImages, newWord } from './make-images.ts';

/** Sets the clock of the device ahead of the server's, or behind it. */
async function setClock(page: Page, aheadMs: number): Promise<void> {
  await page.addInitScript((ahead) => {
    const Right = Date;
    class Wrong extends Right {
      constructor(...parts: [string | number | Date] | []) {
        super(...((parts.length === 0 ? [Right.now() + ahead] : parts) as [number]));
      }
      static override now() {
        return Right.now() + ahead;
      }
    }
    window.Date = Wrong as DateConstructor;
  }, aheadMs);
}

const minuteMs = 60_000;

for (const [name, aheadMs] of [
  ['30 s ahead', 30_000],
  ['120 s ahead', 2 * minuteMs],
  ['an hour behind', -60 * minuteMs],
  ['26 hours ahead', 26 * 60 * minuteMs],
] as const) {
  test(`on a device whose clock is ${name}, a result of now is of today and of a moment ago`, {
    tag: aheadMs > 0 ? '@each-device' : [],
  }, async ({ page }) => {
    const word = newWord();
    await makeImages(page, [`Clock ${word}`]);
    await setClock(page, aheadMs);
    await page.goto('/creator/image/text-to-image');
    const card = page.getByRole('article', { name: `Clock ${word}` });
    await expect(card).toBeVisible();
    await expect(card).toContainText(/· (now|\d+ minutes? ago)/);
    await expect(card).not.toContainText(/hour|yesterday|tomorrow|\bin \d/);

    await page.goto(`/creator/history/image?search=${word}`);
    await expect(page.getByRole('heading', { name: 'Today' }).first()).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Yesterday' })).toHaveCount(0);

    // The end of what another program makes is noticed, whatever the device believes.
    await page.goto('/pricing');
    await makeImages(page, [`Toast ${word}`]);
    await expect(page.getByText(new RegExp(`Toast ${word}`)).first()).toBeVisible();
  });
}
