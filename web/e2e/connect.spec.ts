import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectAccessibleInEveryLayout } from './accessibility.ts';
import { test } from './fixtures.ts';
import { buyPack, newcomer, signInByRequests } from './newcomers.ts';
import { readTexts } from './read-texts.ts';

const runs = [
  { locale: 'en-US', language: 'en' },
  { locale: 'zh-CN', language: 'zh-CN' },
];
const base = () => String(process.env.E2E_BASE_URL);
const send = async (path: string, fields: Record<string, string>): Promise<Record<string, string>> =>
  (await fetch(new URL(path, base()), { method: 'POST', body: new URLSearchParams(fields) })).json();

/** A program on this computer: it registers, sends its user to the site, and waits for them to return. */
async function startProgram(name: string) {
  const server = createServer((_request, reply) => reply.end('<title>Back</title>Back in the program'));
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const redirectUri = `http://localhost:${(server.address() as AddressInfo).port}/callback`;
  const registered = await fetch(new URL('/oauth/register', base()), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: name, redirect_uris: [redirectUri] }),
  });
  const { client_id: clientId } = (await registered.json()) as { client_id: string };
  const verifier = randomBytes(32).toString('base64url');
  const address = new URL('/oauth/authorize', base());
  address.search = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }).toString();
  const exchange = (back: string) =>
    send('/oauth/token', {
      grant_type: 'authorization_code',
      client_id: clientId,
      redirect_uri: redirectUri,
      code_verifier: verifier,
      code: new URL(back).searchParams.get('code') ?? '',
    });
  return { address: address.href, redirectUri, exchange, close: () => server.close() };
}

async function readUser(token: string | undefined): Promise<number> {
  const reply = await fetch(new URL('/api/user/info', base()), {
    headers: { authorization: `Bearer ${token}` },
  });
  return reply.status;
}

async function signIn(page: Page): Promise<void> {
  await signInByRequests(page, newcomer());
  await buyPack(page, 'starter');
}

for (const { locale, language } of runs) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });
    const [texts, account] = [readTexts(language, 'developers'), readTexts(language, 'account')];

    test('a program is allowed within limits, goes on, and is disconnected on the account page', async ({
      page,
    }) => {
      await signIn(page);
      const program = await startProgram('A host');
      await page.goto(program.address);
      await expect(page.getByRole('heading', { name: texts.connect.title })).toBeVisible();
      await expect(page.getByText(new URL(program.redirectUri).host)).toBeVisible();
      await expect(page.getByText(texts.connect.unconfirmed)).toBeVisible();
      if (language === 'en') await expectAccessibleInEveryLayout(page);
      else await expectAccessible(page);

      await page.getByLabel(texts.budgets.job).fill('x');
      await page.getByRole('button', { name: texts.connect.allow }).click();
      await expect(page.getByText(texts.budgets.invalid)).toBeVisible();
      await page.getByLabel(texts.budgets.job).fill('50');
      await page.getByRole('checkbox', { name: texts.scopes.files.title }).uncheck();
      await page.getByRole('group', { name: texts.kinds.title }).getByRole('checkbox').first().uncheck();
      await page.getByRole('button', { name: texts.connect.allow }).focus();
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(new RegExp(`^${program.redirectUri}`));
      const { access_token: token, scope } = await program.exchange(page.url());
      expect([await readUser(token), scope]).toEqual([200, 'generate read']);

      await page.goto('/developers');
      const row = page.getByRole('list', { name: texts.keys.list }).getByRole('listitem');
      await expect(row).toContainText(
        texts.keys.program.replace('{{host}}', new URL(program.redirectUri).host),
      );
      await expect(row).toContainText(texts.spent.job.replace('{{credits}}', '50'));

      // The same row is on the account page, where its limits change and where it ends.
      await page.goto('/account');
      const programs = page.getByRole('region', { name: account.programs.title });
      const connected = programs.getByRole('listitem');
      await connected.getByRole('button', { name: texts.change.of.replace('{{name}}', 'A host') }).click();
      await page.getByRole('dialog').getByLabel(texts.budgets.job).fill('40');
      await page.getByRole('dialog').getByRole('button', { name: texts.change.save }).click();
      await expect(connected).toContainText(texts.spent.job.replace('{{credits}}', '40'));
      await connected.getByRole('button', { name: texts.end.of.replace('{{name}}', 'A host') }).click();
      await page.getByRole('dialog').getByRole('button', { name: texts.end.do }).click();
      await expect(programs).toContainText(account.programs.none);
      await expect(programs.getByRole('heading')).toBeFocused();
      expect(await readUser(token)).toBe(401);
      program.close();
    });
  });
}

test('the code of a device is typed on a phone, compared and allowed', { tag: '@each-device' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page);
  const device = await send('/oauth/device', { client_id: 'atelier-command', scope: 'generate read' });
  await page.goto('/connect');
  await page.getByLabel('Code').fill('BCD');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('A code has eight letters')).toBeVisible();
  await page.getByLabel('Code').fill(String(device.user_code).replace('-', '').toLowerCase());
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.locator('dl')).toContainText(String(device.user_code));
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Allow' }).click();
  await expect(page.getByText('Connected. Go back to your device')).toBeVisible();
  const { access_token: token } = await send('/oauth/token', {
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    client_id: 'atelier-command',
    device_code: String(device.device_code),
  });
  expect(await readUser(token)).toBe(200);
});

test('the address that a device shows asks a visitor to sign in first, and an old code is refused', {
  tag: '@each-rule',
}, async ({ page, problems }) => {
  await page.goto('/connect?user_code=BCDF-GHJK');
  await expect(page).toHaveURL(/\/connect\/BCDF-GHJK$/);
  await expect(page.getByText('Sign in to answer')).toBeVisible();
  await signIn(page);
  problems.allow(/410/);
  await page.goto('/connect?user_code=BCDF-GHJK');
  await expect(page.getByText('This request has expired')).toBeVisible();
});

test('a user refuses a program, which learns nothing but that', { tag: '@each-rule' }, async ({ page }) => {
  await signIn(page);
  const program = await startProgram('A host');
  await page.goto(program.address);
  await page.getByRole('button', { name: 'Refuse' }).click();
  await expect(page).toHaveURL(/[?&]error=access_denied/);
  expect(new URL(page.url()).searchParams.get('code')).toBeNull();
  program.close();
});
