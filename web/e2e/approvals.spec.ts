import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectAccessibleInEveryLayout } from './accessibility.ts';
import { test } from './fixtures.ts';
import { waitForSocket } from './loaded-page.ts';
import { buyPack, newcomer, signInByRequests } from './newcomers.ts';
import { post } from './own-requests.ts';
import { readTexts } from './read-texts.ts';

const runs = [
  { locale: 'en-US', language: 'en' },
  { locale: 'zh-CN', language: 'zh-CN' },
];

/** Submits with a key, from outside the browser. */
async function submit(page: Page, key: string): Promise<{ status: number; body: Record<string, unknown> }> {
  const reply = await fetch(new URL('/api/generations', String(process.env.E2E_BASE_URL)), {
    method: 'POST',
    headers: { authorization: `Key ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      kind: 'flux-schnell',
      input: { prompt: `A fox for ${new URL(page.url()).host}` },
    }),
  });
  return { status: reply.status, body: await reply.json() };
}

for (const { locale, language } of runs) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });
    const texts = readTexts(language, 'approvals');

    test('a program asks, its owner approves on the page of the toast, and the program goes on', async ({
      page,
    }) => {
      await signInByRequests(page, newcomer());
      await buyPack(page, 'starter');
      const { key } = await post(page, '/api/user/api-keys', { name: 'Nightly', ask_above_credits: 10 });
      // An event reaches only pages that are connected.
      const connected = waitForSocket(page);
      await page.goto('/status');
      await connected;
      const refused = await submit(page, String(key));
      expect(refused).toMatchObject({ status: 403, body: { code: 'approval_needed' } });
      const { approval } = refused.body as { approval: { id: string; url: string } };
      const path = new URL(approval.url).pathname;
      expect(path).toBe(`/approvals/${approval.id}`);

      await page.getByRole('button', { name: texts.toast.open }).click();
      await expect(page).toHaveURL(new RegExp(`${path}$`));
      await expect(page.getByRole('heading', { name: texts.title })).toBeVisible();
      const facts = page.locator('dl').filter({ hasText: texts.key });
      await expect(facts).toContainText('Nightly');
      await expect(facts).toContainText('A fox for');
      await expect(facts).toContainText(texts.credits.replace('{{credits}}', '20'));
      await expect(facts).toContainText(texts.credits.replace('{{credits}}', '980'));
      if (language === 'en') await expectAccessibleInEveryLayout(page);
      else await expectAccessible(page);

      await page.getByRole('button', { name: texts.approve }).focus();
      await page.keyboard.press('Enter');
      await expect(page.getByText(texts.status.approved)).toBeVisible();
      await expect(page.getByRole('button', { name: texts.approve })).toBeHidden();
      expect((await submit(page, String(key))).status).toBe(200);
      await page.reload();
      await expect(page.getByText(texts.status.used)).toBeVisible();
    });
  });
}

test('an owner refuses, and an answer from another device is shown', { tag: '@each-rule' }, async ({
  page,
  problems,
}) => {
  await signInByRequests(page, newcomer());
  await buyPack(page, 'starter');
  const { key } = await post(page, '/api/user/api-keys', { name: 'Nightly', ask_above_credits: 10 });
  await page.goto('/status');
  const { approval } = (await submit(page, String(key))).body as { approval: { id: string } };
  // The page of API keys leads to the question, for an owner who was away when the program asked.
  await page.goto('/developers');
  await page.getByRole('main').getByRole('link', { name: 'Answer' }).click();
  await expect(page).toHaveURL(new RegExp(`/approvals/${approval.id}$`));
  await expect(page.getByRole('button', { name: 'Refuse' })).toBeVisible();
  await post(page, `/api/approvals/${approval.id}/answer`, { answer: 'refuse' });
  problems.allow(/409/);
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('This request has already been answered.')).toBeVisible();
  await expect(page.getByText('The program cannot ask for this again for an hour.')).toBeVisible();
  expect((await submit(page, String(key))).body).toMatchObject({ code: 'approval_refused' });
  await page.getByRole('link', { name: 'API keys' }).click();
  await expect(page.getByRole('heading', { name: 'Keys' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Answer' })).toHaveCount(0);
});
