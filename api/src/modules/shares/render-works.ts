import type { OutputRow, SharedWork } from '@atelier/db';
import { escapeHtml, type Messages } from './render-page.ts';

/** Where the files of one page are, without a host. */
export type WorkAddresses = {
  page: string;
  media: (position: number) => string;
  poster: (position: number) => string;
  /** The image that a question is about; undefined where there is none, or not any more. */
  asked: string | undefined;
};

/** No poster is wider (packages/media). */
const maxPosterWidth = 640;

type Shown = { addresses: WorkAddresses; words: Messages; alt: string; allowsDownload: boolean };

/** The results, as large as the window allows. `style`: rules for them alone, because styles in elements are not allowed. */
export function renderWorks(work: SharedWork, shown: Shown): { html: string; style: string } {
  const outputs = work.outputs.filter(({ storage_key }) => storage_key !== null);
  const several = outputs.length > 1 ? ' several' : '';
  const works = outputs.map((output, index) => renderOutput(output, index, outputs.length, shown));
  const asked = shown.addresses.asked
    ? `<figure class="work"><img src="${shown.addresses.asked}" alt="${escapeHtml(shown.words.translate('share.asked'))}" fetchpriority="high"></figure>`
    : '';
  const style = outputs.map(formatStyle).join('');
  const html = `${asked}${works.join('')}`;
  return { html: html && `<div class="stage"><div class="works${several}">${html}</div></div>`, style };
}

function renderOutput(output: OutputRow, index: number, total: number, shown: Shown): string {
  const { words, alt } = shown;
  const label = total > 1 ? `${alt} · ${words.translate('share.image', { place: index + 1, total })}` : alt;
  if (output.content_type.startsWith('video/')) return renderVideo(output, label, shown);
  if (output.content_type.startsWith('audio/')) return renderSound(output, label, shown);
  return renderImage(output, label, { ...shown, isFirst: index === 0 });
}

function renderVideo(output: OutputRow, label: string, { addresses, allowsDownload }: Shown): string {
  const { position, content_type } = output;
  const poster = output.poster_key ? ` poster="${addresses.poster(position)}"` : '';
  const kept = allowsDownload ? '' : ' controlslist="nodownload"';
  return `<figure class="work"><video id="work-${position}" controls playsinline loop preload="metadata"${poster}${renderSize(output)}${kept} aria-label="${escapeHtml(label)}"><source src="${addresses.media(position)}" type="${escapeHtml(content_type)}"></video></figure>`;
}

function renderImage(
  output: OutputRow,
  label: string,
  { addresses, isFirst }: Shown & { isFirst: boolean },
): string {
  const { position, width, poster_key } = output;
  const original = addresses.media(position);
  const posterWidth = Math.min(width ?? 0, maxPosterWidth);
  const sources =
    poster_key && width !== null && width > maxPosterWidth
      ? ` srcset="${addresses.poster(position)} ${posterWidth}w, ${original} ${width}w" sizes="(min-width: 76rem) 76rem, 100vw"`
      : '';
  const priority = isFirst ? ' fetchpriority="high"' : ' loading="lazy"';
  return `<figure class="work"><img id="work-${position}" src="${original}"${sources}${renderSize(output)}${priority} alt="${escapeHtml(label)}"></figure>`;
}

function renderSound(
  { position, peaks, content_type }: OutputRow,
  label: string,
  { addresses }: Shown,
): string {
  return `<figure class="work"><div class="sound">${drawWave(peaks ?? [])}<audio controls preload="metadata" aria-label="${escapeHtml(label)}"><source src="${addresses.media(position)}" type="${escapeHtml(content_type)}"></audio></div></figure>`;
}

/** Its average colour until it is there; a video is as large as the window allows, an image no larger than it is. */
function formatStyle({ placeholder, position, content_type, width, height }: OutputRow): string {
  const colour = placeholder && /^#[0-9a-f]{6}$/.test(placeholder) ? `background:${placeholder};` : '';
  const own = content_type.startsWith('image/') ? `,${width}px` : '';
  const size =
    width && height ? `width:min(100%,calc(min(72dvh,52rem)*${(width / height).toFixed(4)})${own});` : '';
  return colour || size ? `.work #work-${position}{${colour}${size}}` : '';
}

function renderSize({ width, height }: OutputRow): string {
  return width === null || height === null ? '' : ` width="${width}" height="${height}"`;
}

const barCount = 96;
/** Silence is visible as a line. */
const lowestBar = 0.04;

/** The loudness over time: each bar is the highest of its share of the peaks. */
function drawWave(peaks: readonly number[]): string {
  const bars = Array.from({ length: barCount }, (_, bar) => {
    const from = Math.floor((bar * peaks.length) / barCount);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * peaks.length) / barCount));
    const height = Math.min(1, Math.max(lowestBar, ...peaks.slice(from, to)));
    return `M${bar + 0.2} ${(1 - height).toFixed(3)}h.6v${(2 * height).toFixed(3)}h-.6z`;
  });
  return `<svg viewBox="0 0 ${barCount} 2" preserveAspectRatio="none" aria-hidden="true"><path d="${bars.join('')}" fill="currentColor"/></svg>`;
}
