import { randomUUID } from 'node:crypto';
import { expiredMailLink } from '@atelier/dev-stack/expired-mail-link';
import type { ReceivedMail } from '@atelier/dev-stack/mail-server';
import type { Page } from '@playwright/test';
import { expectAccessibleInEveryLayout } from './accessibility.ts';
import { expect, type Locale, test } from './creator.ts';
import { makeImages } from './make-images.ts';
import { fromOwnAddress } from './own-address.ts';
import { originHeaders } from './own-requests.ts';

/** A context has the cookies of the test's user without it, whose session would end when another user signs in. */
const signedOut = { cookies: [], origins: [] };

const words = {
  'en-US': {
    language: 'en',
    subject: 'Confirm your e-mail address',
    send: 'Send report',
    waiting: 'We sent a link to your address.',
    question: 'Confirm your e-mail address',
    confirm: 'Confirm',
    confirmed: 'Your address is confirmed',
    isConfirmed: 'We will mail you our decision',
    expired: 'This link has expired',
    gone: 'This page is not available',
    unconfirmedCard: 'Address not confirmed',
    confirmedCard: 'Address confirmed',
  },
  'zh-CN': {
    language: 'zh-CN',
    subject: '请确认您的电子邮箱',
    send: '提交举报',
    waiting: '我们已向您填写的邮箱发送了一个链接',
    question: '确认您的电子邮箱',
    confirm: '确认',
    confirmed: '邮箱已确认',
    isConfirmed: '您已确认邮箱',
    expired: '链接已过期',
    gone: '此页面无法访问',
    unconfirmedCard: '邮箱未确认',
    confirmedCard: '邮箱已确认',
  },
} as const;

for (const locale of Object.keys(words) as Locale[]) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });
    const translate = words[locale];

    test('a reporter confirms an address by the link in a mail, and operators see it', async ({
      page,
      browser,
      baseURL,
      problems,
    }) => {
      problems.allow(/response (404|410) GET \/s\/report\/confirm\//);
      const word = randomUUID().slice(0, 8);
      const email = `${word}@reporter.example`;
      const sharedUrl = await shareAnImage(page, `A reported heron ${word}`);
      const visitors = await browser.newContext({
        baseURL,
        locale,
        storageState: signedOut,
        javaScriptEnabled: false,
        extraHTTPHeaders: fromOwnAddress(),
      });
      const visitor = await visitors.newPage();
      await visitor.goto(`${sharedUrl}/report`);
      await visitor.getByRole('radio').nth(2).check();
      await visitor.locator('#details').fill(`Look at the beak, ${word}`);
      await visitor.locator('#email').fill(email);
      await visitor.getByRole('checkbox').check();
      await visitor.getByRole('button', { name: translate.send }).click();
      await expect(visitor.getByText(translate.waiting)).toBeVisible();
      const statusUrl = visitor.url();

      const link = await linkMailedTo(email, translate.subject);
      await test.step('the link asks, and confirms nothing before its button is pressed', async () => {
        await page.goto(link);
        await expect(page.getByRole('heading', { level: 1, name: translate.question })).toBeVisible();
        await expectAccessibleInEveryLayout(page, 'the question');
        await visitor.goto(statusUrl);
        await expect(visitor.getByText(translate.waiting)).toBeVisible();
      });

      await test.step('a forged link and an expired one confirm nothing', async () => {
        const { pathname, search } = new URL(link);
        const forged = `${pathname.slice(0, -1)}${pathname.endsWith('A') ? 'Q' : 'A'}${search}`;
        expect((await page.goto(forged))?.status()).toBe(404);
        await expect(page.getByRole('heading', { level: 1, name: translate.gone })).toBeVisible();
        await expectAccessibleInEveryLayout(page, 'a forged link');
        const stack = { databaseUrl: process.env.E2E_DATABASE_URL ?? '', publicUrl: baseURL ?? '' };
        const expired = await expiredMailLink(stack, { email, language: translate.language });
        expect((await page.goto(expired))?.status()).toBe(410);
        await expect(page.getByRole('heading', { level: 1, name: translate.expired })).toBeVisible();
        await expect(page.getByRole('button')).toHaveCount(0);
        await expectAccessibleInEveryLayout(page, 'an expired link');
      });

      const operators = await browser.newContext({ baseURL, locale, storageState: signedOut });
      const operator = await operators.newPage();
      await operator.goto('/api/auth/login?login_hint=ops@atelier.test&redirect=/admin/reports');
      const report = operator.getByRole('listitem').filter({ hasText: email }).last();
      await expect(report).toContainText(translate.unconfirmedCard);

      await visitor.goto(link);
      await visitor.getByRole('button', { name: translate.confirm, exact: true }).click();
      await expect(visitor.getByRole('heading', { level: 1, name: translate.confirmed })).toBeVisible();
      await page.goto(link);
      await page.getByRole('button', { name: translate.confirm, exact: true }).click();
      await expect(page.getByRole('heading', { level: 1, name: translate.confirmed })).toBeVisible();
      await expectAccessibleInEveryLayout(page, 'the confirmation');
      await visitor.goto(statusUrl);
      await expect(visitor.getByText(translate.isConfirmed)).toBeVisible();
      await visitors.close();

      await operator.reload();
      await expect(report).toContainText(translate.confirmedCard);
      await expectAccessibleInEveryLayout(operator, 'the reports');
      await operators.close();
    });
  });
}

/** The address of the page that shows it. */
async function shareAnImage(page: Page, prompt: string): Promise<string> {
  await makeImages(page, [prompt]);
  const listed = await page.request.get(`/api/library?search=${encodeURIComponent(prompt)}`);
  const { data } = (await listed.json()) as { data: { id: string }[] };
  const headers = originHeaders();
  const reply = await page.request.post(`/api/generations/${data[0]?.id}/share`, { data: {}, headers });
  return ((await reply.json()) as { share: { url: string } }).share.url;
}

/** Waits for the mail. */
async function linkMailedTo(email: string, subject: string): Promise<string> {
  const find = async () => {
    const reply = await fetch(String(process.env.E2E_MAILBOX_URL));
    const mails = (await reply.json()) as ReceivedMail[];
    return mails.find(({ to }) => to.includes(email));
  };
  await expect.poll(async () => (await find())?.subject).toBe(subject);
  return /https?:\/\/\S+\/s\/report\/confirm\/\S+/.exec((await find())?.text ?? '')?.[0] ?? '';
}
