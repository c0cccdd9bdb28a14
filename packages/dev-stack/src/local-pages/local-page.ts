import type { ServerResponse } from 'node:http';
import type { LocalAccount } from './accounts.ts';
import type { PageLanguage, PageWords } from './words.ts';

export type Page = {
  language: PageLanguage;
  title: string;
  body: string;
};

const style = `
:root { color-scheme: dark; font: 16px/1.5 system-ui, "PingFang SC", "Microsoft YaHei", "Noto Sans SC", sans-serif; }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px 16px; background: #0d0e12; color: #f2f3f7; }
main { width: 100%; max-width: 420px; }
h1 { font-size: 1.5rem; margin: 0 0 4px; letter-spacing: -0.01em; }
p { margin: 0 0 24px; color: #b4b8c5; }
ul { list-style: none; margin: 0 0 28px; padding: 0; display: grid; gap: 10px; }
button, input { font: inherit; color: inherit; border-radius: 12px; border: 1px solid #3a3e4b; background: #181a21; }
button { cursor: pointer; }
.account { width: 100%; padding: 14px 16px; text-align: left; display: grid; gap: 2px; }
.account:hover { background: #20232c; border-color: #565c6e; }
.account strong { font-weight: 600; overflow-wrap: anywhere; }
.account span { color: #b4b8c5; font-size: 0.9rem; }
label { display: block; margin-bottom: 6px; font-weight: 600; }
.row { display: flex; gap: 8px; flex-wrap: wrap; }
input { flex: 1 1 200px; min-width: 0; padding: 10px 14px; background: #101218; }
.go { padding: 10px 18px; background: #e9eaf0; color: #101218; border-color: #e9eaf0; font-weight: 600; }
.hint { margin: 8px 0 0; font-size: 0.9rem; }
.error { color: #ffb4ab; margin: 8px 0 0; }
:focus-visible { outline: 3px solid #8ab4ff; outline-offset: 2px; }
`;

/** The list of ready accounts and a field for any other address; one form, posted to `action`. */
export function signInPage(options: {
  accounts: readonly LocalAccount[];
  language: PageLanguage;
  words: PageWords;
  action: string;
  /** What was typed before and was no address. */
  refused: string | undefined;
}): Page {
  const { accounts, language, words, action, refused } = options;
  const buttons = accounts.map(
    ({ email, describedAs }) =>
      `<li><button class="account" name="email" value="${escapeHtml(email)}">` +
      `<strong>${escapeHtml(email)}</strong><span>${escapeHtml(words.accounts[describedAs])}</span></button></li>`,
  );
  const error =
    refused === undefined
      ? ''
      : `<p class="error" id="error" role="alert">${escapeHtml(words.badAddress)}</p>`;
  const described = refused === undefined ? 'hint' : 'error hint';
  const body = `<h1>${escapeHtml(words.title)}</h1><p>${escapeHtml(words.intro)}</p>
<form method="post" action="${escapeHtml(action)}"><ul>${buttons.join('')}</ul></form>
<form method="post" action="${escapeHtml(action)}" novalidate>
<label for="email">${escapeHtml(words.otherLabel)}</label>
<div class="row"><input id="email" name="email" type="email" autocomplete="email" aria-describedby="${described}"
 value="${escapeHtml(refused ?? '')}"><button class="go">${escapeHtml(words.otherButton)}</button></div>
${error}<p class="hint" id="hint">${escapeHtml(words.otherHint)}</p></form>`;
  return { language, title: words.title, body };
}

/** What a user sees when a request is refused; `reason` is the protocol's own code and description. */
export function problemPage(language: PageLanguage, words: PageWords, reason: string): Page {
  const body = `<h1>${escapeHtml(words.problemTitle)}</h1><p>${escapeHtml(words.problemAdvice)}</p>
<p><code>${escapeHtml(reason)}</code></p>`;
  return { language, title: words.problemTitle, body };
}

export function renderPage({ language, title, body }: Page): string {
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)} · Atelier</title>
<link rel="icon" href="data:,"><style>${style}</style></head><body><main>${body}</main></body></html>`;
}

export function sendPage(response: ServerResponse, status: number, page: Page): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    // No form-action: Chrome would apply it to the redirect back to the application as well.
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
  });
  response.end(renderPage(page));
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
