import { randomUUID } from 'node:crypto';
import { expectAccessible, expectAccessibleInEveryLayout } from './accessibility.ts';
import { expect, test } from './creator.ts';
import { submitImages } from './make-images.ts';

test.use({ storageState: { cookies: [], origins: [] } });

test('a shared page is reported without a script, removed by an operator, and its reporter and owner read why', async ({
  page,
  signIn,
  browser,
  baseURL,
}) => {
  await signIn('paid@atelier.test', '/pricing');
  const { id, url } = await shareAnImage();
  await page.goto(`${url}/report?lang=zh-CN`);
  await expect(page.getByRole('heading', { level: 1, name: '举报此页面' })).toBeVisible();
  await expectAccessibleInEveryLayout(page);
  const visitors = await browser.newContext({ baseURL, locale: 'en-US', javaScriptEnabled: false });
  const visitor = await visitors.newPage();
  await visitor.goto(url);
  await visitor.getByRole('link', { name: 'Report this page' }).click();
  await visitor.getByRole('radio', { name: /Intimate images/ }).check();
  await visitor.getByRole('textbox', { name: 'Details' }).fill('The second image');
  await visitor.getByRole('checkbox').check();
  await visitor.getByRole('button', { name: 'Send report' }).click();
  await expect(visitor.getByRole('alert')).toContainText('something is missing');
  await expect(visitor.getByRole('textbox', { name: 'Details' })).toHaveValue('The second image');
  await visitor.getByRole('textbox', { name: 'Your full name' }).fill('Ann Example');
  await visitor.getByRole('textbox', { name: 'Your e-mail address' }).fill('ann@example.com');
  await visitor.getByRole('button', { name: 'Send report' }).click();
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(
    'Your report has arrived, and the page is hidden',
  );
  const status = visitor.url();
  expect((await visitor.goto(url))?.status()).toBe(404);

  await page.context().clearCookies();
  await signIn('ops@atelier.test', '/admin/reports');
  const card = page.getByRole('listitem').filter({ hasText: 'The second image' });
  await expect(card.getByText('Hidden')).toBeVisible();
  await expect(card.getByText('47 hours left')).toBeVisible();
  await expect(card.getByRole('img')).toHaveCount(0);
  await card.getByRole('button', { name: 'Show the work' }).click();
  await expect(card.getByRole('img', { name: 'Result 1' })).toHaveJSProperty('complete', true);
  await expectAccessible(page);
  await card.getByRole('button', { name: 'Remove' }).click();
  const dialog = page.getByRole('dialog', { name: 'Take this generation down?' });
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Published without consent');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(card).toHaveCount(0);

  await visitor.goto(status);
  await expect(visitor.getByRole('heading', { level: 1, name: 'The page was removed' })).toBeVisible();
  await visitors.close();
  await page.context().clearCookies();
  await signIn('paid@atelier.test', '/pricing');
  const own = await (await page.request.get(`/api/generations/${id}/share`)).json();
  expect(own.share).toMatchObject({ taken_down_reason: 'Published without consent' });

  async function shareAnImage(): Promise<{ id: string; url: string }> {
    const [id = ''] = await submitImages(page, [`A reported fox ${randomUUID()}`]);
    await expect
      .poll(async () => (await page.request.get(`/api/generations/${id}`)).json(), { timeout: 30_000 })
      .toMatchObject({ generation: { status: 'completed' } });
    const headers = { origin: new URL(page.url()).origin };
    const reply = await page.request.post(`/api/generations/${id}/share`, { data: {}, headers });
    const { share } = (await reply.json()) as { share: { url: string } };
    return { id, url: share.url };
  }
});

test('the queue of reports shows what was decided, in the language of its reader', async ({
  page,
  signIn,
}) => {
  await signIn('ops@atelier.test', '/admin/reports?state=decided');
  await expect(page.getByRole('button', { name: 'Decided', pressed: true })).toBeVisible();
  await page.context().addCookies([{ name: 'language', value: 'zh-CN', url: page.url() }]);
  await page.goto('/admin/reports');
  await expect(page.getByRole('heading', { level: 2, name: '举报' })).toBeVisible();
});
