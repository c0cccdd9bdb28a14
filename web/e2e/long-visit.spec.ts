import { expect, test } from './creator.ts';
import { makeImages } from './make-images.ts';

test('a page that stays open shows as many results as one that is opened now, and the way to the rest', {
  tag: '@each-rule',
}, async ({ page }) => {
  test.setTimeout(600_000);
  await page.goto('/creator/image/text-to-image');
  const cards = page.getByRole('region', { name: 'Preview', exact: true }).getByRole('article');
  const word = `w${crypto.randomUUID().slice(0, 8)}`;
  for (let round = 0; round < 4; round += 1)
    await makeImages(
      page,
      Array.from({ length: 30 }, (_, index) => `Arrival ${word} ${round} ${index}`),
    );
  await expect(cards.filter({ hasText: `Arrival ${word} 3` }).first()).toBeVisible();
  const count = async () => (await cards.count()) <= 20;
  await expect.poll(count).toBe(true);
  const before = await cards.count();
  await page.reload();
  await expect(cards.first()).toBeVisible();
  await expect(cards).toHaveCount(before);
  await page.getByRole('link', { name: 'Older works are in the library' }).click();
  await expect(page).toHaveURL(/\/creator\/history\/image/);
});
