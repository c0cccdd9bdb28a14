import { prepareBrowser } from '@atelier/dev-stack/browser';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import type { ScenarioContext } from '../scenario.ts';
import type { BenchUser } from './insert-users.ts';

/** Starts the browser that npm brings; it closes with the scenario. */
export async function openBrowser({ resources }: ScenarioContext): Promise<Browser> {
  const browser = await chromium.launch(await prepareBrowser());
  resources.defer(() => browser.close());
  return browser;
}

/** Opens a window of 1440 × 900 in which a user is signed in and nothing is stored. */
export async function openSignedIn(
  browser: Browser,
  url: string,
  { cookie }: BenchUser,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1440, height: 900 },
    locale: 'en',
  });
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([
    { name, value, url },
    { name: 'signed-in', value: '1', url },
  ]);
  return context;
}
