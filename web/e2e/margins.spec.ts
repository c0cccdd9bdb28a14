import { readFile } from 'node:fs/promises';
import { plantCosts } from '@atelier/dev-stack/plant-costs';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible, expectAccessibleInEveryLayout } from './accessibility.ts';
import { Creator, expect, type Locale, test, uniquePrompt } from './creator.ts';
import { buyPack, newcomer, signInByRequests } from './newcomers.ts';

const languages = [
  {
    locale: 'en-US',
    margins: 'Margins',
    byKind: 'By model',
    byPack: 'By pack',
    starter: 'Starter',
    claims: 'Billed but not delivered',
    download: 'Download the claim file',
    tooDear: 'Costs too much',
    closing: /^Close Janus/,
    cancel: 'Cancel',
    month: '30 days',
    table: 'As a table',
    chart: /^Earnings and costs of/,
  },
  {
    locale: 'zh-CN',
    margins: '毛利',
    byKind: '按模型',
    byPack: '按套餐',
    starter: '入门',
    claims: '已计费但未交付',
    download: '下载索赔文件',
    tooDear: '成本过高',
    closing: /^停用.*Janus/,
    cancel: '取消',
    month: '30 天',
    table: '以表格显示',
    chart: /天的收入与成本/,
  },
] satisfies (Record<string, string | RegExp> & { locale: Locale })[];

for (const labels of languages) {
  test.describe(`in ${labels.locale}`, () => {
    // Signing in ends the session that came with the context, which the other tests share.
    test.use({ locale: labels.locale, storageState: { cookies: [], origins: [] } });

    test('operators see margins, close a kind that costs too much and download claims', async ({
      page,
      signIn,
    }) => {
      await signInByRequests(page, newcomer());
      await buyPack(page, 'starter');
      const creator = new Creator(page, labels.locale);
      await page.goto('/creator/image/text-to-image');
      await creator.expectCreditsLeft(1_000);
      await creator.generate(uniquePrompt('A harbour'));
      await creator.expectCreditsLeft(980);
      await expect.poll(() => creator.creditsHeld()).toBe(0);
      const requestId = await plantCosts(process.env.E2E_DATABASE_URL ?? '', 'flux-schnell', 'janus-pro');

      await page.context().clearCookies();
      await signIn('ops@atelier.test', '/admin/reports');
      await page.getByRole('link', { name: labels.margins, exact: true }).click();
      await expect(page.getByRole('heading', { level: 2, name: labels.margins })).toBeVisible();
      const kinds = page.getByRole('region', { name: labels.byKind, exact: true });
      await expect(kinds.getByRole('row').filter({ hasText: 'FLUX schnell' })).toContainText(
        /\$\d+\.\d*[1-9]/,
      );
      const packs = page.getByRole('region', { name: labels.byPack, exact: true });
      await expect(packs.getByRole('row').filter({ hasText: labels.starter })).toBeVisible();
      await expect(page.getByRole('img', { name: labels.chart })).toBeVisible();
      await page.getByText(labels.table).click();
      await expectAccessibleInEveryLayout(page, 'the margins');
      await expectMarginsInWindow(page, kinds);

      const finding = page.getByRole('listitem').filter({ hasText: labels.tooDear });
      await finding.getByRole('button', { name: labels.closing }).click();
      const dialog = page.getByRole('dialog');
      await expect(dialog).toBeVisible();
      await expectAccessible(page, 'closing the kind');
      await dialog.getByRole('button', { name: labels.cancel }).click();
      await expect(dialog).toBeHidden();

      const claims = page.getByRole('region', { name: labels.claims, exact: true });
      await expect(claims.getByRole('row').filter({ hasText: requestId })).toContainText('$0.08');
      const downloading = page.waitForEvent('download');
      await claims.getByRole('link', { name: labels.download }).click();
      const download = await downloading;
      expect(download.suggestedFilename()).toBe('fal-claims.csv');
      expect(await readFile(await download.path(), 'utf8')).toContain(`${requestId},fal-ai/planted,`);
      await page.getByRole('button', { name: labels.month }).click();
      await expect(page).toHaveURL(/window=month/);
      await expect(claims.getByRole('row').filter({ hasText: requestId })).toBeVisible();
    });
  });
}

/** The margins stand below their heading, and where a phone shows them without scrolling. */
async function expectMarginsInWindow(page: Page, kinds: Locator): Promise<void> {
  const before = page.viewportSize() ?? { width: 1440, height: 900 };
  await page.setViewportSize({ width: 360, height: 740 });
  const ends = await kinds.locator('tr > :nth-child(2)').evaluateAll((cells) =>
    cells.map((cell) => {
      const range = document.createRange();
      range.selectNode(cell.firstChild ?? cell);
      return Math.round(range.getBoundingClientRect().right);
    }),
  );
  expect(new Set(ends).size).toBe(1);
  expect(ends[0]).toBeLessThan(360);
  await page.setViewportSize(before);
}
