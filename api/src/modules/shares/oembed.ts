import { AppError, type OembedReply, oembedQuery, oembedReply } from '@atelier/contract';
import type { SharedWork } from '@atelier/db';
import type { Api, RouteDeps } from '../../api.ts';
import { limitGuesses } from '../../plugins/rate-limit.ts';
import { findAddresses, getSharedWork } from './find-work.ts';
import { findPreview, findVideo, type Preview } from './preview-tags.ts';
import { escapeHtml, readServerPages, type ServerPages } from './render-page.ts';
import type { WorkAddresses } from './render-works.ts';
import { describeWork } from './work-facts.ts';

/** A page may be taken back at any time, so others should not keep this for long. */
const cacheSeconds = 300;

/** Describes a shared page to sites that embed it (https://oembed.com): a video as a frame, an image as itself. */
export async function oembedRoutes(api: Api, deps: RouteDeps): Promise<void> {
  const pages = readServerPages(deps.env);
  await api.register(async (limited) => {
    const typed = limited as unknown as Api;
    limitGuesses(typed, deps);
    oembedRoute(typed, deps, pages);
  });
}

function oembedRoute(api: Api, deps: RouteDeps, pages: ServerPages | undefined): void {
  const { PUBLIC_URL: publicUrl } = deps.env;
  api.get(
    '/api/oembed',
    {
      config: { keyScopes: [] },
      schema: {
        tags: ['shares'],
        summary: 'Describe a shared page to a site that embeds it',
        querystring: oembedQuery,
        response: { 200: oembedReply },
      },
    },
    async (request, reply): Promise<OembedReply> => {
      const { url, format, maxwidth = Infinity, maxheight = Infinity } = request.query;
      if (format !== 'json') throw new AppError('format_not_supported');
      if (!pages) throw new AppError('not_found');
      const token = tokenIn(url, publicUrl);
      const work = await getSharedWork(deps, token);
      const addresses = await findAddresses(deps, work, token);
      const { title } = describeWork(work, pages.messagesFor(request));
      const within = { maxwidth, maxheight };
      reply.header('cache-control', 'private, no-cache');
      return {
        version: '1.0',
        title,
        provider_name: 'Atelier',
        provider_url: publicUrl,
        cache_age: cacheSeconds,
        ...describeEmbed(work, { addresses, publicUrl, title, within }),
      };
    },
  );
}

type Within = { maxwidth: number; maxheight: number };
type Embed = Omit<OembedReply, 'version' | 'title' | 'provider_name' | 'provider_url' | 'cache_age'>;
type Shown = { addresses: WorkAddresses; publicUrl: string; title: string; within: Within };

/** Nothing in it is larger than was asked for: also not a file at an address, which no parameter makes smaller. */
function describeEmbed(work: SharedWork, { addresses, publicUrl, title, within }: Shown): Embed {
  const [preview, video] = [findPreview(work, addresses), findVideo(work)];
  const isWhole = preview && isWithin(preview, within);
  if (video?.width && video.height) {
    const size = fitInto(video.width, video.height, within);
    const thumbnail = isWhole && preview.width && preview.height ? preview : undefined;
    return {
      type: 'video',
      ...size,
      html: frame(`${publicUrl}${addresses.page}/embed`, title, size),
      ...(thumbnail && {
        thumbnail_url: `${publicUrl}${thumbnail.url}`,
        thumbnail_width: thumbnail.width ?? undefined,
        thumbnail_height: thumbnail.height ?? undefined,
      }),
    };
  }
  if (video || !preview?.width || !preview.height) return { type: 'link' };
  const url = `${publicUrl}${preview.url}`;
  const size = fitInto(preview.width, preview.height, within);
  return isWhole
    ? { type: 'photo', ...size, url }
    : { type: 'rich', ...size, html: picture(`${publicUrl}${addresses.page}`, url, title, size) };
}

function isWithin({ width, height }: Preview, { maxwidth, maxheight }: Within): boolean {
  return (width ?? Infinity) <= maxwidth && (height ?? Infinity) <= maxheight;
}

/** Throws not_found for what is no address of a shared page. */
function tokenIn(address: string, publicUrl: string): string {
  const url = URL.parse(address);
  const [, token] = /^\/s\/([\w-]+)\/?$/.exec(url?.pathname ?? '') ?? [];
  if (!token || url?.origin !== new URL(publicUrl).origin) throw new AppError('not_found');
  return token;
}

type Size = { width: number; height: number };

function fitInto(width: number, height: number, { maxwidth, maxheight }: Within): Size {
  const scale = Math.min(1, maxwidth / width, maxheight / height);
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) };
}

function frame(src: string, title: string, { width, height }: Size): string {
  return `<iframe src="${escapeHtml(src)}" width="${width}" height="${height}" title="${escapeHtml(title)}" allow="fullscreen" style="border:0"></iframe>`;
}

function picture(page: string, src: string, title: string, { width, height }: Size): string {
  return `<a href="${escapeHtml(page)}"><img src="${escapeHtml(src)}" width="${width}" height="${height}" alt="${escapeHtml(title)}"></a>`;
}
