import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import type { AdminBreakersReply } from '@atelier/contract';
import type { Page } from '@playwright/test';
import { languages } from '../src/lib/i18n/languages.build.ts';
import { expectAccessible, expectAccessibleInEveryLayout } from './accessibility.ts';
import { Creator, expect, type Locale, test } from './creator.ts';
import { buyPack, newcomer, signInByRequests } from './newcomers.ts';
import { originHeaders } from './own-requests.ts';
import { readTexts } from './read-texts.ts';

test.use({ storageState: { cookies: [], origins: [] } });

for (const { tag } of languages) {
  const locale: Locale = tag === 'en' ? 'en-US' : (tag as Locale);
  test.describe(`in ${tag}`, () => {
    test.use({ locale });
    const { account, breakers, payments, reason: reasonTexts } = readTexts(tag, 'admin');
    const { locked } = readTexts(tag, 'dialogs');
    const audit = readTexts(tag, 'audit');

    /** Opens the dialog of an act on the account, gives the reason and sends it. */
    async function act(page: Page, name: 'lock' | 'unlock' | 'end-sessions', reason: string): Promise<void> {
      const { open } = account.acts[name];
      await page.getByRole('button', { name: open, exact: true }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: open, exact: true }).click();
      await expect(dialog.getByText(reasonTexts.invalid)).toBeVisible();
      await dialog.getByRole('textbox').fill(reason);
      await dialog.getByRole('button', { name: open, exact: true }).click();
      await expect(dialog).toBeHidden();
    }

    test('an operator sees a payment that arrived for a closed account, and closes its line with a reason', {
      tag: '@each-rule',
    }, async ({ page, signIn }) => {
      const email = newcomer();
      await signInByRequests(page, email);
      const headers = originHeaders();
      const opened = await page.request.post('/api/checkout', { data: { pack: 'starter' }, headers });
      const { url } = await opened.json();
      const closed = await page.request.post('/api/user/close', { data: { email }, headers });
      expect(closed.status()).toBe(200);
      await page.request.post(String(url), { form: { action: 'complete' }, maxRedirects: 0 });

      await signIn('ops@atelier.test', '/admin');
      const row = page.getByRole('listitem').filter({ hasText: email });
      await expect(async () => {
        await page.reload();
        await expect(row).toContainText(payments.problems.closed_account, { timeout: 2_000 });
      }).toPass();
      await expectAccessible(page);
      await row.getByRole('button', { name: payments.settle }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: payments.settle }).click();
      await expect(dialog.getByText(reasonTexts.invalid)).toBeVisible();
      await dialog.getByRole('textbox').fill('Refunded at the provider');
      await dialog.getByRole('button', { name: payments.settle }).click();
      await expect(dialog).toBeHidden();
      await expect(row).toHaveCount(0);
    });

    test('an operator reads in fal’s own words why work waits, and what to do about it', {
      tag: '@each-rule',
    }, async ({ page, signIn }) => {
      const detail = 'HTTP 403: User is locked. Reason: Exhausted balance';
      const [since, probe_at] = ['2026-01-02T10:32:00.000Z', '2026-01-02T10:40:00.000Z'];
      const open = { state: 'open', failures: 8, since, probe_at };
      const reply: AdminBreakersReply = {
        waiting: 12,
        data: [
          { ...open, state: 'open', subject: 'account', code: 'account_locked', detail },
          { ...open, state: 'open', subject: 'kind:vace', code: 'model_gone', detail: 'HTTP 410: gone' },
          {
            ...open,
            state: 'ramping',
            subject: 'provider',
            code: 'unreachable',
            detail: null,
            probe_at: null,
          },
        ],
      };
      await page.route('**/api/admin/breakers', (route) => route.fulfill({ json: reply }));
      await signIn('ops@atelier.test', '/admin');
      const section = page.getByRole('region', { name: breakers.title });
      await expect(section.getByRole('listitem')).toHaveCount(3);
      const account = section.getByRole('listitem').first();
      await expect(account).toContainText(detail);
      await expect(account).toContainText(breakers.advice.account_locked);
      await expect(section).toContainText(breakers.advice.model_gone);
      await expect(section).toContainText(breakers.ramping);
      await expect(section).not.toContainText(breakers.advice.unreachable);
      await expectAccessibleInEveryLayout(page, 'what fal takes no work of');
    });

    test('an operator locks an account, its user reads why, and the audit log shows it', async ({
      page,
      signIn,
      browser,
      baseURL,
    }) => {
      const email = newcomer();
      const reason = `Chargebacks ${crypto.randomUUID().slice(0, 8)}`;
      const userContext = await browser.newContext({ baseURL, locale, reducedMotion: 'reduce' });
      const creator = new Creator(await userContext.newPage(), locale);
      await signInByRequests(creator.page, email);
      await buyPack(creator.page, 'starter');
      await creator.open();
      await creator.prompt.fill('A boat that must wait');

      await signIn('ops@atelier.test', `/admin?search=${encodeURIComponent(email)}`);
      await page.getByRole('link', { name: email }).click();
      await act(page, 'lock', reason);
      await expect(page.getByRole('status').filter({ hasText: account.acts.lock.done })).toBeFocused();
      await expect(page.getByText(reason)).toBeVisible();
      await expectAccessible(page, 'the page of a locked user');

      const note = creator.page.getByRole('note').filter({ hasText: reason });
      await expect(note).toBeVisible();
      await creator.generateButton.click();
      const refusal = creator.page.getByRole('dialog', { name: locked.title });
      await expect(refusal).toContainText(reason);
      await expectAccessible(creator.page, 'the refusal');
      await refusal.getByRole('button', { name: locked.button }).click();
      await creator.page.goto('/account');
      await expect(note).toBeVisible();

      await page.getByRole('link', { name: account.audit }).click();
      const rows = page.getByRole('listitem').filter({ has: page.getByRole('time') });
      await expect(rows.first()).toContainText(audit.names.operator_locked_account);
      await expect(rows.first()).toContainText(reason);
      await expect(rows.first()).toContainText('ops@atelier.test');
      await page.getByLabel(audit.filters.name).selectOption('sign_in');
      await expect(rows.filter({ hasText: reason })).toHaveCount(0);
      await expect(rows.first()).toContainText(audit.names.sign_in);
      await page.getByLabel(audit.filters.name).selectOption('operator_locked_account');
      await expect(rows).toHaveCount(1);
      await rows.getByText(audit.details, { exact: true }).click();
      await expect(rows).toContainText('127.0.0.1');
      await expectAccessibleInEveryLayout(page, 'the audit log');
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: audit.download }).click(),
      ]);
      const csv = readFileSync(await download.path(), 'utf8');
      expect(csv.trimEnd().split('\r\n')).toHaveLength(2);
      expect(csv).toContain(reason);

      await rows.getByRole('link', { name: email }).click();
      await act(page, 'unlock', 'Settled by mail');
      await expect(note).toBeHidden();
      await act(page, 'end-sessions', 'The device was lost');
      await expect(creator.balance).toBeHidden();
      await userContext.close();
    });
  });
}

test('an operator who is added or removed sees it on a page that is open', { tag: '@each-rule' }, async ({
  page,
  signIn,
}) => {
  const operator = (command: string, email: string) =>
    promisify(execFile)(process.execPath, ['api/src/operator.ts', command, email], {
      cwd: new URL('../..', import.meta.url),
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: process.env.E2E_DATABASE_URL,
        ADMIN_EMAILS: 'ops@atelier.test',
      },
    });
  const email = newcomer();
  await signIn(email, '/admin');
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toHaveText('Page not found');
  await operator('add', email);
  await expect(title).toHaveText('Administration');
  await operator('remove', email);
  await expect(title).toHaveText('Page not found');
});
