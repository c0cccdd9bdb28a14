import type { OutputRow, SharedWork } from '@atelier/db';
import { escapeHtml } from './render-page.ts';
import type { WorkAddresses } from './render-works.ts';
import type { WorkFacts } from './work-facts.ts';

/** Larger than this, services that show previews give up. */
const maxPreviewBytes = 5_000_000;
const maxPosterWidth = 640;

export type Preview = { url: string; type: string; width: number | null; height: number | null };

/** The picture that stands for a work elsewhere. */
export function findPreview(
  { outputs }: Pick<SharedWork, 'outputs'>,
  { media, poster, asked }: WorkAddresses,
): Preview | undefined {
  const output = outputs.find(({ content_type }) => /^(image|video)\//.test(content_type));
  if (!output) return asked === undefined ? undefined : { url: asked, type: '', width: null, height: null };
  const { position, content_type: type, bytes, width, height, poster_key } = output;
  // Not every service reads webp, so the file itself is better where it is a picture.
  const isSmall = type.startsWith('image/') && (bytes === null || bytes <= maxPreviewBytes);
  if (isSmall || !poster_key)
    return type.startsWith('image/') ? { url: media(position), type, width, height } : undefined;
  return { url: poster(position), type: 'image/webp', ...posterSize(output) };
}

function posterSize({ width, height }: OutputRow): Pick<Preview, 'width' | 'height'> {
  if (width === null || height === null) return { width: null, height: null };
  const scale = Math.min(1, maxPosterWidth / width);
  return { width: Math.round(width * scale), height: Math.max(1, Math.round(height * scale)) };
}

/** The video that other sites may show in a frame. */
export function findVideo({ outputs }: Pick<SharedWork, 'outputs'>): OutputRow | undefined {
  return outputs.find(({ content_type }) => content_type.startsWith('video/'));
}

/** Open Graph, Twitter card, oEmbed and the canonical address. */
export function renderPreviewTags(
  work: SharedWork,
  { facts, addresses, publicUrl }: { facts: WorkFacts; addresses: WorkAddresses; publicUrl: string },
): string {
  const page = `${publicUrl}${addresses.page}`;
  const [preview, video] = [findPreview(work, addresses), findVideo(work)];
  const oembed = `${publicUrl}/api/oembed?format=json&url=${encodeURIComponent(page)}`;
  const properties: [string, string | number | null][] = [
    ['og:site_name', 'Atelier'],
    ['og:type', video ? 'video.other' : 'website'],
    ['og:title', facts.title],
    ['og:description', facts.description],
    ['og:url', page],
    ...(preview ? picture(preview, facts, publicUrl) : []),
    ...(video ? film(video, { addresses, publicUrl }) : []),
  ];
  const names: [string, string | number | null][] = [
    ['twitter:card', video ? 'player' : preview ? 'summary_large_image' : 'summary'],
    ['twitter:title', facts.title],
    ['twitter:description', facts.description],
    ['twitter:image', preview ? `${publicUrl}${preview.url}` : null],
    ['twitter:player', video ? `${page}/embed` : null],
    ['twitter:player:width', video?.width ?? null],
    ['twitter:player:height', video?.height ?? null],
  ];
  return [
    `<link rel="canonical" href="${escapeHtml(page)}">`,
    `<link rel="alternate" type="application/json+oembed" href="${escapeHtml(oembed)}" title="${escapeHtml(facts.title)}">`,
    ...properties.flatMap(([name, value]) => meta('property', name, value)),
    ...names.flatMap(([name, value]) => meta('name', name, value)),
  ].join('\n');
}

function picture(
  { url, type, width, height }: Preview,
  { alt }: WorkFacts,
  publicUrl: string,
): [string, string | number | null][] {
  return [
    ['og:image', `${publicUrl}${url}`],
    ['og:image:type', type || null],
    ['og:image:width', width],
    ['og:image:height', height],
    ['og:image:alt', alt],
  ];
}

function film(
  { position, content_type, width, height }: OutputRow,
  { addresses, publicUrl }: { addresses: WorkAddresses; publicUrl: string },
): [string, string | number | null][] {
  const url = `${publicUrl}${addresses.media(position)}`;
  return [
    ['og:video', url],
    ...(url.startsWith('https:') ? [['og:video:secure_url', url] as [string, string]] : []),
    ['og:video:type', content_type],
    ['og:video:width', width],
    ['og:video:height', height],
  ];
}

function meta(attribute: 'property' | 'name', name: string, value: string | number | null): string[] {
  return value === null ? [] : [`<meta ${attribute}="${name}" content="${escapeHtml(String(value))}">`];
}
