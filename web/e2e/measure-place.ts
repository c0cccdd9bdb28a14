import { expect, type Locator } from '@playwright/test';

/**
 * Waits until the element is drawn, and measures it in the same step, in whole pixels of the window: a work that runs may have
 * ended in the next.
 */
export async function measurePlace(element: Locator) {
  let place = { x: 0, y: 0, width: 0, height: 0 };
  const measureHeight = async () => {
    place = await element.evaluate((each) => {
      const { x, y, width, height } = each.getBoundingClientRect();
      return { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) };
    });
    return place.height;
  };
  await expect.poll(measureHeight, { intervals: [50] }).toBeGreaterThan(0);
  return place;
}
