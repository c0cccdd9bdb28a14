import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { findLanguage } from '../../plugins/web-app.ts';
import { pageStyle } from './page-style.ts';

type Texts = { readonly [key: string]: string | Texts };

/** The words of the pages in one language. */
export type Messages = {
  language: string;
  /** A text of `shared-pages.json`, with its places filled. Throws for a key that the file lacks. Not escaped. */
  translate: (key: string, values?: Readonly<Record<string, string | number>>) => string;
  /** A text of `kinds.json`, such as `kinds.vace.title`; the fallback where it has none. Not escaped. */
  label: (key: string, fallback: string) => string;
};

/** The parts of a page. All but `title` and `description` are HTML: escape what goes into them. */
export type Page = {
  words: Messages;
  status?: number;
  title: string;
  description?: string;
  /** Further elements of the head. */
  head?: string;
  /** The content of `<main>`. */
  main: string;
  /** Further rules of the style sheet, for this page alone. */
  style?: string;
  /** Whether its state ends soon, so that no cache may store it. */
  isPassing?: boolean;
  /** Search engines may list it; no other page. */
  isIndexable?: boolean;
};

export type ServerPages = {
  /** Chooses the language by `?lang`, the cookie, and the languages of the browser. */
  messagesFor: (request: FastifyRequest) => Messages;
  /** Sends a page with the header and the footer of the product. */
  send: (request: FastifyRequest, reply: FastifyReply, page: Page) => FastifyReply;
  /** The same without them, for a frame on any site. */
  sendFrame: (request: FastifyRequest, reply: FastifyReply, page: Omit<Page, 'isIndexable'>) => FastifyReply;
};

/**
 * Reads what the pages that are rendered here are made of: texts and colours, from the built web app. Undefined without
 * a build: like all pages, these are not served then. The pages run no script, and load only files from this site.
 */
export function readServerPages({
  WEB_DIST,
  PUBLIC_URL,
}: {
  WEB_DIST: string;
  PUBLIC_URL: string;
}): ServerPages | undefined {
  const folder = join(WEB_DIST, 'pages', 'words');
  if (!existsSync(folder)) return undefined;
  const all = readAllWords(folder);
  const languages = [...all.keys()];
  const colours = readFileSync(join(folder, 'tokens.css'), 'utf8').match(/--color-[a-z-]+: [^;]+;/g) ?? [];
  const sheet = `:root{color-scheme:light dark;${colours.join('')}}${pageStyle}`;
  const isSecure = PUBLIC_URL.startsWith('https:');

  function messagesFor(request: FastifyRequest): Messages {
    const { lang } = request.query as { lang?: unknown };
    const wanted = typeof lang === 'string' && all.has(lang) ? lang : findLanguage(request, languages);
    const words = all.get(wanted) ?? all.get('en');
    if (!words) throw new Error(`${folder} has no English texts`);
    return words;
  }

  return {
    messagesFor,
    send: (request, reply, page) =>
      sendDocument(reply, page, {
        sheet,
        isSecure,
        ancestors: "'none'",
        html: (style) => renderPage(page, { request, style, names: listNames(all), publicUrl: PUBLIC_URL }),
      }),
    sendFrame(_request, reply, page) {
      reply.removeHeader('x-frame-options').header('cross-origin-resource-policy', 'cross-origin');
      return sendDocument(reply, page, {
        sheet,
        isSecure,
        ancestors: '*',
        html: (style) =>
          `${renderHead(page, { style, theme: '' })}<body class="frame">${page.main}</body></html>`,
      });
    },
  };
}

type Document = {
  html: (style: string) => string;
  /** The style sheet of all pages. */
  sheet: string;
  /** Sites that may show it in a frame. */
  ancestors: string;
  isSecure: boolean;
};

function sendDocument(
  reply: FastifyReply,
  page: Page,
  { html, sheet, ancestors, isSecure }: Document,
): FastifyReply {
  const style = sheet + (page.style ?? '');
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "img-src 'self' data:",
    "media-src 'self'",
    // Serves auditors alone, which read robots.txt as the page: it has no script.
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${ancestors}`,
    ...(isSecure ? ['upgrade-insecure-requests'] : []),
  ];
  reply
    .status(page.status ?? 200)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', policy.join(';'))
    // Whether a page is still shared is asked at each visit.
    .header('cache-control', page.isPassing ? 'no-store' : 'private, no-cache')
    .header('vary', 'accept-language, cookie');
  if (!page.isIndexable) reply.header('x-robots-tag', 'noindex');
  return reply.send(html(style));
}

function readAllWords(folder: string): Map<string, Messages> {
  const read = (tag: string, name: string) =>
    JSON.parse(readFileSync(join(folder, tag, name), 'utf8')) as Texts;
  const tags = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return new Map(
    tags.map(({ name: language }) => {
      const texts = read(language, 'shared-pages.json');
      // A build has compressed copies beside them.
      const files = readdirSync(join(folder, language, 'kinds')).filter((name) => name.endsWith('.json'));
      const own = files.map((name) => read(language, `kinds/${name}`));
      const kinds = withOwnLabels(read(language, 'kinds.json'), own);
      const translate: Messages['translate'] = (key, values = {}) => {
        const text = textAt(texts, key);
        if (text === undefined) throw new Error(`shared-pages.json in ${language} has no ${key}`);
        return text.replace(/\{\{(\w+)\}\}/g, (_place, name: string) => String(values[name] ?? ''));
      };
      return [language, { language, translate, label: (key, fallback) => textAt(kinds, key) ?? fallback }];
    }),
  );
}

/** The words of all kinds, with the labels of fields and options that only one kind has. */
function withOwnLabels(shared: Texts, own: readonly Texts[]): Texts {
  const labels = (part: string) =>
    [...own.map((words) => words[part]), shared[part]].reduce<Texts>(
      (all, texts) => (typeof texts === 'object' ? mergeTexts(all, texts) : all),
      {},
    );
  return { ...shared, fields: labels('fields'), options: labels('options') };
}

/** A field may have options in common with other kinds, and some of its own. */
function mergeTexts(all: Texts, more: Texts): Texts {
  const merged = Object.entries(more).map(([key, text]) => {
    const known = all[key];
    return [key, typeof known === 'object' && typeof text === 'object' ? mergeTexts(known, text) : text];
  });
  return { ...all, ...Object.fromEntries(merged) };
}

function textAt(texts: Texts, key: string): string | undefined {
  let found: string | Texts | undefined = texts;
  for (const part of key.split('.'))
    found = typeof found === 'object' && Object.hasOwn(found, part) ? found[part] : undefined;
  return typeof found === 'string' ? found : undefined;
}

/** Returns each language with its own name. */
function listNames(all: ReadonlyMap<string, Messages>): [tag: string, name: string][] {
  return [...all].map(([tag, { translate }]) => [tag, translate('languageName')]);
}

function renderHead(page: Page, { style, theme }: { style: string; theme: string }): string {
  const { words, title, description, head = '', isIndexable } = page;
  return `<!doctype html>
<html lang="${words.language}"${theme}>
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Atelier</title>
${description === undefined ? '' : `<meta name="description" content="${escapeHtml(description)}">`}
${isIndexable ? '' : '<meta name="robots" content="noindex">'}
<meta name="theme-color" content="#fafafc" media="(prefers-color-scheme: light)"><meta name="theme-color" content="#0b0b0f" media="(prefers-color-scheme: dark)">
<link rel="icon" href="/favicon.svg">
${head}
<style>${style}</style></head>
`;
}

type Around = {
  request: FastifyRequest;
  style: string;
  names: readonly [tag: string, name: string][];
  publicUrl: string;
};

function renderPage(page: Page, { request, style, names, publicUrl }: Around): string {
  const { translate, language } = page.words;
  const { theme } = request.cookies;
  const chosen = theme === 'dark' || theme === 'light' ? ` data-theme="${theme}"` : '';
  const { pathname } = new URL(request.url, publicUrl);
  const others = names
    .filter(([tag]) => tag !== language)
    .map(
      ([tag, name]) =>
        `<a href="${escapeHtml(pathname)}?lang=${tag}" hreflang="${tag}" lang="${tag}">${name}</a>`,
    );
  return `${renderHead(page, { style, theme: chosen })}<body>
<a class="skip" href="#main">${translate('skip')}</a>
<header><a class="brand" href="/">${logo}<span>Atelier</span></a><a class="button small" href="/creator/video/text-to-video">${translate('make')}</a></header>
<main id="main">
${page.main}
</main>
<footer><nav aria-label="${translate('pages')}"><a href="/pricing">${translate('pricing')}</a><a href="/terms">${translate('terms')}</a><a href="/privacy">${translate('privacy')}</a></nav><nav aria-label="${translate('language')}">${others.join('')}</nav></footer>
</body></html>`;
}

const logo =
  '<svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true"><rect width="32" height="32" rx="9" fill="#5850ec"/><g stroke="#fff" stroke-linecap="round" stroke-linejoin="round"><path d="M8.5 23 15 8.6a1.1 1.1 0 0 1 2 0L23.5 23" fill="none" stroke-width="2.6"/><path d="m14 17.6 5 2.7-5 2.7z" fill="#fff" stroke-width="1.2"/></g></svg>';

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
