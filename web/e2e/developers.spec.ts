import { expect, type Page } from '@playwright/test';
import { languages } from '../src/lib/i18n/languages.build.ts';
import { expectAccessible, expectAccessibleInEveryLayout } from './accessibility.ts';
import { test } from './fixtures.ts';
import { buyPack, newcomer } from './newcomers.ts';

/** Page object of the API page, and a program that uses a key without a cookie. */
class Developers {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async create(name: string): Promise<void> {
    await this.page
      .getByRole('button', { name: /^(New key|Create your first key)$/ })
      .first()
      .click();
    const dialog = this.page.getByRole('dialog', { name: 'New API key' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await this.page.keyboard.press('Enter');
    await expect(this.made(name)).toBeVisible();
  }

  made(name: string) {
    return this.page.getByRole('region', { name: `Copy the key “${name}” now` });
  }

  row(name: string) {
    return this.page
      .getByRole('list', { name: 'Your API keys' })
      .getByRole('listitem')
      .filter({ hasText: name });
  }

  /** A submission from outside the browser: the status, and the code of a refusal. */
  async submitWith(key: string): Promise<[number, string | undefined]> {
    const reply = await fetch(new URL('/api/wan/createImage', this.page.url()), {
      method: 'POST',
      headers: { authorization: `Key ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        image_generation_type: 'text-to-image',
        model: 'flux-schnell',
        prompt: 'A fox',
      }),
    });
    return [reply.status, ((await reply.json()) as { code?: string }).code];
  }

  /** A call from outside the browser. */
  async fetchUserWith(
    key: string,
  ): Promise<{ status: number; body: { user?: { email: string }; code?: string } }> {
    const url = new URL('/api/user/info', this.page.url());
    const reply = await fetch(url, { headers: { authorization: `Key ${key}` } });
    return { status: reply.status, body: (await reply.json()) as { code?: string } };
  }
}

test('a key works without a browser until it is revoked', async ({ page, context, signIn }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const email = newcomer();
  await signIn(email, '/developers');
  const developers = new Developers(page);
  await expect(page.getByText('No keys yet')).toBeVisible();
  await developers.create('Nightly script');
  const made = developers.made('Nightly script');
  await expect(made.getByRole('heading')).toBeFocused();
  await made.getByRole('button', { name: 'Copy the key' }).click();
  await expect(made.getByRole('button', { name: 'Copied', exact: true })).toBeVisible();
  const key = await page.evaluate(() => navigator.clipboard.readText());
  expect(key).toMatch(/^atl_[\w-]{43}$/);
  await expect(made.locator('code')).toHaveText(key);
  await made.getByRole('button', { name: 'I have copied it' }).click();
  await expect(made).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Keys', exact: true })).toBeFocused();
  await expect(developers.row('Nightly script')).toContainText(`atl_…${key.slice(-4)}`);
  await expect(developers.row('Nightly script')).toContainText('Last usedNever');

  expect(await developers.fetchUserWith(key)).toMatchObject({ status: 200, body: { user: { email } } });
  await expect(async () => {
    await page.reload();
    await expect(developers.row('Nightly script')).not.toContainText('Never', { timeout: 2_000 });
  }).toPass();
  expect(await page.content()).not.toContain(key);

  await page.getByRole('button', { name: 'Revoke Nightly script' }).click();
  const question = page.getByRole('dialog', { name: 'Revoke this key?' });
  await expect(question).toContainText('Nightly script');
  await page.keyboard.press('Escape');
  const revoke = page.getByRole('button', { name: 'Revoke Nightly script' });
  await expect(revoke).toBeFocused();
  expect((await developers.fetchUserWith(key)).status).toBe(200);
  await expect(question).toBeHidden();
  await revoke.press('Enter');
  await question.getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('No keys yet')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Keys', exact: true })).toBeFocused();
  await expect(page.getByText('The key “Nightly script” is revoked.')).toBeVisible();
  expect(await developers.fetchUserWith(key)).toMatchObject({
    status: 401,
    body: { code: 'invalid_api_key' },
  });
});

test('the dialog requires a name, and shows why a key could not be created', { tag: '@each-rule' }, async ({
  page,
  signIn,
  problems,
}) => {
  problems.allow(/^response 409 POST \/api\/user\/api-keys/);
  await signIn(newcomer(), '/developers');
  await page.getByRole('button', { name: 'Create your first key' }).click();
  const dialog = page.getByRole('dialog', { name: 'New API key' });
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByText('Enter 1 to 60 characters')).toBeVisible();
  await page.route('**/api/user/api-keys', (route) =>
    route.fulfill({ status: 409, json: { code: 'too_many_api_keys' } }),
  );
  await dialog.getByRole('textbox', { name: 'Name' }).fill('One more');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Revoke one first');
  await page.unroute('**/api/user/api-keys');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(new Developers(page).row('One more')).toBeVisible();
});

test('the new key stays on the page until it is dismissed or another one is created', {
  tag: '@each-rule',
}, async ({ page, signIn }) => {
  await signIn(newcomer(), '/developers');
  const developers = new Developers(page);
  await developers.create('First');
  await page.keyboard.press('Escape');
  await expect(developers.made('First')).toBeVisible();
  await developers.create('Second');
  await expect(developers.made('Second').getByRole('heading')).toBeFocused();
  await expect(developers.made('First')).toBeHidden();
  await page.getByRole('button', { name: 'Revoke Second' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(developers.made('Second')).toBeHidden();
  await expect(developers.row('First')).toBeVisible();
});

test('the page is linked in the account menu, links to the documentation and shows programs with this origin', {
  tag: '@each-rule',
}, async ({ page, signIn }) => {
  await signIn(newcomer(), '/pricing');
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'API' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'API' })).toBeVisible();
  const { origin } = new URL(page.url());
  for (const address of [
    `"url": "${origin}/mcp"`,
    `url: '${origin}/api/wan/fal/proxy'`,
    `baseURL: '${origin}/v1'`,
  ])
    await expect(page.locator('code', { hasText: address })).toBeVisible();
  await expect(page.getByRole('link', { name: 'API documentation' })).toHaveAttribute('href', '/api/docs');
});

test('the page asks signed-out visitors to sign in and returns them to it', { tag: '@each-rule' }, async ({
  page,
}) => {
  await page.goto('/developers');
  await expect(page.getByText('Sign in to create an API key')).toBeVisible();
  const asked = page.waitForRequest(/\/api\/auth\/login\?/);
  await page.locator('main').getByRole('button', { name: 'Sign in' }).click();
  expect(new URL((await asked).url()).searchParams.get('redirect')).toBe('/developers');
});

for (const { tag: locale } of languages) {
  test.describe(`the page with keys, in ${locale}`, () => {
    test.use({ locale });

    test('limits what a key may do and spend, and until when', { tag: '@each-rule' }, async ({
      page,
      signIn,
    }) => {
      await signIn(newcomer(), '/developers');
      await buyPack(page, 'starter');
      const developers = new Developers(page);
      const section = page.locator('section[aria-labelledby=keys-title]');
      await section.getByRole('button').first().click();
      const dialog = page.getByRole('dialog');
      const field = (name: string) => dialog.locator(`input[name=${name}]`);
      await field('name').fill('Limited');
      for (const scope of ['generate', 'read', 'files'])
        await dialog.locator(`input[value=${scope}]`).uncheck();
      await field('daily_budget_credits').fill('1.5');
      await field('ask_above_credits').fill('many');
      await field('expires_at').fill('2020-01-01');
      await page.keyboard.press('Enter');
      await expect(dialog.locator('[id$=-error]')).toHaveCount(4);
      await dialog.locator('input[value=generate]').check();
      await field('daily_budget_credits').fill('30');
      await field('total_budget_credits').fill('100');
      await field('ask_above_credits').fill('77');
      await field('expires_at').fill(new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10));
      await page.keyboard.press('Enter');
      await expect(dialog).toBeHidden();

      const key = (await page.locator('section[aria-labelledby=new-key-title] code').textContent()) ?? '';
      expect(await developers.submitWith(key)).toEqual([200, undefined]);
      expect(await developers.submitWith(key)).toEqual([403, 'key_budget_reached']);
      expect(await developers.fetchUserWith(key)).toMatchObject({
        status: 403,
        body: { code: 'key_scope_missing' },
      });

      await page.reload();
      const row = section.getByRole('listitem');
      await expect(row.getByRole('progressbar').first()).toHaveAttribute('aria-valuenow', '67');
      await expect(row.getByRole('progressbar').last()).toHaveAttribute('aria-valuenow', '20');
      await expect(row).toContainText('77');
      await row.getByRole('button').first().click();
      await field('ask_above_credits').fill('66');
      await field('daily_budget_credits').fill('');
      await page.keyboard.press('Enter');
      await expect(dialog).toBeHidden();
      await expect(row.getByRole('progressbar')).toHaveCount(1);
      await expect(row).toContainText('66');
      expect(await developers.submitWith(key)).toEqual([200, undefined]);

      await page.goto('/credits');
      const lines = page.getByRole('table').locator('tbody tr');
      const line = lines.filter({ hasText: 'Limited' }).first();
      await expect(line).toContainText(key.slice(-4));
      await line.getByRole('link').click();
      await expect(dialog).toContainText('Limited');
    });

    test('shows an expired key until it is removed', { tag: '@each-rule' }, async ({ page, signIn }) => {
      await signIn(newcomer(), '/developers');
      const section = page.locator('section[aria-labelledby=keys-title]');
      await section.getByRole('button').first().click();
      await page.getByRole('dialog').getByRole('textbox').first().fill('Last year');
      await page.keyboard.press('Enter');
      await expect(section.getByRole('listitem')).toHaveCount(1);
      await page.route('**/api/user/api-keys', async (route) => {
        const response = await route.fetch();
        const { data } = (await response.json()) as { data: object[] };
        const ended = { is_expired: true, expires_at: '2025-12-31T16:00:00.000Z' };
        await route.fulfill({ response, json: { data: data.map((key) => ({ ...key, ...ended })) } });
      });
      await page.reload();
      const row = section.getByRole('listitem');
      await expect(row.locator('time[datetime^="2025-12-31"]')).toBeVisible();
      // An expired key has nothing to change.
      await expect(row.getByRole('button')).toHaveCount(1);
      await row.getByRole('button').click();
      await page.getByRole('dialog').locator('button[type=submit]').click();
      await expect(section.getByRole('listitem')).toHaveCount(0);
    });

    test('has no accessibility violation and no horizontal overflow', { tag: '@each-page' }, async ({
      page,
      signIn,
    }) => {
      await signIn(newcomer(), '/developers');
      const name = 'A-name-as-long-as-names-may-be-and-without-any-space-in-it-60';
      for (let count = 0; count < 2; count += 1) {
        await page.locator('section[aria-labelledby=keys-title] button').first().click();
        if (count === 0) await expectAccessible(page);
        await page.getByRole('dialog').getByRole('textbox').first().fill(name.slice(count));
        await page.keyboard.press('Enter');
        await expect(page.getByRole('dialog')).toBeHidden();
        // Only then is the button that creates another key the first one of the section.
        await expect(page.locator('section[aria-labelledby=keys-title] li')).toHaveCount(count + 1);
      }
      await expectAccessibleInEveryLayout(page);
    });
  });
}
