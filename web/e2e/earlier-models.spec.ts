import { expectAccessible } from './accessibility.ts';
import { Creator, expect, type Locale, test } from './creator.ts';

const runs = [
  { locale: 'en-US', earlier: /^Earlier models \(\d+\)$/ },
  { locale: 'zh-CN', earlier: /^早期模型（\d+）$/ },
] satisfies { locale: Locale; earlier: RegExp }[];

for (const { locale, earlier } of runs) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test('every list of models folds the earlier ones, but never the chosen one', async ({ page }) => {
      const creator = new Creator(page, locale);
      const chosen = page.locator('[role=option][aria-selected=true]');
      const folded = page.getByRole('option').filter({ hasText: 'Kling 2.6 Pro' });

      await test.step('the sheet of models', async () => {
        await creator.open();
        await creator.modelButton.click();
        const fold = page.getByRole('button', { name: earlier });
        await expect(fold).toHaveAttribute('aria-expanded', 'false');
        await expect(chosen).toContainText('Wan 2.1');
        await expect(folded).toHaveCount(0);
        await fold.click();
        await expect(folded).toBeVisible();
        await expectAccessible(page, 'the sheet with its earlier models');
        await fold.click();
        await expect(folded).toHaveCount(0);
        await creator.modelSearch.fill('kling 2.6');
        await expect(folded).toBeVisible();
        await expect(fold).toHaveCount(0);
        await page.keyboard.press('Enter');
        await expect(page).toHaveURL(/\/kling-v2-6-pro-image-to-video$/);
        await creator.modelButton.click();
        await expect(chosen).toContainText('Kling 2.6 Pro');
        await page.keyboard.press('Escape');
      });

      await test.step('the sheet of a batch', async () => {
        await page.goto('/creator/image/text-to-image?model=flux-2');
        await creator.openSheet();
        const fold = page.getByRole('dialog').locator('summary').filter({ hasText: earlier });
        const dev = page.getByRole('checkbox', { name: /^FLUX dev/ });
        await expect(fold).toBeVisible();
        await expect(dev).toBeHidden();
        await fold.click();
        await expect(dev).toBeVisible();
      });

      await test.step('the prices', async () => {
        await page.goto('/pricing');
        const row = page.getByRole('row').filter({ hasText: 'Kling 2.6 Pro' });
        const fold = page.getByRole('button', { name: earlier }).first();
        await expect(fold).toBeVisible();
        await expect(row).toHaveCount(0);
        await fold.click();
        await expect(row).toBeVisible();
        await expectAccessible(page, 'the prices with earlier models');
        await page.getByRole('searchbox').fill('kling 2.6');
        await expect(row).toBeVisible();
        await expect(fold).toHaveCount(0);
      });
    });
  });
}
