import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures.ts';

/** Names the buttons whose menu or panel is not beside them in the moment in which it opens. */
function listMisplaced(openers: Locator): Promise<(string | null)[]> {
  return openers.evaluateAll((buttons) =>
    (buttons as HTMLButtonElement[])
      .filter((button) => {
        const popover = button.popoverTargetElement as HTMLElement;
        // Where it was opened before.
        popover.removeAttribute('style');
        button.click();
        const box = popover.getBoundingClientRect();
        const anchor = (button.closest('[data-popover-anchor]') ?? button).getBoundingClientRect();
        popover.hidePopover();
        const awayPx = Math.max(box.top - anchor.bottom, anchor.top - box.bottom);
        return box.left > anchor.right || box.right < anchor.left || awayPx > 15;
      })
      .map((button) => button.textContent),
  );
}

test('a menu or a panel is beside its button in the moment in which it opens', async ({ page }) => {
  await page.goto('/creator/video-generation');
  const openers = page.locator('button[popovertarget]').filter({ visible: true });
  expect(await openers.count()).toBeGreaterThan(2);
  // The parts of a prerendered page get their handlers one after another.
  await expect.poll(() => listMisplaced(openers)).toEqual([]);
});
