import type { Browser, BrowserContext, Page } from '@playwright/test';
import { type EntryName, entries } from '../src/product/kept/table.ts';
import { appStarted, expect, test } from './fixtures.ts';
import { newcomer, signInByRequests } from './newcomers.ts';
import { originHeaders } from './own-requests.ts';

const form = '/creator/video/text-to-video';
const names = Object.keys(entries) as EntryName[];
const readPrompt = (page: Page) => page.getByRole('textbox', { name: 'Prompt', exact: true });
const areas = ['localStorage', 'sessionStorage'] as const;

/** Suffix by family of entries, for the names that need one. */
const parts: Partial<Record<EntryName, string>> = {
  form: 'text-to-video',
  travels: 'video',
  sheet: 'video.',
  'made-from': 'text-to-video',
};

/** The keys of every entry that may belong to this owner. */
function listKeys(owner: string): string[] {
  return names
    .filter((name) => (entries[name].owner === 'device') === (owner === 'device'))
    .map((name) => ['atelier', owner, name, parts[name]].filter((part) => part !== undefined).join('.'));
}

async function readUserId(context: BrowserContext): Promise<string> {
  return (await (await context.request.get('/api/user/info')).json()).user.id;
}

/** Does "Sign out all others" on another device of the user. */
async function endElsewhere(browser: Browser, email: string): Promise<void> {
  const context = await browser.newContext({ baseURL: process.env.E2E_BASE_URL });
  const page = await context.newPage();
  await signInByRequests(page, email);
  const reply = await page.request.delete('/api/user/sessions', { headers: originHeaders() });
  expect(reply.status(), 'the end of the other sessions').toBe(200);
  await context.close();
}

/** Everything that scripts of the page can read in the browser. */
function readBrowser(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const stored = [localStorage, sessionStorage].map((area) => ({ ...area }));
    const cached: string[] = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) cached.push(url);
    const bases = (await indexedDB.databases()).map(({ name }) => name);
    return JSON.stringify({ stored, cached, bases, state: history.state, cookie: document.cookie });
  });
}

test('what an account leaves in the browser is shown to no visitor and no other account', async ({
  page,
  context,
  browser,
  signIn,
}) => {
  const [email, other] = [newcomer(), newcomer()];
  const secret = `A heron of ${email}`;
  await signIn(email, form);
  const id = await readUserId(context);
  await readPrompt(page).fill(secret);
  await expect.poll(() => readBrowser(page)).toContain(secret);
  // Everything else that an account can leave there, in the form that it has.
  const left = listKeys(id);
  await page.evaluate(
    ({ left, secret, areas }) => {
      for (const area of areas)
        for (const key of left)
          window[area][key] ??= JSON.stringify(
            /form|travels|sheet/.test(key) ? { prompt: secret } : [secret],
          );
    },
    { left, secret, areas },
  );
  await page.goto('about:blank');
  await endElsewhere(browser, email);

  // The prompt is empty before the server has said who is signed in, and after.
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  await page.route('**/api/user/info', async (route) => {
    asked.resolve();
    await answered.promise;
    await route.continue();
  });
  await page.goto(form);
  await asked.promise;
  await appStarted(page);
  await expect(readPrompt(page)).toHaveValue('');
  answered.resolve();
  await expect(page.getByRole('button', { name: 'Sign in' }).first()).toBeVisible();
  await page.unroute('**/api/user/info');
  await expect(readPrompt(page)).toHaveValue('');
  await expect(page.locator('body')).not.toContainText(secret);
  await readPrompt(page).press('ArrowUp');
  await expect(readPrompt(page)).toHaveValue('');

  const typed = `A visitor ${crypto.randomUUID()}`;
  await readPrompt(page).fill(typed);
  await page.goto(`/api/auth/login?${new URLSearchParams({ login_hint: other, redirect: form })}`);
  await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeVisible();
  await expect(readPrompt(page)).toHaveValue(typed);
  const kept = await readBrowser(page);
  expect(kept).toContain(typed);
  for (const trace of [secret, id, 'atelier.visitor']) expect(kept).not.toContain(trace);
});

test('what an account typed is there again when its user signs in again, and a visitor adds to it', {
  tag: '@each-rule',
}, async ({ page, browser, signIn }) => {
  const email = newcomer();
  await signIn(email, form);
  await readPrompt(page).fill('A heron at dawn');
  await expect.poll(() => readBrowser(page)).toContain('A heron at dawn');
  await page.goto('about:blank');
  await endElsewhere(browser, email);
  await page.goto(form);
  await expect(page.getByRole('button', { name: 'Sign in' }).first()).toBeVisible();
  await expect(readPrompt(page)).toHaveValue('');
  await signIn(email, form);
  await expect(readPrompt(page)).toHaveValue('A heron at dawn');

  await page.goto('about:blank');
  await endElsewhere(browser, email);
  await page.goto(form);
  await readPrompt(page).fill('A kingfisher');
  await signIn(email, form);
  await expect(readPrompt(page)).toHaveValue('A kingfisher');
  await readPrompt(page).fill('');
  await readPrompt(page).press('ArrowUp');
  await expect(readPrompt(page)).toHaveValue('A heron at dawn');
});

test.describe('before the app has started', () => {
  test.use({ waitsForApp: false });

  test('the browser itself does not bring back what was typed when a page is gone back to', {
    tag: '@each-rule',
  }, async ({ page, problems }) => {
    problems.allow(/^request GET \/assets\/index-\S+ net::ERR_FAILED$/);
    for (const path of [form, '/']) {
      await page.goto(path);
      await appStarted(page);
      await readPrompt(page).fill('A heron at dawn');
      await page.goto('about:blank');
      await page.route('**/assets/index-*.js', (route) => route.abort());
      await page.goBack();
      await expect(readPrompt(page)).toHaveValue('');
      await page.unroute('**/assets/index-*.js');
    }
  });
});

test('a page of one user is loaded again when another one signs in in another tab', {
  tag: '@each-rule',
}, async ({ page, context, signIn, problems }) => {
  problems.allow(/^response 401 GET \/api\//);
  await signIn(newcomer(), form);
  await readPrompt(page).fill('A heron at dawn');
  const tab = await context.newPage();
  await tab.goto(`/api/auth/login?${new URLSearchParams({ login_hint: newcomer(), redirect: '/pricing' })}`);
  await expect(tab.getByRole('button', { name: 'Account', exact: true })).toBeVisible();
  await expect(readPrompt(page)).toHaveValue('');
  const kept = await readBrowser(page);
  expect(kept).not.toContain('A heron at dawn');
});

const wrong = [
  'null',
  '[]',
  '7',
  '"text"',
  '{"prompt":"cut of',
  '{"__proto__":{"a":1},"constructor":5,"toString":[],"length":1e400,"touched":[7],"model":{"a":1}}',
  '{"constructor":{"value":"x","atMs":1,"kindId":"y"},"prompt":{"value":{"a":1},"atMs":1,"kindId":"y"}}',
  '{"prompt":["a"],"seed":{},"image_url":7,"model":"constructor","touched":{"prompt":1e300},"seen_at_ms":"x"}',
  '{"prompts":7,"takes":1e9,"rolled":"x","kindIds":[7,null],"choices":{"resolution":[{"a":1}]},"removed":{}}',
  '{"path":7,"states":[],"id":[],"list":{},"x":{"generation":{"kind":"x","credits":5},"code":"y"}}',
];

test('no page breaks whatever stands in the browser’s storage', { tag: '@faults' }, async ({
  page,
  context,
  signIn,
  baseURL,
}) => {
  await signIn(newcomer(), form);
  const keys = [...listKeys(await readUserId(context)), ...listKeys('visitor'), ...listKeys('device')];
  const others = ['tsr-scroll-restoration-v1_3', 'atelier.draft.text-to-video', 'atelier.x', 'named-batches'];
  for (const [index, text] of wrong.entries()) {
    await test.step(text, async () => {
      await page.goto('/favicon.svg');
      await page.evaluate(
        ({ keys, text, areas }) => {
          for (const area of areas) for (const key of keys) window[area].setItem(key, text);
        },
        { keys: [...keys, ...others], text, areas },
      );
      const cookies = ['theme', 'language', 'sidebar', 'tile-height'].map((name) => ({
        name,
        value: encodeURIComponent(text),
        url: String(baseURL),
      }));
      await context.addCookies(cookies);
      // The start page has no menu.
      await page.goto('/');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const path = [form, '/creator/image/text-to-image', '/creator/history/video', '/pricing'][index % 4];
      await page.goto(String(path));
      await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeVisible();
      await page.getByRole('link', { name: 'Text to video', exact: true }).first().click();
      // The form before it has a prompt too.
      await expect(page.getByRole('heading', { level: 1, name: 'Text to video' })).toBeVisible();
      await readPrompt(page).fill(`A lamp, ${index}`);
    });
  }
  await page.reload();
  await expect(readPrompt(page)).toHaveValue(`A lamp, ${wrong.length - 1}`);
});

test('a form keeps working where the browser forbids storage', { tag: '@faults' }, async ({
  page,
  signIn,
}) => {
  await page.addInitScript(() => {
    for (const area of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, area, {
        get: () => {
          throw new DOMException('forbidden', 'SecurityError');
        },
      });
  });
  await signIn(newcomer(), form);
  await readPrompt(page).fill('A lamp');
  await page.getByRole('link', { name: 'Text to video Pro' }).first().click();
  await expect(page).toHaveURL(/text-to-video-pro$/);
  await page.goBack();
  await expect(readPrompt(page)).toHaveValue('A lamp');
});
