import { createHash } from 'node:crypto';
import type { TakeOutGeneration } from '@atelier/db';
import { fillWords } from '@atelier/words';
import type { Texts } from './texts.ts';

/** A generation as a page shows it; names are those in the archive. */
export type Card = {
  generation: Pick<
    TakeOutGeneration,
    | 'medium'
    | 'prompt'
    | 'alt_text'
    | 'model'
    | 'status'
    | 'created_at'
    | 'settled'
    | 'is_favorite'
    | 'tags'
    | 'deleted_at'
  >;
  outputs: readonly CardOutput[];
  detailsName: string;
};

export type CardOutput =
  | { is: 'file'; name: string; contentType: string }
  | { is: 'answer'; name: string; text: string }
  | { is: 'hidden' | 'missing' };

export type PageContext = { texts: Texts; email: string; until: Date; formats: Formats };
export type PageDates = { page: number; newest: Date; oldest: Date };

const style = `:root{color-scheme:light dark;--line:light-dark(#d8d8dc,#3a3a40);--soft:light-dark(#5a5a63,#a8a8b3)}
body{background:light-dark(#fff,#141416);color:light-dark(#1b1b1f,#ececf0);font:16px/1.5 system-ui,sans-serif;margin:0 auto;max-width:80rem;padding:1rem}
h1{font-size:1.5rem;margin:.5rem 0}p{margin:.25rem 0}
nav,footer{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;margin:1rem 0}a{color:light-dark(#3340b8,#aab4ff)}
main{display:grid;gap:1rem;grid-template-columns:repeat(auto-fill,minmax(min(18rem,100%),1fr))}
article{border:1px solid var(--line);border-radius:.5rem;padding:.75rem;min-width:0}
h2{font-size:1rem;font-weight:400;margin:.5rem 0;max-height:9rem;overflow:auto}
h2,.answer{white-space:pre-wrap;overflow-wrap:anywhere}.answer{max-height:24rem;overflow:auto}
img,video{display:block;width:100%;height:auto;border-radius:.25rem;margin-bottom:.5rem}audio{width:100%}
small,.soft{color:var(--soft);font-size:.875rem;overflow-wrap:anywhere}`;

/** Whatever a text in it tries: nothing runs, and nothing is requested but the files of the archive. */
const policy = [
  `default-src 'none'`,
  `img-src 'self' file:`,
  `media-src 'self' file:`,
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  `base-uri 'none'`,
  `form-action 'none'`,
].join('; ');

export function galleryName(page: number): string {
  return page === 1 ? 'index.html' : `gallery/${page}.html`;
}

export const pagesName = 'gallery/pages.html';

/** One page of the gallery, newest first. */
export function renderGalleryPage(
  context: PageContext,
  { page, cards, hasOlder }: { page: number; cards: readonly Card[]; hasOlder: boolean },
): string {
  const { texts } = context;
  const link = linksFrom(galleryName(page));
  const links = [
    page > 1 ? link(galleryName(page - 1), texts.newer) : '',
    hasOlder ? link(galleryName(page + 1), texts.older) : '',
    page > 1 || hasOlder ? link(pagesName, texts.allPages) : '',
    link('README.md', texts.readMe),
  ].join('');
  const number = page === 1 ? '' : ` · ${fillWords(texts.page, { page })}`;
  const shown = cards.map((card) => renderCard(context, card, link)).join('\n');
  return renderDocument(context, {
    title: `${texts.title}${number}`,
    body: `<nav>${links}</nav>
<main>
${shown || `<p>${escapeHtml(texts.empty)}</p>`}
</main>
<footer>${links}</footer>`,
  });
}

/** The list of all pages with their dates. */
export function renderPageList(context: PageContext, pages: Iterable<PageDates>): string {
  const link = linksFrom(pagesName);
  const lines = [...pages].map(({ page, newest, oldest }) => {
    const dates = `${formatDate(context, newest)} – ${formatDate(context, oldest)}`;
    const address = link(galleryName(page), fillWords(context.texts.page, { page }));
    return `<li>${address} <small>${escapeHtml(dates)}</small></li>`;
  });
  const title = `${context.texts.title} · ${context.texts.allPages}`;
  return renderDocument(context, { title, body: `<ul>\n${lines.join('\n')}\n</ul>` });
}

function renderDocument(context: PageContext, { title, body }: { title: string; body: string }): string {
  const { texts, email, until } = context;
  return `<!doctype html>
<html lang="${escapeHtml(texts.language)}">
<head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><style>${style}</style></head>
<body>
<header><h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(fillWords(texts.of, { email }))}</p>
<p class="soft">${escapeHtml(fillWords(texts.prepared, { date: formatDate(context, until) }))}</p></header>
${body}
</body>
</html>
`;
}

function renderCard(context: PageContext, { generation, outputs, detailsName }: Card, link: Link): string {
  const { texts, formats } = context;
  const isDone = generation.status === 'completed';
  const facts = [
    formatDate(context, generation.created_at),
    generation.model,
    fillWords(texts.credits, { credits: formats.number.format(generation.settled) }),
    isDone ? '' : (texts.status[generation.status] ?? generation.status),
    generation.is_favorite ? texts.favorite : '',
    generation.deleted_at
      ? fillWords(texts.inTrash, { date: formatDate(context, generation.deleted_at) })
      : '',
    ...generation.tags.map((tag) => `#${tag}`),
  ];
  return `<article>
${outputs.map((output) => renderOutput(context, output, { link, altText: generation.alt_text ?? generation.prompt })).join('\n')}
<h2>${escapeHtml(generation.prompt)}</h2>
<p><small>${escapeHtml(facts.filter(Boolean).join(' · '))}</small></p>
<p>${link(detailsName, texts.details)}</p>
</article>`;
}

function renderOutput(
  { texts }: PageContext,
  output: CardOutput,
  { link, altText }: { link: Link; altText: string },
): string {
  if (output.is === 'answer')
    return `<p>${link(output.name, texts.answer)}</p><div class="answer">${escapeHtml(output.text)}</div>`;
  if (output.is !== 'file') return `<p class="soft">${escapeHtml(texts[output.is])}</p>`;
  const address = link.formatAddress(output.name);
  const label = escapeHtml(altText);
  if (output.contentType.startsWith('video/'))
    return `<video controls preload="metadata" src="${address}" aria-label="${label}"></video>`;
  if (output.contentType.startsWith('audio/'))
    return `<audio controls preload="none" src="${address}" aria-label="${label}"></audio>`;
  if (output.contentType.startsWith('image/'))
    return `<a href="${address}"><img loading="lazy" src="${address}" alt="${label}"></a>`;
  return `<p>${link(output.name, output.name)}</p>`;
}

type Link = ((name: string, text: string) => string) & { formatAddress: (name: string) => string };

/** Links from one file of the archive to others. */
function linksFrom(from: string): Link {
  const up = '../'.repeat(from.split('/').length - 1);
  const formatAddress = (name: string) => up + name.split('/').map(encodeURIComponent).join('/');
  const link = (name: string, text: string) => `<a href="${formatAddress(name)}">${escapeHtml(text)}</a>`;
  return Object.assign(link, { formatAddress });
}

function formatDate({ formats }: PageContext, moment: Date): string {
  return formats.date.format(moment);
}

type Formats = { date: Intl.DateTimeFormat; number: Intl.NumberFormat };

/** Creates the formats of an archive: creating one takes longer than writing all of a generation. */
export function createFormats({ language }: Texts): Formats {
  const date = new Intl.DateTimeFormat(language, {
    timeZone: 'UTC',
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  return { date, number: new Intl.NumberFormat(language) };
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}
