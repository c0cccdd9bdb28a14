import { Creator, expect, type Locale, test, uniquePrompt } from './creator.ts';

const languages = [
  {
    locale: 'en-US',
    failed: 'Generation Failed',
    returned: 'Not charged: 300 credits returned',
    price: '300 credits',
    edit: 'Edit and try again',
    cause: /^The model (could not|cannot|can't)/,
    support: 'For support',
    dismiss: 'Dismiss',
    preview: 'Preview',
  },
  {
    locale: 'zh-CN',
    failed: '生成失败',
    returned: '未扣费：已退还 300 积分',
    price: '300 积分',
    edit: '修改后重试',
    cause: /^模型无法使用/,
    support: '供客服查询',
    dismiss: '不再显示',
    preview: '预览',
  },
] satisfies (Record<string, string | RegExp> & { locale: Locale })[];

for (const labels of languages) {
  test.describe(`in ${labels.locale}`, () => {
    test.use({ locale: labels.locale });

    test('a failure is one row that opens, folds below the next result, and can be put away', async ({
      page,
    }) => {
      const creator = new Creator(page, labels.locale);
      await creator.open();
      const prompt = uniquePrompt('A clock that melts', 'fail');
      const row = await creator.generate(prompt);
      await expect(row.getByRole('heading', { name: labels.failed })).toBeVisible();
      await expect(row).toContainText(labels.returned);
      const box = await row.boundingBox();
      expect(box?.height).toBeLessThan(60);

      await row.getByRole('button', { name: labels.failed }).click();
      await expect(row.getByRole('link', { name: labels.edit })).toBeVisible();
      await row.getByText(labels.support).click();
      await expect(row.getByText(prompt)).toBeVisible();
      // The price of a generation that was not charged is nowhere beside what came back.
      const words = ((await row.textContent()) ?? '').replace(labels.returned, '');
      expect(words).not.toContain(labels.price);

      const second = await creator.generate(uniquePrompt('A clock that ticks'));
      await expect(second.locator('video')).toBeVisible();
      await expect(row).toBeHidden();
      const folded = page.getByText(/^\d+ (failed or cancelled|个失败或已取消)$/);
      await folded.click();
      await expect(row).toBeVisible();

      const others = await row.locator('xpath=..').getByRole('article').count();
      await row.getByRole('button', { name: labels.dismiss }).click();
      await expect(row).toHaveCount(0);
      // The next row has the focus, or the heading where there is none.
      const focused = page.locator(':focus');
      if (others > 1) await expect(focused).toHaveAttribute('aria-expanded', 'false');
      else await expect(focused).toHaveText(labels.preview);
      await page.reload();
      await expect(second.locator('video')).toBeVisible();
      await expect(row).toHaveCount(0);
    });

    test('the cause of a failure can be read in every width of its row', { tag: '@each-rule' }, async ({
      page,
    }) => {
      const creator = new Creator(page, labels.locale);
      await creator.open();
      const row = await creator.generate(uniquePrompt('A clock that rusts', 'fail'));
      await expect(row.getByRole('heading', { name: labels.failed })).toBeVisible();
      const cause = row.getByText(labels.cause).first();
      for (const width of [1440, 1024, 768, 360]) {
        await page.setViewportSize({ width, height: 768 });
        // The menu is open beside it at its narrowest.
        if (width === 1024) await page.keyboard.press('Control+b');
        const isCut = () => cause.evaluate((text) => text.scrollHeight > text.clientHeight + 1);
        await expect.poll(isCut, { message: `${width} px` }).toBe(false);
      }
    });

    test('the form of a refused generation shows the words of the model at their field until that changes', {
      tag: '@each-rule',
    }, async ({ page }) => {
      const creator = new Creator(page, labels.locale);
      await creator.open();
      const row = await creator.generate(uniquePrompt('A clock in the sea', 'wrong'));
      await row.getByRole('button', { name: labels.failed }).click();
      await row.getByRole('link', { name: labels.edit }).click();
      const words = 'String should have at most 10 characters';
      const prompt = page.locator('textarea[name="prompt"]');
      await expect(prompt).toHaveAccessibleDescription(new RegExp(words));
      await prompt.fill('A clock');
      await expect(prompt).not.toHaveAccessibleDescription(new RegExp(words));
    });
  });
}
