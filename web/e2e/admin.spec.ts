import { Creator, expect, test, uniquePrompt } from './creator.ts';
import { newcomer, signUpAndBuyStarterPack } from './newcomers.ts';

const signedOut = { cookies: [], origins: [] };
const reason = 'Asked for by mail';

test.use({ storageState: signedOut });

test('an operator finds a user and grants them credits with a reason, which their open page shows at once', {
  tag: '@each-rule',
}, async ({ page, signIn, browser, baseURL }) => {
  const email = newcomer();
  const userContext = await browser.newContext({ baseURL, locale: 'en-US' });
  const userPage = await userContext.newPage();
  await userPage.goto(`/api/auth/login?${new URLSearchParams({ login_hint: email, redirect: '/credits' })}`);
  await expect(userPage.getByText('No movements yet')).toBeVisible();

  await signIn('ops@atelier.test', '/pricing');
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Administration' }).click();
  await page.getByRole('searchbox', { name: 'Find a user' }).fill(email.slice(0, 20));
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
  await expect(page.getByText('1 user', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: email }).click();
  await expect(page.getByRole('heading', { level: 1, name: email })).toBeVisible();

  await page.getByRole('button', { name: 'Adjust credits' }).click();
  const dialog = page.getByRole('dialog', { name: `Adjust credits of ${email}` });
  await dialog.getByRole('textbox', { name: 'Credits' }).fill('-5');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(dialog.getByText('A whole number; only a correction may be negative')).toBeVisible();
  await expect(dialog.getByText('3 to 500 characters, not starting')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Credits' }).fill('250');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill(reason);
  await dialog.getByRole('button', { name: 'Apply' }).dblclick();

  const note = page.getByRole('status').filter({ hasText: 'Applied' });
  await expect(note).toContainText(/Entry \d+ · Gift \+250/);
  await expect(note).toContainText(`${reason} (ops@atelier.test)`);
  await expect(note).toBeFocused();
  await expect(page.getByRole('table').locator('tbody tr')).toHaveCount(1);

  const line = userPage.getByRole('table').locator('tbody tr');
  await expect(line).toContainText('Gift');
  await expect(line).toContainText(`Support: ${reason}`);
  await expect(line).toContainText('+250');
  await expect(userPage.getByRole('link', { name: '250 credits left' })).toBeVisible();
  await userContext.close();
});

test('an operator cannot remove more credits than the user has', { tag: '@each-rule' }, async ({
  page,
  signIn,
  problems,
  browser,
  baseURL,
}) => {
  problems.allow(/^response 400 POST \/api\/admin\/credits/);
  const email = newcomer();
  const userContext = await browser.newContext({ baseURL, locale: 'en-US' });
  const userPage = await userContext.newPage();
  await userPage.goto(`/api/auth/login?${new URLSearchParams({ login_hint: email, redirect: '/credits' })}`);
  await expect(userPage.getByText('No movements yet')).toBeVisible();
  await userContext.close();
  await signIn('ops@atelier.test', `/admin?search=${encodeURIComponent(email)}`);
  await page.getByRole('link', { name: email }).click();
  await page.getByRole('button', { name: 'Adjust credits' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Type' }).selectOption('Correction');
  await dialog.getByRole('textbox', { name: 'Credits' }).fill('-100');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill(reason);
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('You do not have enough credits.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('No movements yet.')).toBeVisible();
});

test('an operator ends, retries and refunds a generation, each with its ledger entry', async ({
  page,
  signIn,
  browser,
  baseURL,
}) => {
  const userContext = await browser.newContext({ baseURL, locale: 'en-US' });
  const creator = new Creator(await userContext.newPage());
  const email = newcomer();
  await signUpAndBuyStarterPack(creator.page, email);
  await creator.open();
  const prompt = uniquePrompt('A slow glacier', 'stuck');
  const stuck = await creator.generate(prompt);
  await expect(stuck).toContainText('In queue');
  await creator.expectCreditsLeft(700);

  await signIn('ops@atelier.test', `/admin?search=${encodeURIComponent(email)}`);
  await page.getByRole('link', { name: email }).click();
  const note = page.getByRole('status').filter({ hasText: /Applied|Done/ });
  const operate = async (action: string, on: string) => {
    await page
      .getByRole('button', { name: `${action}: ${on}`, exact: true })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill(reason);
    await dialog.getByRole('button', { name: action, exact: true }).dblclick();
    await expect(dialog).toBeHidden();
  };
  await operate('Check now', prompt);
  await expect(note).toContainText('No credits moved');
  await operate('End', prompt);
  await expect(note).toContainText('Returned +300');
  await expect(note).toContainText('(ops@atelier.test)');
  await expect(stuck).toContainText('Support has ended this generation.');
  await creator.expectCreditsLeft(1_000);

  await operate('Run again', prompt);
  await expect(note).toContainText('Held −300');
  await expect(page.getByRole('button', { name: `End: ${prompt}` })).toHaveCount(1);
  await operate('End', prompt);
  await creator.expectCreditsLeft(1_000);

  await creator.page.reload();
  const done = uniquePrompt('A quick brook');
  const card = await creator.generate(done);
  await expect(card.locator('video')).toBeVisible({ timeout: 90_000 });
  await creator.expectCreditsLeft(700);
  await page.reload();
  await operate('Refund', done);
  await expect(note).toContainText('Refund +300');
  await expect(page.getByRole('button', { name: `Refund: ${done}` })).toHaveCount(0);
  await creator.expectCreditsLeft(1_000);
  await userContext.close();
});

test('the admin page does not exist for users who are not administrators', { tag: '@each-rule' }, async ({
  page,
  signIn,
}) => {
  await page.goto('/admin');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
  await signIn(newcomer(), '/admin');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
  await page.getByRole('button', { name: 'Account' }).click();
  await expect(page.getByRole('menuitem', { name: 'Credits' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Administration' })).toHaveCount(0);
});
