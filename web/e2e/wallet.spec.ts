import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Locator, Page } from '@playwright/test';
import { expect, test, uniquePrompt } from './creator.ts';
import { newcomer, signUpAndBuyStarterPack } from './newcomers.ts';

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

  lines(subject?: string): Locator {
    const rows = this.page.getByRole('table').locator('tbody tr');
    return subject === undefined ? rows : rows.filter({ hasText: subject });
  }

  get kind(): Locator {
    return this.page.getByRole('combobox', { name: 'Type' });
  }
}

test('keeps the lines when refreshing them fails, and offers to retry', async ({ page, problems }) => {
  problems.allow(/^response 500 GET \/api\/credits\/ledger/);
  const wallet = new Wallet(page);
  await wallet.open();
  await expect(wallet.lines().first()).toBeVisible();
  const first = await wallet.lines().first().textContent();
  await page.route('**/api/credits/ledger?**', (route) => route.fulfill({ status: 500, json: {} }));
  await wallet.kind.selectOption('Purchase');
  const alert = page.getByRole('alert').filter({ hasText: 'Could not refresh' });
  await expect(alert).toBeVisible({ timeout: 30_000 });
  await expect(wallet.lines().first()).toHaveText(first ?? '');
  await page.unroute('**/api/credits/ledger?**');
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(alert).toBeHidden();
  await expect(wallet.lines().first()).toContainText('Purchase');
});

test.describe('a user who has just bought credits', () => {
  test.use({ storageState: signedOut });

  test('shows each entry as it is booked, with its receipt, filters, and a CSV that can be verified', async ({
    page,
    context,
    creator,
  }) => {
    test.slow();
    await signUpAndBuyStarterPack(page, newcomer());
    const wallet = new Wallet(await context.newPage());
    await wallet.open();

    await creator.open();
    const prompt = uniquePrompt('A lighthouse keeper and her cat');
    const card = await creator.generate(prompt);
    await expect(card.locator('video')).toBeVisible({ timeout: resultTimeoutMs });
    await expect(wallet.lines(prompt)).toHaveText([/^Charged.*−300 on hold/, /^Held.*−300\+300 on hold/]);
    await expect.poll(() => wallet.amount('Available')).toBe(700);
    await expect.poll(() => wallet.amount('Total spent')).toBe(300);
    await page.close();

    await wallet.lines(prompt).first().getByRole('link').click();
    const receipt = wallet.page.getByRole('dialog', { name: 'Cost of this generation' });
    await expect(receipt).toContainText('Charged300 credits');
    for (const fact of ['Base price at 480p', 'Held', 'Sent to the model', 'Model service ID'])
      await expect(receipt).toContainText(fact);
    await receipt.getByRole('link', { name: 'Show in history' }).click();
    await expect(wallet.page).toHaveURL(/\/creator\/history\/video\?search=/);
    await expect(wallet.page.getByRole('article').filter({ hasText: prompt })).toBeVisible();

    await wallet.open();
    await wallet.kind.selectOption('Charged');
    await expect(wallet.page).toHaveURL(/kind=settle/);
    await expect(wallet.lines(prompt)).toHaveCount(1);
    await wallet.page.getByLabel('From').fill('2999-01-01');
    await expect(wallet.page.getByText('No matching movements')).toBeVisible();
    await wallet.page.getByRole('button', { name: 'Show all' }).first().click();
    await expect(wallet.page).toHaveURL(/\/credits$/);
    await expect(wallet.lines(prompt)).toHaveCount(2);

    const [download] = await Promise.all([
      wallet.page.waitForEvent('download'),
      wallet.page.getByRole('link', { name: 'Download as CSV' }).click(),
    ]);
    const file = await download.path();
    await wallet.page.getByText('Check it yourself').click();
    const command = await wallet.page.locator('code').last().textContent();
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
    await expect(wallet.lines()).toHaveText([/^Charged/, /^Held/, /^Purchase/]);
  });

  test('refuses a generation above the daily limit until the limit is removed', async ({
    page,
    creator,
    problems,
  }) => {
    test.slow();
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

  test('opens a purchase by keyboard and by its URL, and closes it by keyboard', async ({ page }) => {
    await signUpAndBuyStarterPack(page, newcomer());
    const wallet = new Wallet(page);
    await wallet.open();
    const link = wallet.lines('Starter pack').getByRole('link');
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

  test('is asked to sign in, then sees an empty ledger', async ({ page, signIn }) => {
    await page.goto('/credits');
    await expect(page.getByText('Sign in to see your credits')).toBeVisible();
    await signIn(newcomer(), '/credits');
    await expect(page.getByText('No movements yet')).toBeVisible();
    await page.locator('main').getByRole('link', { name: 'See pricing' }).click();
    await expect(page).toHaveURL(/\/pricing$/);
  });
});
