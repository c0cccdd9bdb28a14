import { escapeHtml, type Page } from '../openid/page.ts';
import type { PageLanguage } from '../openid/words.ts';
import type { CheckoutSession } from './session.ts';
import { checkoutWords } from './words.ts';

/** What is bought, for how much, that no money moves, and the three ways on; one form, posted to itself. */
export function checkoutPage(session: CheckoutSession, language: PageLanguage): Page {
  const words = checkoutWords(language);
  const price = new Intl.NumberFormat(language, {
    style: 'currency',
    currency: session.currency.toUpperCase(),
  }).format(session.amountMinor / 100);
  const body = `<h1>${escapeHtml(words.title)}</h1><p role="note">${escapeHtml(words.notice)}</p>
<p><strong lang="en">${escapeHtml(session.label)}</strong><br>${escapeHtml(words.amount)}: ${escapeHtml(price)}</p>
<form method="post" action="/pay/${session.id}"><ul>
<li><button class="account go" name="action" value="complete">${escapeHtml(words.complete)}</button></li>
<li><button class="account" name="action" value="fail">${escapeHtml(words.fail)}</button></li>
<li><button class="account" name="action" value="cancel">${escapeHtml(words.cancel)}</button></li>
</ul></form>`;
  return { language, title: words.title, body };
}

/** For a session that is unknown or was used; `backUrl` where there is one. */
export function checkoutGonePage(language: PageLanguage, backUrl: string | undefined): Page {
  const words = checkoutWords(language);
  const link =
    backUrl === undefined ? '' : `<p><a href="${escapeHtml(backUrl)}">${escapeHtml(words.back)}</a></p>`;
  const body = `<h1>${escapeHtml(words.goneTitle)}</h1><p>${escapeHtml(words.goneAdvice)}</p>${link}`;
  return { language, title: words.goneTitle, body };
}
