import { expectAccessible } from './accessibility.ts';
import { expect, test } from './fixtures.ts';

for (const { locale, title, trash, provider } of [
  {
    locale: 'en-US',
    title: 'Where your prompts and files go',
    trash: /^Restores deleted works for 30 days\./,
    provider: /They expire 24 hours after the time limit/,
  },
  {
    locale: 'zh-CN',
    title: '提示词和文件的去向',
    trash: /^删除的作品可在 30 天内恢复。/,
    provider: /它们在任务时限 24 小时后失效。/,
  },
]) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test('the privacy page lists where prompts and files go, with the times of this site', async ({
      page,
    }) => {
      await page.goto('/privacy');
      await expect(page.getByRole('heading', { level: 2, name: title })).toBeVisible();
      await expect(page.getByRole('listitem').filter({ hasText: trash })).toBeVisible();
      await expect(page.getByRole('listitem').filter({ hasText: provider })).toBeVisible();
      await expectAccessible(page);
    });
  });
}

test('the terms do not list them', { tag: '@each-rule' }, async ({ page }) => {
  await page.goto('/terms');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('The operator of this site has not published a text yet.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'Where your prompts and files go' })).toHaveCount(
    0,
  );
});
