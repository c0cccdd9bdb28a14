import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator, Page } from '@playwright/test';
import { appStarted, expect, test } from './fixtures.ts';
import { newcomer } from './newcomers.ts';

const form = '/creator/video/text-to-video';

test.use({ waitsForApp: false });

for (const { locale, title, prompt, price } of [
  { locale: 'en-US', title: 'Text to video', prompt: 'Prompt', price: 'Generate · 300 credits' },
  { locale: 'zh-CN', title: '文字生成视频', prompt: '提示词', price: '生成 · 300 积分' },
]) {
  test.describe(`a prerendered page without scripts, in ${locale}`, () => {
    test.use({ locale, javaScriptEnabled: false });

    test('shows the title, prompt and price of a form, and links to the other pages', async ({
      page,
      problems,
    }) => {
      // Chromium reports scripts that are switched off as forbidden by a security policy.
      problems.allow(/^request GET \/assets\/.*\.js csp$/);
      await page.goto(form);
      await expect(page).toHaveTitle(`${title} · Atelier`);
      await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
      await expect(page.getByRole('textbox', { name: prompt, exact: true })).toBeVisible();
      await expect(page.getByRole('button', { name: price })).toBeVisible();
      await page.locator('aside a[href="/pricing?kind=text-to-video"]').click();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('main')).toContainText('$5');
    });
  });
}

test('a page is drawn from its document alone, in the theme that was chosen', { tag: '@each-rule' }, async ({
  page,
  context,
  baseURL,
  problems,
}) => {
  problems.allow(/^request GET \S+ net::ERR_FAILED$/);
  await context.addCookies([{ name: 'theme', value: 'light', url: baseURL ?? '' }]);
  await page.route('**', (route) =>
    route.request().resourceType() === 'document' ? route.continue() : route.abort(),
  );
  await page.goto(form);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  const button = page.getByRole('button', { name: 'Generate · 300 credits' });
  await expect(button).toHaveCSS('background-color', 'rgb(88, 80, 236)');
});

test('a page is painted once its document is whole, not in parts that move', { tag: '@each-rule' }, async ({
  page,
  context,
  problems,
}) => {
  problems.allow(/^request GET \S+ net::ERR_FAILED$/);
  const document = await (await context.request.get('/', { headers: { accept: 'text/html' } })).text();
  const rest = Promise.withResolvers<void>();
  const middle = document.indexOf('</textarea>');
  const server = createServer((_request, reply) => {
    reply.setHeader('content-type', 'text/html');
    reply.write(document.slice(0, middle));
    void rest.promise.then(() => reply.end(document.slice(middle)));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  await page.route('**', (route) =>
    route.request().resourceType() === 'document' ? route.continue() : route.abort(),
  );
  const { port } = server.address() as AddressInfo;
  await page.goto(`http://127.0.0.1:${port}/`, { waitUntil: 'commit' });
  await expect(page.getByRole('textbox')).toBeAttached();
  const other = await context.newPage();
  await other.evaluate(async () => {
    for (let frame = 0; frame < 30; frame += 1) await new Promise(requestAnimationFrame);
  });
  const countPaints = () => page.evaluate(() => performance.getEntriesByType('paint').length);

  expect(await countPaints()).toBe(0);
  rest.resolve();
  await expect.poll(countPaints).toBeGreaterThan(0);
  server.close();
});

/** Opens a page whose app does not start before the returned function is called. */
async function openPrerendered(page: Page, path: string): Promise<() => void> {
  const starting = Promise.withResolvers<void>();
  await page.route('**/assets/index-*.js', async (route) => {
    await starting.promise;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  return starting.resolve;
}

test('the app keeps what is typed and chosen before it has started', async ({ page }) => {
  const start = await openPrerendered(page, '/creator/video/wan-v2-2-5b');
  const prompt = page.getByRole('textbox', { name: 'Prompt', exact: true });
  await prompt.pressSequentially('a lighthouse');
  await page.getByText('Advanced', { exact: true }).click();
  await page.getByRole('switch', { name: 'Prompt expansion' }).click();
  await page.getByRole('button', { name: /^Generate/ }).click();
  start();
  // The press is repeated once there is an app to answer it: the user is not signed in.
  await expect(page.getByRole('dialog')).toContainText('Sign in');
  await page.keyboard.press('Escape');
  await expect(prompt).toHaveValue('a lighthouse');
  await expect(page.getByRole('switch', { name: 'Prompt expansion' })).toBeChecked();
  await prompt.press('End');
  await prompt.pressSequentially(' at night');
  await page.reload();
  await expect(prompt).toHaveValue('a lighthouse at night');
});

test('a press that begins before the app has started and ends after it counts', {
  tag: '@each-rule',
}, async ({ page }) => {
  const start = await openPrerendered(page, form);
  const prompt = page.getByRole('textbox', { name: 'Prompt', exact: true });
  await prompt.fill('a lighthouse');
  await page.getByRole('button', { name: /^Generate/ }).hover();
  await page.mouse.down();
  start();
  await appStarted(page);
  await page.mouse.up();
  await expect(page.getByRole('dialog')).toContainText('Sign in');
});

test('the app keeps a file that is chosen, and the position of the cursor, before it has started', {
  tag: '@each-page',
}, async ({ page, signIn }) => {
  await signIn(newcomer());
  const start = await openPrerendered(page, '/creator/image-to-video/image-to-video');
  const prompt = page.getByRole('textbox', { name: 'Prompt', exact: true });
  await page.locator('input[type=file]').setInputFiles({
    name: 'a.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF'),
  });
  await prompt.fill('a boat');
  await prompt.press('Home');
  start();
  await expect(page.getByRole('group', { name: 'Image' })).toContainText('Please select a valid image file');
  await page.keyboard.type('I see ');
  await expect(prompt).toHaveValue('I see a boat');
});

test('the app keeps a choice that is made before it has started, and what depends on it', {
  tag: '@each-rule',
}, async ({ page }) => {
  const start = await openPrerendered(page, '/pricing');
  const calculator = page.getByRole('region', { name: 'What would it cost?' });
  await calculator.getByLabel('Type').selectOption({ label: 'Answer: Ask about an image' });
  start();
  await expect(calculator.getByRole('status')).toContainText('100 credits');
  await expect(calculator.getByLabel('Type').locator('option:checked')).toHaveText(
    'Answer: Ask about an image',
  );
});

test('the app keeps a file whose dialog was opened before it has started', { tag: '@each-page' }, async ({
  page,
  signIn,
}) => {
  await signIn(newcomer());
  const start = await openPrerendered(page, '/creator/image-to-video/image-to-video');
  const prerendered = await page.locator('input[type=file]').elementHandle();
  start();
  await expect.poll(() => prerendered?.evaluate((element) => element.isConnected)).toBe(false);
  await prerendered?.setInputFiles({
    name: 'a.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF'),
  });
  await expect(page.getByRole('group', { name: 'Image' })).toContainText('Please select a valid image file');
});

test('a history asks visitors to sign in before the app has started, and users at no time', {
  tag: '@each-rule',
}, async ({ page, signIn }) => {
  const path = '/creator/history/video';
  const invitation = page.getByText('Sign in to see your library');
  await openPrerendered(page, path);
  await expect(invitation).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await signIn(newcomer());
  await page.addInitScript(() => {
    window.invitations = 0;
    const count = () => {
      if (document.body?.textContent?.includes('Sign in to see')) window.invitations += 1;
    };
    new MutationObserver(count).observe(document, { childList: true, subtree: true });
  });
  await page.goto(path);
  await expect(page.getByText('Your first video starts with one sentence')).toBeVisible();
  expect(await page.evaluate(() => window.invitations)).toBe(0);
});

for (const { locale, paths } of [
  {
    locale: 'en-US',
    paths: [
      '/',
      '/pricing',
      form,
      '/creator/video/vace',
      '/creator/image-to-video/image-to-video',
      '/creator/image/text-to-image',
      '/creator/image-understanding',
      '/creator/video-to-audio',
      '/creator/history/video',
      '/help',
      '/help/first-video',
    ],
  },
  { locale: 'zh-CN', paths: ['/pricing', form, '/creator/image-to-video/image-to-video'] },
]) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test('the app has all words and pictures of the prerendered page when it takes its place', async ({
      page,
    }) => {
      await page.addInitScript(watchTaking);
      for (const path of paths) {
        await page.goto(path);
        await appStarted(page);
        expect
          .soft(await page.evaluate(() => window.taking), path)
          .toEqual({ missing: [], isCompared: true });
      }
    });
  });
}

for (const width of [1440, 360]) {
  test(`nothing moves when the app takes the place of the prerendered page, at ${width} px`, {
    tag: width === 1440 ? [] : '@each-device',
  }, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    for (const path of ['/pricing', form, '/creator/image/text-to-image', '/creator/history/video']) {
      const start = await openPrerendered(page, path);
      const headings = page.locator('main').locator('h1, h2').filter({ visible: true });
      await expect(headings.first()).toBeVisible();
      const prerendered = await listPlaces(headings);
      expect(prerendered).not.toEqual([]);
      start();
      await appStarted(page);
      expect.soft(await listPlaces(headings), path).toEqual(prerendered);
      await page.unrouteAll();
    }
  });
}

/** The texts of elements and where they begin, in whole pixels from the top of the window. */
function listPlaces(elements: Locator) {
  return elements.evaluateAll((all) =>
    all.map((each) => [each.textContent, Math.round(each.getBoundingClientRect().top)]),
  );
}

declare global {
  interface Window {
    taking: { missing: string[]; isCompared: boolean };
    invitations: number;
  }
}

/** Compares the prerendered page with the app before the first frame that the app is in. */
function watchTaking(): void {
  window.taking = { missing: [], isCompared: false };
  let prerendered: Element | null = null;
  const observer = new MutationObserver(() => {
    prerendered ??= document.querySelector('#root');
    if (!prerendered || prerendered.isConnected) return;
    observer.disconnect();
    const kept = readContents(document.querySelector('#root'));
    window.taking = {
      missing: readContents(prerendered).filter((each) => !kept.includes(each)),
      isCompared: true,
    };
  });
  observer.observe(document, { childList: true, subtree: true });

  function readContents(root: Element | null): string[] {
    if (!root) return [];
    const texts: string[] = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode;
      // Nothing of a menu is seen before it is opened, nor what only keeps its place.
      if (!parentElement?.closest('[popover], .invisible')) texts.push(textContent?.trim() ?? '');
    }
    const pictures = [...root.querySelectorAll('img, video')].map((each) => each.getAttribute('src') ?? '');
    return [...texts, ...pictures].filter((each) => each !== '');
  }
}
