import { expect, test } from './creator.ts';
import { makeImages } from './make-images.ts';

const languages = [
  {
    locale: 'en-US',
    search: 'Search',
    page: 'Pricing',
    dark: 'Theme: Light',
    generations: 'Your works',
    details: 'Image details',
  },
  {
    locale: 'zh-CN',
    search: '搜索',
    page: '价格',
    dark: '主题：浅色',
    generations: '您的作品',
    details: '图片详情',
  },
];

for (const labels of languages) {
  test.describe(`in ${labels.locale}`, () => {
    test.use({ locale: labels.locale });

    test('the search stays in its place while it finds pages, own generations and actions', async ({
      page,
    }) => {
      test.slow();
      const word = `w${crypto.randomUUID().slice(0, 8)}`;
      await makeImages(page, [`Harbour ${word}`]);
      await page.goto('/pricing');
      await page.getByRole('banner').getByRole('button', { name: labels.search }).click();
      const dialog = page.getByRole('dialog', { name: labels.search });
      const box = dialog.getByRole('combobox');
      await expect(box).toBeFocused();
      const top = async () => {
        // A dialog arrives from a few pixels below its place.
        await dialog.evaluate((element) =>
          Promise.all(element.getAnimations().map(({ finished }) => finished)),
        );
        return (await box.boundingBox())?.y;
      };
      const before = await top();

      await box.fill(word);
      const generations = dialog.getByRole('group', { name: labels.generations });
      await expect(generations.getByRole('option')).toHaveCount(1);
      await expect(generations.locator('img')).toBeVisible();
      expect(await top()).toBe(before);
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/\/creator\/history\/image\?view=[\w-]{36}$/);
      await expect(page.getByRole('dialog', { name: `Harbour ${word}` })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);

      await page.keyboard.press('ControlOrMeta+k');
      await box.fill(labels.page);
      await expect(dialog.getByRole('option', { name: labels.page, exact: true })).toHaveAttribute(
        'aria-selected',
        'true',
      );
      expect(await top()).toBe(before);
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/\/pricing$/);

      await page.keyboard.press('ControlOrMeta+k');
      await box.fill(labels.dark);
      await expect(dialog.getByRole('option')).toHaveCount(1);
      await page.keyboard.press('Enter');
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
    });
  });
}
