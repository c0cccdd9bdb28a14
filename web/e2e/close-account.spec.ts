import { readFileSync } from 'node:fs';
import { languages } from '../src/lib/i18n/languages.build.ts';
import { expectAccessible, expectAccessibleInEveryLayout } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { ageSession, confirmAtProvider } from './fresh-sign-in.ts';
import { newcomer } from './newcomers.ts';
import { readTexts } from './read-texts.ts';

for (const { tag: locale } of languages) {
  test.describe(`a user in ${locale}`, () => {
    test.use({ locale });
    const text = readTexts(locale, 'closing');
    const findStart = (sentence: string) => sentence.split('{{')[0] ?? '';

    test('closes the account, sees on every page that it is closed, and keeps it', async ({
      page,
      signIn,
      problems,
    }) => {
      const email = newcomer();
      await signIn(email, '/account');
      await page.getByRole('button', { name: text.section.close, exact: true }).click();
      const dialog = page.getByRole('dialog', { name: text.dialog.title });
      await dialog.getByRole('textbox').fill('other@atelier.test');
      await page.keyboard.press('Enter');
      await expect(dialog.getByText(text.dialog.mismatch)).toBeVisible();
      await expectAccessible(page, 'the question');
      // Requests of the page that were under way when its session ended.
      problems.allow(/^response 401 GET \/api\/(?:generations|user\/)/);
      await dialog.getByRole('textbox').fill(` ${email.toUpperCase()}`);
      await dialog.getByRole('button', { name: text.dialog.close, exact: true }).click();

      await page.waitForURL(/\/erasure\/[\w-]{43}$/);
      const statementUrl = page.url();
      await expect(page.getByRole('heading', { level: 1 })).toContainText(
        findStart(text.statement.closed.title),
      );
      await expect(page.locator('code')).toHaveText(statementUrl);
      await expectAccessibleInEveryLayout(page, 'the state of the erasure');

      problems.allow(/^response 403 GET \/api\/user\/info/);
      await signIn(email, '/pricing');
      const keep = page.getByRole('button', { name: text.page.keep });
      await expect(keep).toBeVisible();
      await expect(page).toHaveURL(/\/pricing$/);
      await page.goto('/creator/video/text-to-video');
      await expect(page.getByRole('heading', { level: 1 })).toContainText(findStart(text.page.title));
      await expectAccessibleInEveryLayout(page, 'the closed account');
      await page.getByRole('link', { name: text.page.open }).click();
      await expect(page).toHaveURL(statementUrl);
      await page.getByRole('link', { name: text.statement.back }).click();

      await keep.click();
      await expect(page.getByText(text.page.kept)).toBeVisible();
      await expect(keep).toBeHidden();
      await page.goto('/account');
      await expect(page.getByRole('button', { name: text.section.close, exact: true })).toBeVisible();
      await page.goto(statementUrl);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(text.statement.kept.title);
    });
  });
}

test('a user closes after a fresh sign-in, signs out of the closed account, and reads the whole statement', {
  tag: '@each-rule',
}, async ({ page, context, signIn, problems }) => {
  const email = newcomer();
  await signIn(email, '/account');
  await page.getByRole('button', { name: 'Close the account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Close your account?' });
  await dialog.getByRole('textbox').fill(email);
  await ageSession(context);
  problems.allow(/^response 403 POST \/api\/user\/close/);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Sign in again' }).click();
  await confirmAtProvider(page, email);
  await expect(dialog.getByRole('textbox')).toHaveValue(email);
  await dialog.getByRole('button', { name: 'Close the account' }).click();
  // Reads that were on their way when the account closed.
  problems.allow(/^response 401 GET \/api\/(?:generations|user\/)/);
  await page.waitForURL(/\/erasure\//);
  const statementUrl = page.url();
  problems.allow(/^response 403 GET \/api\/user\/info/);
  const asked = page.waitForRequest(/\/api\/auth\/login\?redirect=%2F$/);
  await page.locator('main').getByRole('button', { name: 'Sign in' }).click();
  await asked;
  await signIn(email);
  await Promise.all([
    page.waitForEvent('load'),
    page.locator('main').getByRole('button', { name: 'Sign out' }).click(),
  ]);
  await expect(page.getByRole('button', { name: 'Sign in' }).first()).toBeVisible();

  const erased_at = '2026-03-15T09:00:00.000Z';
  const statement = {
    type: 'atelier.erasure.v1',
    issuer: 'https://atelier.example',
    account: '0190a3e0-1111-7000-8000-000000000001',
    pseudonym: 'erased-0190a3e0-1111-7000-8000-000000000001',
    requested_at: erased_at,
    started_at: erased_at,
    erased_at,
    erased: { files: 1_240, generation: 310, outbox: 0, future_table: 2 },
    forfeited_credits: 400,
    kept: { ledger_entry: 612, purchase: 1 },
    not_covered: ['model_provider', 'backups', 'another_code'],
  };
  const reply = { state: 'erased', requested_at: erased_at, erased_at, statement, signed_statement: 'a.b.c' };
  await page.route('**/api/erasures/*', (route) => route.fulfill({ json: reply }));
  await page.goto(statementUrl);
  await expect(page.getByRole('term').filter({ hasText: 'Files' })).toBeVisible();
  await expect(page.getByText('400 remaining credits were lost.')).toBeVisible();
  await expect(page.getByText('future_table')).toBeVisible();
  await expect(page.getByText('Messages between our processes')).toBeHidden();
  await expectAccessibleInEveryLayout(page, 'the statement');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the statement' }).click();
  const file = await (await downloading).path();
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ statement, signed_statement: 'a.b.c' });
});
