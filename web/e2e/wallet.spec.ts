import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expect, test, uniquePrompt } from './creator.ts';
import { newcomer, signUpAndBuyStarterPack, submitStuck } from './newcomers.ts';
import { pngFile } from './upload-fixtures.ts';

/** Results take longer on a busy machine. */
const resultTimeoutMs = 90_000;
const signedOut = { cookies: [], origins: [] };
const repositoryRoot = join(import.meta.dirname, '../..');

/** Page object of the credits page. */
class Wallet {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async open(query = ''): Promise<void> {
    await this.page.goto(`/credits${query}`);
    await expect(this.figure('Available')).toBeVisible();
  }

  figure(name: string): Locator {
    return this.page.locator('main dl > div').filter({ has: this.page.getByText(name, { exact: true }) });
  }

  async amount(name: string): Promise<number> {
    const text = await this.figure(name).locator('dd').first().textContent();
    return Number(text?.replaceAll(',', ''));
  }

  get ledger(): Locator {
    return this.page.getByRole('table', { name: 'Movements of credits, newest first' });
  }

  /** One for each generation and for everything else that was booked. */
  rows(subject?: string): Locator {
    const rows = this.ledger.locator('tbody tr').filter({ has: this.page.getByRole('rowheader') });
    return subject === undefined ? rows : rows.filter({ hasText: subject });
  }

  /** The movements of a generation once its row is unfolded. */
  movements(subject: string): Locator {
    return this.ledger.getByRole('list', { name: `Movements of ${subject}` }).getByRole('listitem');
  }

  unfold(subject: string): Promise<void> {
    return this.ledger.getByRole('button', { name: `Movements of ${subject}` }).click();
  }

  get kind(): Locator {
    return this.page.getByRole('combobox', { name: 'Type' });
  }
}

test('the wallet keeps its lines when refreshing them fails, and offers to retry', {
  tag: '@faults',
}, async ({ page, problems }) => {
  problems.allow(/^response 500 GET \/api\/credits\/ledger/);
  const wallet = new Wallet(page);
  await wallet.open();
  await expect(wallet.rows().first()).toBeVisible();
  const first = await wallet.rows().first().textContent();
  await page.route('**/api/credits/ledger/groups?**', (route) => route.fulfill({ status: 500, json: {} }));
  await wallet.kind.selectOption('Purchase');
  const alert = page.getByRole('alert').filter({ hasText: 'Could not refresh' });
  await expect(alert).toBeVisible();
  await expect(wallet.rows().first()).toHaveText(first ?? '');
  await page.unroute('**/api/credits/ledger/groups?**');
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(alert).toBeHidden();
  await expect(wallet.rows().first()).toContainText('Purchase');
});

test.describe('a user who has just bought credits', () => {
  test.use({ storageState: signedOut });

  test('shows each entry as it is booked, with its receipt, filters, and a CSV that can be verified', async ({
    page,
    context,
    creator,
  }) => {
    await signUpAndBuyStarterPack(page, newcomer());
    const wallet = new Wallet(await context.newPage());
    await wallet.open();

    await creator.open();
    const prompt = uniquePrompt('A lighthouse keeper and her cat');
    const card = await creator.generate(prompt);
    await expect(card.locator('video')).toBeVisible({ timeout: resultTimeoutMs });
    const row = wallet.rows(prompt);
    await expect(row).toHaveCount(1);
    await expect(row.getByRole('cell')).toHaveText(['−300', '700', '']);
    await wallet.unfold(prompt);
    await expect(wallet.movements(prompt)).toHaveText([
      /^Held.*−300.*700 left/,
      /^Charged.*−300 on hold.*700 left/,
    ]);
    await expect.poll(() => wallet.amount('Available')).toBe(700);
    await expect.poll(() => wallet.amount('Total spent')).toBe(300);
    await page.close();

    await row.getByRole('link').click();
    const receipt = wallet.page.getByRole('dialog', { name: 'Cost of this generation' });
    await expect(receipt).toContainText('Charged300 credits');
    for (const fact of ['Base price at 580p', 'Held', 'Sent to the model', 'Model service ID'])
      await expect(receipt).toContainText(fact);
    await receipt.getByRole('link', { name: 'Show in the library' }).click();
    await expect(wallet.page).toHaveURL(/\/creator\/history\/video\?view=/);
    await expect(wallet.page.getByRole('dialog')).toContainText(prompt);

    await wallet.open();
    await wallet.kind.selectOption('Charged');
    await expect(wallet.page).toHaveURL(/kind=settle/);
    await expect(row.getByRole('cell').first()).toHaveText('−300');
    await expect(wallet.rows()).toHaveCount(1);
    await wallet.page.getByLabel('From').fill('2999-01-01');
    await expect(wallet.page.getByText('No matching movements')).toBeVisible();
    await wallet.page.getByRole('button', { name: 'Show all' }).first().click();
    await expect(wallet.page).toHaveURL(/\/credits$/);
    await expect(wallet.rows()).toHaveCount(2);

    const [download] = await Promise.all([
      wallet.page.waitForEvent('download'),
      wallet.page.getByRole('link', { name: 'Download as CSV' }).click(),
    ]);
    const file = await download.path();
    await wallet.page.getByText('Check it yourself').click();
    const command = await wallet.page.locator('code', { hasText: '--head' }).textContent();
    const head = /--head ([0-9a-f]{64})$/.exec(command ?? '')?.[1] ?? '';
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['api/src/verify-ledger.ts', '--file', file, '--head', head],
      { cwd: repositoryRoot },
    );
    expect(stdout).toContain('The ledger is whole.');
    expect(stdout).toContain('3 entries');
    const csv = (await readFile(file, 'utf8')).trimEnd().split('\r\n').slice(1);
    expect(csv.map((line) => line.split(',').slice(2, 7).join(' '))).toEqual([
      'purchase 1000 0 1000 0',
      'reserve -300 300 700 300',
      'settle 0 -300 700 0',
    ]);
  });

  test('shows a failed generation as nothing, a running one with its hold, and what each day cost', {
    tag: '@each-rule',
  }, async ({ page, creator }) => {
    await signUpAndBuyStarterPack(page, newcomer());
    await creator.open();
    const [failed, charged] = [uniquePrompt('A broken kite', 'fail'), uniquePrompt('A kite in the wind')];
    const card = await creator.generate(failed);
    await expect(card.getByText('Generation Failed')).toBeVisible({ timeout: resultTimeoutMs });
    await expect((await creator.generate(charged)).locator('video')).toBeVisible({
      timeout: resultTimeoutMs,
    });
    await submitStuck(page);

    const wallet = new Wallet(page);
    await wallet.open();
    const cells = (subject: string) => wallet.rows(subject).getByRole('cell');
    await expect(cells('A lock on a canal').first()).toHaveText('0300 on hold');
    await expect(cells(charged).first()).toHaveText('−300');
    await expect(cells(failed).first()).toHaveText('0returned');
    await expect(wallet.rows(failed)).toContainText('The model could not use this input.');
    await wallet.unfold(failed);
    await expect(wallet.movements(failed)).toHaveText([
      /^Held.*−300.*700 left/,
      /^Returned.*\+300.*1,000 left/,
    ]);
    await wallet.unfold(failed);
    await expect(wallet.movements(failed)).toHaveCount(0);

    const chart = page.getByRole('region', { name: 'Spent per day' });
    await expect(chart.getByRole('img')).toHaveAccessibleName(
      /^Last 30 days: 300 charged · 300 returned\. Most on /,
    );
    await chart.getByText('As a table').click();
    const day = chart.getByRole('row').nth(1);
    await expect(day.getByRole('cell')).toHaveText(['300', '300', '1']);
    await day.getByRole('link').click();
    await expect(page).toHaveURL(/from=\d{4}-\d\d-\d\d&to=/);
    await expect(wallet.rows()).toHaveCount(4);
    await expectAccessible(page);

    await wallet.open('?page=99');
    await expect(page).toHaveURL(/\/credits$/);
    await expect(wallet.rows()).toHaveCount(4);
  });

  test('leads from the receipt of an answer to the answer', { tag: '@each-page' }, async ({ page }) => {
    await signUpAndBuyStarterPack(page, newcomer());
    await page.goto('/creator/image-understanding');
    await page.locator('input[type=file]').setInputFiles(pngFile('lake.png', [30, 90, 160], 320));
    const question = uniquePrompt('What colour is the lake?');
    await expect(
      page.getByRole('group', { name: 'Image' }).getByRole('button', { name: /^Remove/ }),
    ).toBeVisible();
    await page.getByRole('textbox', { name: 'Question' }).fill(question);
    await page.getByRole('button', { name: 'Ask · 100 credits' }).click();
    await expect(page.getByRole('article', { name: question, exact: true })).toBeVisible();

    const wallet = new Wallet(page);
    await wallet.open();
    const row = wallet.rows(question);
    await expect(row.getByRole('cell').first()).toHaveText(/^−\d+$/, { timeout: resultTimeoutMs });
    await row.getByRole('link').click();
    await page.getByRole('dialog').getByRole('link', { name: 'Show in the library' }).click();
    await expect(page).toHaveURL(/\/creator\/history\/image-understanding\?view=/);
    await expect(page.getByRole('dialog')).toContainText(question);
  });

  test('refuses a generation above the daily limit until the limit is removed', {
    tag: '@each-rule',
  }, async ({ page, creator, problems }) => {
    problems.allow(/^response 403 POST \/api\/wan\/createVideo/);
    await signUpAndBuyStarterPack(page, newcomer());
    const wallet = new Wallet(page);
    await wallet.open();
    await page.getByRole('textbox', { name: 'Credits a day' }).fill('lots');
    await page.getByRole('button', { name: 'Set the limit' }).click();
    await expect(page.getByText('A whole number from 0 to 1,000,000,000')).toBeVisible();
    await page.getByRole('textbox', { name: 'Credits a day' }).fill('299');
    await page.getByRole('button', { name: 'Set the limit' }).click();
    await expect(page.getByText('0 of 299 spent today')).toBeVisible();

    await creator.open();
    const refused = uniquePrompt('A brass band in the rain');
    await creator.prompt.fill(refused);
    await creator.generateButton.click();
    const dialog = page.getByRole('dialog', { name: 'Daily spending limit reached' });
    await expect(dialog).toBeVisible();
    await expect(creator.card(refused)).toHaveCount(0);
    await dialog.getByRole('link', { name: 'Change the limit' }).click();
    await expect(page).toHaveURL(/\/credits$/);
    await expect.poll(() => wallet.amount('Available')).toBe(1_000);
    await page.getByRole('button', { name: 'Remove the limit' }).click();
    await expect(page.getByText('No limit is set. 0 spent today.')).toBeVisible();
  });

  test('opens a purchase by keyboard and by its URL, and closes it by keyboard', {
    tag: '@each-rule',
  }, async ({ page }) => {
    await signUpAndBuyStarterPack(page, newcomer());
    const wallet = new Wallet(page);
    await wallet.open();
    const link = wallet.rows('Starter pack').getByRole('link');
    await link.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Purchase' });
    await expect(dialog).toContainText('StatusPaid');
    await expect(page).toHaveURL(/purchase=/);
    await page.reload();
    await expect(dialog).toContainText('Amount$5');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(/\/credits$/);
  });
});

test.describe('a new user', () => {
  test.use({ storageState: signedOut });

  test('is asked to sign in, then sees an empty ledger', { tag: '@each-rule' }, async ({ page, signIn }) => {
    await page.goto('/credits');
    await expect(page.getByText('Sign in to see your credits')).toBeVisible();
    await signIn(newcomer(), '/credits');
    await expect(page.getByText('No movements yet')).toBeVisible();
    await page.locator('main').getByRole('link', { name: 'See pricing' }).click();
    await expect(page).toHaveURL(/\/pricing$/);
  });
});
