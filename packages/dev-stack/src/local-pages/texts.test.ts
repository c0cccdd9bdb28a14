import { expect, it } from 'vitest';
import { readyAccounts } from '../openid/accounts.ts';
import { problemPage, signInPage } from '../openid/sign-in.ts';
import { checkoutGonePage, checkoutPage } from '../test-checkout/handle-request.ts';
import { readSession } from '../test-checkout/session.ts';
import { renderPage } from './local-page.ts';
import { listLanguages, readLocalPageTexts } from './texts.ts';

const session = readSession(
  new URLSearchParams({
    'line_items[0][price_data][product_data][name]': 'Starter',
    'line_items[0][price_data][unit_amount]': '500',
    'line_items[0][price_data][currency]': 'usd',
    'line_items[0][quantity]': '1',
    success_url: 'http://localhost:3000/done',
    cancel_url: 'http://localhost:3000/',
  }),
);

it.each(listLanguages())('every text of the local pages exists in %s', (language) => {
  const local = readLocalPageTexts(language);
  expect(local.language).toBe(language);
  const pages = [
    signInPage({ local, accounts: readyAccounts, action: '/interaction/1', refused: 'no address' }),
    problemPage(local, 'expired'),
    checkoutPage(session, local),
    checkoutGonePage(local, session.cancelUrl),
  ];
  for (const page of pages) {
    expect(renderPage(page)).toContain(`<html lang="${language}">`);
    expect(renderPage(page)).not.toContain('undefined');
  }
});

it.each([
  ['zh-CN,zh;q=0.9,en;q=0.8', 'zh-CN'],
  ['zh-TW', 'zh-CN'],
  ['cmn-Hans-CN', 'zh-CN'],
  ['yue-HK,en', 'zh-CN'],
  ['en-GB,zh', 'en'],
  ['xx, zh', 'zh-CN'],
  ['xx', 'en'],
  [undefined, 'en'],
])('a local page answers Accept-Language %s in %s', (acceptLanguage, language) => {
  expect(readLocalPageTexts(acceptLanguage).language).toBe(language);
});
