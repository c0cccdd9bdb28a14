import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleInEveryLayout } from './accessibility.ts';
import { expect, type Locale, test } from './creator.ts';
import { submitImages } from './make-images.ts';
import { fromOwnAddress } from './own-address.ts';

test.use({ storageState: { cookies: [], origins: [] } });

const languages = [
  {
    locale: 'en-US',
    report: 'Report this page',
    intimate: /Intimate images/,
    details: 'Details',
    where: 'The second image',
    send: 'Send report',
    missing: 'something is missing',
    name: 'Your full name',
    address: 'Your e-mail address',
    arrived: 'Your report has arrived, and the page is hidden',
    hidden: 'Hidden',
    left: '47 hours left',
    show: 'Show the work',
    result: 'Result 1',
    remove: 'Remove',
    question: 'Take this work down?',
    reason: 'Reason',
    why: 'Published without consent',
    removed: 'The page was removed',
    title: 'Reports',
    decided: 'Decided',
    decision: 'Removed',
  },
  {
    locale: 'zh-CN',
    report: '举报此页面',
    intimate: /私密影像/,
    details: '详细说明',
    where: '第二张图片',
    send: '提交举报',
    missing: '有内容缺失',
    name: '您的全名',
    address: '您的电子邮箱',
    arrived: '已收到您的举报，页面已隐藏',
    hidden: '已隐藏',
    left: '剩余 47 小时',
    show: '查看作品',
    result: '结果 1',
    remove: '下架',
    question: '下架此作品？',
    reason: '理由',
    why: '未经同意发布',
    removed: '页面已移除',
    title: '举报',
    decided: '已处理',
    decision: '已下架',
  },
] satisfies (Record<string, string | RegExp> & { locale: Locale })[];

for (const labels of languages) {
  test.describe(`in ${labels.locale}`, () => {
    test.use({ locale: labels.locale });

    test('a shared page is reported without a script, removed by an operator, and its reporter and owner read why', async ({
      page,
      signIn,
      browser,
      baseURL,
    }) => {
      await signIn('paid@atelier.test', '/pricing');
      const { id, url } = await shareAnImage(page);
      await page.goto(`${url}/report`);
      await expect(page.getByRole('heading', { level: 1, name: labels.report })).toBeVisible();
      await expectAccessibleInEveryLayout(page);
      const visitors = await browser.newContext({
        baseURL,
        locale: labels.locale,
        javaScriptEnabled: false,
        extraHTTPHeaders: fromOwnAddress(),
      });
      const visitor = await visitors.newPage();
      await visitor.goto(url);
      await visitor.getByRole('link', { name: labels.report }).click();
      await visitor.getByRole('radio', { name: labels.intimate }).check();
      const details = `${labels.where} ${id}`;
      await visitor.getByRole('textbox', { name: labels.details }).fill(details);
      await visitor.getByRole('checkbox').check();
      await visitor.getByRole('button', { name: labels.send }).click();
      await expect(visitor.getByRole('alert')).toContainText(labels.missing);
      await expect(visitor.getByRole('textbox', { name: labels.details })).toHaveValue(details);
      await visitor.getByRole('textbox', { name: labels.name }).fill('Ann Example');
      await visitor.getByRole('textbox', { name: labels.address }).fill('ann@example.com');
      await visitor.getByRole('button', { name: labels.send }).click();
      await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(labels.arrived);
      const status = visitor.url();
      expect((await visitor.goto(url))?.status()).toBe(404);

      await page.context().clearCookies();
      await signIn('ops@atelier.test', '/admin/reports');
      await expect(page.getByRole('heading', { level: 2, name: labels.title })).toBeVisible();
      const card = page.getByRole('listitem').filter({ hasText: details });
      await expect(card.getByText(labels.hidden)).toBeVisible();
      await expect(card.getByText(labels.left)).toBeVisible();
      await expect(card.getByRole('img')).toHaveCount(0);
      await card.getByRole('button', { name: labels.show }).click();
      await expect(card.getByRole('img', { name: labels.result })).toHaveJSProperty('complete', true);
      await expectAccessible(page);
      await card.getByRole('button', { name: labels.remove }).click();
      const dialog = page.getByRole('dialog', { name: labels.question });
      await dialog.getByRole('textbox', { name: labels.reason }).fill(labels.why);
      await dialog.getByRole('button', { name: labels.remove }).click();
      await expect(card).toHaveCount(0);
      await page.getByRole('button', { name: labels.decided }).click();
      await expect(page).toHaveURL(/state=decided/);
      await expect(card.getByText(labels.decision).first()).toBeVisible();

      await visitor.goto(status);
      await expect(visitor.getByRole('heading', { level: 1, name: labels.removed })).toBeVisible();
      await visitors.close();
      await page.context().clearCookies();
      await signIn('paid@atelier.test', '/pricing');
      const own = await (await page.request.get(`/api/generations/${id}/share`)).json();
      expect(own.share).toMatchObject({ taken_down_reason: labels.why });
    });
  });
}

/** Makes an image of the user who is signed in, and shares it. */
async function shareAnImage(page: Page): Promise<{ id: string; url: string }> {
  const [id = ''] = await submitImages(page, [`A reported fox ${randomUUID()}`]);
  await expect
    .poll(async () => (await page.request.get(`/api/generations/${id}`)).json())
    .toMatchObject({ generation: { status: 'completed' } });
  const headers = { origin: new URL(page.url()).origin };
  const reply = await page.request.post(`/api/generations/${id}/share`, { data: {}, headers });
  const { share } = (await reply.json()) as { share: { url: string } };
  return { id, url: share.url };
}
