import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { listLanguages } from '../local-pages/texts.ts';
import { prepareBrowser } from './prepare-browser.ts';

const usage = `npm run screens -- [options] <url> ...
  Takes screenshots of each page in every combination of width, theme and language.
  --sign-in <email>          sign in first, at the origin of the first url (local stack only)
  --widths 360,768,1440      widths in pixels
  --themes dark,light
  --languages en,zh-CN       by default all
  --full-page                the whole page instead of the first screen
  --wait-for <selector>      wait until this is visible
  --out <directory>          default test-results/screens`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'sign-in': { type: 'string' },
    widths: { type: 'string', default: '360,768,1440' },
    themes: { type: 'string', default: 'dark,light' },
    languages: { type: 'string', default: listLanguages().join(',') },
    'full-page': { type: 'boolean', default: false },
    'wait-for': { type: 'string' },
    out: { type: 'string', default: 'test-results/screens' },
  },
});

if (positionals.length === 0) {
  console.error(usage);
  process.exit(1);
}
await takeScreenshots();

async function takeScreenshots(): Promise<void> {
  await mkdir(values.out, { recursive: true });
  const browser = await chromium.launch(await prepareBrowser());
  try {
    for (const theme of values.themes.split(',')) {
      for (const language of values.languages.split(',')) await takeVariant(browser, theme, language);
    }
  } finally {
    await browser.close();
  }
}

async function takeVariant(browser: Browser, theme: string, language: string): Promise<void> {
  const context = await browser.newContext({
    colorScheme: theme === 'light' ? 'light' : 'dark',
    locale: language,
    reducedMotion: 'reduce',
  });
  await signIn(context);
  const page = await context.newPage();
  page.on('console', (message) => message.type() === 'error' && console.warn(`console: ${message.text()}`));
  page.on('pageerror', (error) => console.warn(`page error: ${error.message}`));
  for (const url of positionals) {
    for (const width of values.widths.split(',')) {
      await page.setViewportSize({ width: Number(width), height: width === '360' ? 780 : 900 });
      const file = join(values.out, `${toSlug(url)}-${width}-${theme}-${language}.png`);
      await takeScreenshot(page, url, file);
    }
  }
  await context.close();
}

async function takeScreenshot(page: Page, url: string, file: string): Promise<void> {
  // Not 'networkidle': the page keeps a socket open. The app has replaced the prerendered page, and the heading shows that
  // the page has rendered.
  await page.goto(url, { waitUntil: 'load' });
  await page.waitForFunction(() => Reflect.get(globalThis, 'early') === undefined);
  await page
    .locator(values['wait-for'] ?? 'h1')
    .first()
    .waitFor({ state: 'visible', timeout: 10_000 });
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  await page.screenshot({ path: file, fullPage: values['full-page'] });
  console.log(resolve(file));
}

async function signIn(context: BrowserContext): Promise<void> {
  const email = values['sign-in'];
  const [firstUrl] = positionals;
  if (email === undefined || firstUrl === undefined) return;
  const page = await context.newPage();
  const login = new URL('/api/auth/login', firstUrl);
  login.search = new URLSearchParams({ login_hint: email, redirect: '/' }).toString();
  await page.goto(login.href);
  await page.close();
}

function toSlug(url: string): string {
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`.replaceAll(/[^a-zA-Z0-9]+/g, '-').replaceAll(/^-|-$/g, '') || 'home';
}
