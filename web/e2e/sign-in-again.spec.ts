import type { Page } from '@playwright/test';
import { languages } from '../src/lib/i18n/languages.build.ts';
import { expectAccessible } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { ageSession, confirmAtProvider } from './fresh-sign-in.ts';
import { newcomer, signInByRequests } from './newcomers.ts';
import { readTexts } from './read-texts.ts';

for (const { tag: locale } of languages) {
  test.describe(`the key dialog in ${locale}`, () => {
    test.use({ locale });
    const { signInAgain } = readTexts(locale, 'dialogs');
    const { create, keys } = readTexts(locale, 'developers');

    test('asks for a new sign-in before a key is created, and returns as it was', async ({
      page,
      context,
      signIn,
      problems,
    }) => {
      problems.allow(/^response 403 POST \/api\/user\/api-keys/);
      const email = newcomer();
      await signIn(email, '/developers');
      await page.locator('section[aria-labelledby=keys-title] button').first().click();
      const form = page.getByRole('dialog', { name: create.title });
      await form.getByRole('textbox', { name: create.name }).fill('Nightly script');
      await ageSession(context);
      await page.keyboard.press('Enter');

      const question = page.getByRole('dialog', { name: signInAgain.title });
      await expect(question.getByRole('button', { name: signInAgain.button })).toBeFocused();
      await expectAccessible(page, 'the question above the form');
      await question.getByRole('button', { name: signInAgain.cancel }).click();
      await expect(question).toBeHidden();
      await expect(form.getByRole('textbox', { name: create.name })).toHaveValue('Nightly script');
      await form.getByRole('button', { name: create.do, exact: true }).click();
      await question.getByRole('button', { name: signInAgain.button }).click();
      await confirmAtProvider(page, email);

      await expect(form.getByRole('textbox', { name: create.name })).toHaveValue('Nightly script');
      await form.getByRole('button', { name: create.do, exact: true }).click();
      await expect(page.locator('#new-key-title')).toContainText('Nightly script');
      await page.getByRole('button', { name: keys.create }).click();
      await expect(form.getByRole('textbox', { name: create.name })).toHaveValue('');
    });
  });
}

test('a higher daily limit that was typed in is kept while the user signs in again, but not for another user', {
  tag: '@each-rule',
}, async ({ page, context, signIn, problems }) => {
  problems.allow(/^response 403 PATCH \/api\/user\/settings/);
  const email = newcomer();
  await signIn(email, '/credits');
  const limit = page.getByRole('textbox', { name: 'Credits a day' });
  await limit.fill('500');
  await page.getByRole('button', { name: 'Set the limit' }).click();
  await expect(page.getByRole('button', { name: 'Change the limit' })).toBeVisible();
  await ageSession(context);
  await limit.fill('400');
  await page.getByRole('button', { name: 'Change the limit' }).click();
  await expect(page.getByText('0 of 400 spent today')).toBeVisible();
  await limit.fill('900');
  await page.getByRole('button', { name: 'Change the limit' }).click();
  await page.getByRole('button', { name: 'Sign in again' }).click();
  await confirmAtProvider(page, email);
  await expect(limit).toHaveValue('900');
  await page.getByRole('button', { name: 'Change the limit' }).click();
  await expect(page.getByText('0 of 900 spent today')).toBeVisible();

  await ageSession(context);
  await limit.fill('1000');
  await page.getByRole('button', { name: 'Change the limit' }).click();
  await page.getByRole('button', { name: 'Sign in again' }).click();
  await page.locator('#email').fill(newcomer());
  await page.locator('#email').press('Enter');
  await expect(page.getByText('No limit is set')).toBeVisible();
  await expect(limit).toHaveValue('');
});

test('a higher budget of a key that was typed in is kept while the user signs in again', {
  tag: '@each-page',
}, async ({ page, context, signIn, problems }) => {
  problems.allow(/^response 403 PATCH \/api\/user\/api-keys/);
  const email = newcomer();
  await signIn(email, '/developers');
  await page.getByRole('button', { name: 'Create your first key' }).click();
  const creating = page.getByRole('dialog', { name: 'New API key' });
  await creating.getByRole('textbox', { name: 'Name' }).fill('Nightly');
  await creating.getByRole('textbox', { name: 'Credits a day' }).fill('500');
  await page.keyboard.press('Enter');
  await expect(page.getByText('0 of 500 credits today')).toBeVisible();

  await ageSession(context);
  const changing = page.getByRole('dialog', { name: 'Change budgets' });
  const saveBudget = async (credits: string) => {
    await page.getByRole('button', { name: 'Change the budgets of Nightly' }).click();
    await changing.getByRole('textbox', { name: 'Credits a day' }).fill(credits);
    await changing.getByRole('button', { name: 'Save' }).click();
  };
  await saveBudget('400');
  await expect(page.getByText('0 of 400 credits today')).toBeVisible();
  await saveBudget('900');
  await page.getByRole('button', { name: 'Sign in again' }).click();
  await confirmAtProvider(page, email);
  await expect(changing.getByRole('textbox', { name: 'Credits a day' })).toHaveValue('900');
  await changing.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('0 of 900 credits today')).toBeVisible();
});

test('an operator’s form is kept while they sign in again', { tag: '@each-page' }, async ({
  page,
  context,
  signIn,
  problems,
}) => {
  problems.allow(/^response 403 POST \/api\/admin\/credits/);
  const email = newcomer();
  await signIn(email);
  await signIn('ops@atelier.test', `/admin?search=${email}`);
  await page.getByRole('link', { name: email }).click();
  await page.getByRole('button', { name: 'Adjust credits' }).click();
  const form = page.getByRole('dialog', { name: `Adjust credits of ${email}` });
  await form.getByRole('combobox').selectOption('adjustment');
  await form.getByRole('textbox', { name: 'Credits' }).fill('250');
  await form.getByRole('textbox', { name: 'Reason' }).fill('Asked for by mail');
  await ageSession(context);
  await form.getByRole('button', { name: 'Apply' }).click();
  await page.getByRole('button', { name: 'Sign in again' }).click();
  await confirmAtProvider(page, 'ops@atelier.test');
  await expect(form.getByRole('combobox')).toHaveValue('adjustment');
  await expect(form.getByRole('textbox', { name: 'Reason' })).toHaveValue('Asked for by mail');
  await form.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Applied' })).toContainText('+250');
});

/** Asks for a page that is on its way until `arrive`, and is then expected in spite of what the page before it did. */
async function askForNextPage(page: Page): Promise<{ arrive: () => Promise<void> }> {
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  await page.route('**/status', async (route) => {
    asked.resolve();
    await answered.promise;
    await route.continue();
  });
  const opening = page.goto('/status');
  await asked.promise;
  return {
    async arrive() {
      // While this is answered, the app acts on what it has read.
      await page.request.get('/api/status');
      answered.resolve();
      await opening;
      await expect(page).toHaveURL(/\/status$/);
    },
  };
}

test('a page that is asked for before the app has connected is not overtaken by the end of the session', {
  tag: '@faults',
}, async ({ page, context, signIn }) => {
  await signIn(newcomer());
  const connecting = Promise.withResolvers<void>();
  await page.route(/\/assets\/shell-effects-/, async (route) => {
    await connecting.promise;
    await route.continue();
  });
  await page.reload();
  const next = await askForNextPage(page);
  await context.clearCookies({ name: 'sid' });
  const read = page.waitForResponse(
    (reply) => reply.url().endsWith('/api/user/info') && reply.status() === 401,
  );
  connecting.resolve();
  await read;
  await next.arrive();
});

test('a page that is asked for while another user signs in is not overtaken by the page before it', {
  tag: '@faults',
}, async ({ page, signIn, problems }) => {
  // A list that is read while the session is replaced is refused, and read again.
  problems.allow(/^response 401 GET \/api\/generations/);
  await signIn(newcomer());
  await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeVisible();
  const next = await askForNextPage(page);
  const read = page.waitForResponse((reply) => reply.url().endsWith('/api/user/info') && reply.ok());
  await signInByRequests(page, newcomer());
  await read;
  await next.arrive();
});
