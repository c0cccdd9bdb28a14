import type { Browser, Page } from '@playwright/test';
import { languages } from '../src/lib/i18n/languages.build.ts';
import { expectAccessible, expectAccessibleInEveryLayout } from './accessibility.ts';
import { expectNothingClippedInAnyWindow } from './clipping.ts';
import { expect, test } from './fixtures.ts';
import { newcomer } from './newcomers.ts';
import { readTexts } from './read-texts.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0';

type Elsewhere = { email: string; locale: string; path: string };

/** The user's sign-in in another browser, Firefox on Linux. */
async function signInElsewhere(browser: Browser, { email, locale, path }: Elsewhere): Promise<Page> {
  const baseURL = process.env.E2E_BASE_URL;
  const context = await browser.newContext({ baseURL, locale, userAgent: firefox });
  const page = await context.newPage();
  const connected = page.waitForEvent('websocket');
  await page.goto(`/api/auth/login?${new URLSearchParams({ login_hint: email, redirect: path })}`);
  await (await connected).waitForEvent('framereceived');
  return page;
}

for (const { tag: locale } of languages) {
  test.describe(`the app in ${locale}`, () => {
    test.use({ locale });
    const { who, sessions, events, notice, device } = readTexts(locale, 'account');
    const { account, followed } = readTexts(locale, 'shell');
    const elsewhere = device.both.replace('{{browser}}', 'Firefox').replace('{{system}}', 'Linux');

    test('begins the account with whose it is, since when, and how they sign in', {
      tag: '@each-rule',
    }, async ({ page, signIn }) => {
      const email = newcomer();
      await signIn(email, '/account');
      const card = page.getByRole('region', { name: email.split('@')[0] });
      const month = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' }).format(new Date());
      for (const text of [email, who.since.replace('{{date}}', month), who.signIn.local])
        await expect(card).toContainText(text);
      const { user } = await (await page.request.get('/api/user/info')).json();
      expect(user.sign_in).toEqual({ way: 'local', issuer: expect.stringMatching(/^http:/) });
      await expectNothingClippedInAnyWindow(page, 'whose account it is');
    });

    test('asks about a sign-in in another browser, and signs it out at once', async ({
      page,
      signIn,
      browser,
    }) => {
      const email = newcomer();
      await signIn(email, '/account');
      const rows = page.getByRole('list', { name: sessions.list }).getByRole('listitem');
      await expect(rows).toHaveCount(1);
      await expect(page.getByText(sessions.onlyHere)).toBeVisible();

      const other = await signInElsewhere(browser, {
        email,
        locale,
        path: '/creator/video/text-to-video',
      });
      const question = page.getByRole('status').filter({ hasText: notice.question });
      const asked = followed.replace('{{text}}', notice.sign_in) + notice.question;
      await expect(question).toContainText(asked);
      if (locale === 'zh-CN') await expect(question).not.toContainText(/[。？]\s/);
      await expect(question).toContainText(elsewhere);
      await expect(rows).toHaveCount(2);
      await expect(other.getByRole('status').filter({ hasText: notice.question })).toBeHidden();
      await expectAccessibleInEveryLayout(page);
      await page.reload();
      await question.getByRole('button', { name: notice.yes }).click();
      await expect(question).toBeHidden();

      const row = rows.filter({ hasText: elsewhere });
      await row.getByRole('button').click();
      const dialog = page.getByRole('dialog', { name: sessions.endTitle });
      await expect(dialog).toContainText(elsewhere);
      await expectAccessible(page, 'the question before a session ends');
      await dialog.getByRole('button', { name: sessions.end, exact: true }).click();
      await expect(rows).toHaveCount(1);
      await expect(page.getByRole('heading', { name: sessions.title })).toBeFocused();
      const log = page.getByRole('list', { name: events.list }).getByRole('listitem');
      await expect(log.first()).toContainText(events.names.session_ended);

      await expect(other).toHaveURL(/\/$/);
      await expect(other.getByText(account.ended)).toBeVisible();
      await expect(other.getByRole('button', { name: account.signIn }).first()).toBeVisible();
      await other.context().close();
    });
  });
}

test('a key that another browser made raises a notice once this one is opened, which links to the account', {
  tag: '@each-page',
}, async ({ page, signIn, browser }) => {
  const email = newcomer();
  await signIn(email, '/pricing');
  await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeVisible();
  await page.goto('about:blank');
  const other = await signInElsewhere(browser, { email, locale: 'en-US', path: '/developers' });
  const { origin } = new URL(other.url());
  const made = await other.request.post('/api/user/api-keys', { data: { name: 'Key' }, headers: { origin } });
  const { ending } = (await made.json()) as { ending: string };

  await page.goto('/pricing');
  await expect(page.getByText(`The API key atl_…${ending} was created. Was this you?`)).toBeVisible();
  await page.getByRole('button', { name: 'Yes, it was me' }).click();
  await expect(page.getByText('A new browser signed in to your account. Was this you?')).toBeVisible();
  await page.getByRole('link', { name: 'No, check my account' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible();
  await expect(page.getByText('Was this you?')).toBeHidden();
  await page.getByRole('button', { name: 'Sign out all others' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText('You are signed in only in this browser.')).toBeVisible();
  await expect(other).toHaveURL(/\/$/);
  await other.context().close();
});

test('one notice asks about several new browsers', { tag: '@each-page' }, async ({
  page,
  signIn,
  browser,
}) => {
  const email = newcomer();
  await signIn(email, '/pricing');
  const others: Page[] = [];
  for (const path of ['/pricing', '/status'])
    others.push(await signInElsewhere(browser, { email, locale: 'en-US', path }));
  const question = page.getByRole('status').filter({ hasText: '2 new browsers signed in to your account.' });
  await expect(question).toContainText('Were they all you?');
  // Whatever ends where the question stands can be scrolled out from behind it.
  for (const path of ['/pricing', '/account', '/creator/video/text-to-video', '/creator/history/video']) {
    await page.goto(path);
    await expect(question).toBeVisible();
    await expectNothingClippedInAnyWindow(page, path);
  }
  await question.getByRole('button', { name: 'All mine' }).click();
  await expect(question).toBeHidden();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeVisible();
  await expect(page.getByText('signed in to your account')).toHaveCount(0);
  for (const other of others) await other.context().close();
});

test('another tab stays signed in and connected when one signs in again, and is signed out with the first', {
  tag: '@each-rule',
}, async ({ page, context, signIn, problems }) => {
  // A read that was on its way when its session ended.
  problems.allow(/^response 401 GET \/api\/(?:generations|user\/)/);
  const email = newcomer();
  await signIn(email, '/account');
  const tab = await context.newPage();
  await tab.goto('/pricing');
  await expect(tab.getByRole('button', { name: 'Account', exact: true })).toBeVisible();
  const reconnected = tab.waitForEvent('websocket');
  await signIn(email, '/account');
  await reconnected;
  await expect(page.getByRole('list', { name: 'Your sessions' }).getByRole('listitem')).toHaveCount(1);
  await expect(tab).toHaveURL(/\/pricing$/);
  await expect(tab.getByRole('button', { name: 'Account', exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Account', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(tab).toHaveURL(/\/$/);
  await expect(tab.getByText('You were signed out of this browser.')).toBeVisible();
});

test('a navigation that is under way when the session ends elsewhere arrives', {
  tag: '@faults',
}, async ({ page, signIn, browser }) => {
  const email = newcomer();
  const connected = page.waitForEvent('websocket');
  await signIn(email, '/account');
  const socket = await connected;
  await expect(page.getByText('You are signed in only in this browser.')).toBeVisible();
  let arrive = () => {};
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route('**/pricing', async (route) => {
    await arrival;
    await route.continue();
  });
  const navigation = page.goto('/pricing');

  const closed = socket.waitForEvent('close');
  const refused = page.waitForResponse((reply) => reply.url().endsWith('/api/user/info') && !reply.ok());
  const other = await signInElsewhere(browser, { email, locale: 'en-US', path: '/account' });
  await other.getByRole('button', { name: 'Sign out all others' }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await closed;
  await refused;
  arrive();

  await navigation;
  await expect(page).toHaveURL(/\/pricing$/);
  await expect(page.getByRole('button', { name: 'Sign in' }).first()).toBeVisible();
  await other.context().close();
});

test('the question about another browser covers no button of a form and moves nothing', {
  tag: '@each-rule',
}, async ({ page, signIn, browser }) => {
  const email = newcomer();
  await signIn(email, '/creator/video/text-to-video');
  const generate = page.getByRole('button', { name: /^Generate · / });
  await expect(generate).toBeInViewport({ ratio: 1 });
  const other = await signInElsewhere(browser, { email, locale: 'en-US', path: '/pricing' });
  const question = page.getByText('Was this you?');
  const prompt = page.getByRole('textbox', { name: 'Prompt', exact: true });
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(question).toBeVisible();
    await expect(generate).toBeInViewport({ ratio: 1 });
    await generate.click({ trial: true });
    await expect(prompt).toBeInViewport({ ratio: 1 });
  }
  await other.context().close();
});
