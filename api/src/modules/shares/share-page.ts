import { findKind, remixQuery } from '@atelier/catalog';
import type { SharedWork } from '@atelier/db';
import { renderPreviewTags } from './preview-tags.ts';
import { escapeHtml, type Messages, type Page } from './render-page.ts';
import { renderWorks, type WorkAddresses } from './render-works.ts';
import { describeWork, type Fact, type WorkFacts } from './work-facts.ts';

type Viewed = {
  words: Messages;
  addresses: WorkAddresses;
  publicUrl: string;
  /** Sees a way back to the generation. */
  isOwner: boolean;
};

/** A shared page: the work first, then as much of how it was made as its owner allows. */
export function renderSharePage(work: SharedWork, { words, addresses, publicUrl, isOwner }: Viewed): Page {
  const facts = describeWork(work, words);
  const shown = { words, addresses, alt: facts.alt, allowsDownload: work.allows_download };
  const works = renderWorks(work, shown);
  return {
    words,
    title: facts.title,
    description: facts.description,
    head: renderPreviewTags(work, { facts, addresses, publicUrl }),
    style: works.style,
    isIndexable: work.allows_indexing,
    main: `${isOwner ? ownNotice(work, words) : ''}${works.html}
<div class="grid">${renderTitle(work, facts, words)}
<aside class="stack"><div class="actions">${renderRemix(work, words)}${work.allows_download ? renderDownloads(work, shown) : ''}</div>
<p><a class="report small-text" href="${addresses.page}/report">${escapeHtml(words.translate('share.report'))}</a></p></aside>
<div class="origin stack">${renderAnswer(work, words)}${renderOrigin(work, facts, words)}</div></div>`,
  };
}

function ownNotice({ generation }: SharedWork, { translate }: Messages): string {
  const address = `/creator/history?view=${generation.id}`;
  return `<p class="notice">${escapeHtml(translate('share.own'))} <a href="${address}">${escapeHtml(translate('share.manage'))}</a></p>`;
}

function renderTitle({ finished_at }: SharedWork, { title, kindName }: WorkFacts, words: Messages): string {
  const { translate, language } = words;
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(finished_at);
  const day = finished_at.toISOString().slice(0, 10);
  const facts = [translate('share.byAi'), ...(title === kindName ? [] : [kindName])];
  return `<div class="title stack"><h1 dir="auto">${escapeHtml(title)}</h1>
<p class="line"><span class="badge">${escapeHtml(translate('share.madeWith'))}</span>${facts.map((fact) => `<span>${escapeHtml(fact)}</span>`).join('')}<time datetime="${day}">${escapeHtml(date)}</time></p></div>`;
}

function renderAnswer({ outputs, generation }: SharedWork, { translate }: Messages): string {
  const [text] = outputs.flatMap((output) => output.text ?? []);
  if (text === undefined) return '';
  const { isTranscript } = findKind(generation.kind) ?? {};
  const title = translate(isTranscript ? 'share.transcript' : 'share.answer');
  const shown = text === '' && isTranscript ? translate('share.silent') : text;
  return `<section><h2>${escapeHtml(title)}</h2><p class="text" dir="auto">${escapeHtml(shown)}</p></section>`;
}

/** How it was made. A prompt that the title shows whole is not repeated. */
function renderOrigin(work: SharedWork, { title, texts, settings }: WorkFacts, words: Messages): string {
  const { shows_prompt, shows_settings } = work;
  const kept = shows_prompt ? undefined : shows_settings ? 'share.keptPrompt' : 'share.kept';
  const sections = texts
    .filter(({ value }) => value.trim() !== title)
    .map(
      ({ label, value }) =>
        `<section><h2>${escapeHtml(label)}</h2><p class="text" dir="auto">${escapeHtml(value)}</p></section>`,
    );
  return [
    ...sections,
    kept === undefined ? '' : `<p class="soft">${escapeHtml(words.translate(kept))}</p>`,
    settings.length > 0 ? renderSettings(settings, words) : '',
  ].join('');
}

function renderSettings(settings: readonly Fact[], { translate }: Messages): string {
  const rows = settings.map(
    ({ label, value }) => `<div><dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd></div>`,
  );
  return `<section class="stack"><h2>${escapeHtml(translate('share.settings'))}</h2><dl>${rows.join('')}</dl></section>`;
}

/** Opens the form with what is shown here; nothing of a kind that is no longer offered. */
function renderRemix({ generation, shows_prompt, shows_settings }: SharedWork, words: Messages): string {
  const { translate, language } = words;
  const kind = findKind(generation.kind);
  if (!kind) return '';
  const shown = { prompt: shows_prompt, settings: shows_settings };
  const { query, price } = remixQuery(kind, generation.input as Record<string, unknown>, shown);
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const count = new Intl.NumberFormat(language).format(price.costCredits);
  const filled = shows_prompt
    ? shows_settings
      ? 'filledBoth'
      : 'filledPrompt'
    : shows_settings
      ? 'filledSettings'
      : 'filledKind';
  const hints = [`share.${filled}`, ...(query.left_out === undefined ? [] : ['share.filesNeeded'])];
  return `<a class="button" href="/creator/${kind.menu.path}?${escapeHtml(search.toString())}">${escapeHtml(translate('share.remix'))} · ${escapeHtml(translate('credits', { count }))}</a>
${hints.map((key) => `<p class="small-text soft">${escapeHtml(translate(key))}</p>`).join('')}`;
}

function renderDownloads(
  { outputs }: SharedWork,
  { words, addresses }: { words: Messages; addresses: WorkAddresses },
): string {
  const files = outputs.filter(({ storage_key }) => storage_key !== null);
  const links = files.map(({ position }, index) => {
    const label =
      files.length > 1
        ? words.translate('share.downloadOf', { place: index + 1 })
        : words.translate('share.download');
    return `<a class="button quiet" href="${addresses.media(position)}?download" download>${escapeHtml(label)}</a>`;
  });
  return links.join('');
}
