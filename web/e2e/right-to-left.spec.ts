import type { Locator } from '@playwright/test';
import { expect, test } from './creator.ts';

const readDirection = (element: Locator) => element.evaluate((node) => getComputedStyle(node).direction);

test('an Arabic prompt runs from right to left in the field, on the card, in the history and in its details', async ({
  page,
  creator,
}) => {
  await creator.open();
  const prompt = `قارب صغير على نهر هادئ ${crypto.randomUUID().slice(0, 6)}`;
  await creator.prompt.fill(prompt);
  expect(await readDirection(creator.prompt)).toBe('rtl');
  const card = await creator.generate(prompt);
  await expect(card.locator('video')).toBeVisible();
  expect(await readDirection(card.getByText(prompt, { exact: true }))).toBe('rtl');
  expect(await readDirection(page.locator('html'))).toBe('ltr');

  await page.goto('/creator/history/video');
  const search = page.getByRole('searchbox');
  await search.fill(prompt.slice(0, 9));
  expect(await readDirection(search)).toBe('rtl');
  const title = page.getByRole('link', { name: prompt, exact: true });
  expect(await readDirection(title)).toBe('rtl');
  await title.click();
  const text = page.getByRole('dialog').getByText(prompt, { exact: true }).last();
  expect(await readDirection(text)).toBe('rtl');
});

test.describe('on a narrow phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('a long unbroken word widens neither the form nor a card', { tag: '@each-device' }, async ({
    page,
    creator,
  }) => {
    const word = `https://example.com/${'a'.repeat(300)}/${crypto.randomUUID()}`;
    const measureWidth = () => page.evaluate(() => document.documentElement.scrollWidth);
    for (const path of [
      'video/text-to-video',
      'image/text-to-image',
      'image-understanding',
      'video-to-audio',
    ]) {
      await page.goto(`/creator/${path}`);
      await expect(creator.balance).toBeVisible();
      const box = page.locator('form textarea').first();
      await box.fill(word);
      expect(await measureWidth(), path).toBe(360);
      expect((await box.boundingBox())?.width, path).toBeLessThanOrEqual(360);
    }
    await creator.open();
    const card = await creator.generate(word);
    await expect(card.locator('video')).toBeVisible();
    expect(await measureWidth()).toBe(360);
    await page.goto('/creator/history/video');
    await expect(page.getByRole('article', { name: word.slice(0, 40) }).first()).toBeVisible();
    expect(await measureWidth()).toBe(360);
  });
});
