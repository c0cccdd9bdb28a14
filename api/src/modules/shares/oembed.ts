import { AppError, type OembedReply, oembedQuery, oembedReply } from '@atelier/contract';
import type { Api, RouteDeps } from '../../api.ts';
import { limitGuesses } from '../../plugins/rate-limit.ts';
import { addressesOf, getSharedWork } from './find-work.ts';
import { findPreview, findVideo } from './preview-tags.ts';
import { escapeHtml, readServerPages, type ServerPages } from './render-page.ts';
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
      const addresses = await addressesOf(deps, work, token);
      const { title } = describeWork(work, pages.wordsFor(request));
      const [preview, video] = [findPreview(work, addresses), findVideo(work)];
      const scaled = fitInto({ maxwidth, maxheight });
      const shown = video ?? preview;
      const size = shown?.width && shown.height ? scaled(shown.width, shown.height) : undefined;
      reply.header('cache-control', 'private, no-cache');
      return {
        version: '1.0',
        type: video && size ? 'video' : preview && size ? 'photo' : 'link',
        title,
        provider_name: 'Atelier',
        provider_url: publicUrl,
        cache_age: cacheSeconds,
        ...(size ?? {}),
        ...(video && size ? { html: frame(`${publicUrl}${addresses.page}/embed`, title, size) } : {}),
        ...(!video && preview && size ? { url: `${publicUrl}${preview.url}` } : {}),
        ...(video && preview?.width && preview.height
          ? {
              thumbnail_url: `${publicUrl}${preview.url}`,
              thumbnail_width: preview.width,
              thumbnail_height: preview.height,
            }
          : {}),
      };
    },
  );
}

/** Throws not_found for what is no address of a shared page. */
function tokenIn(address: string, publicUrl: string): string {
  const url = URL.parse(address);
  const [, token] = /^\/s\/([\w-]+)\/?$/.exec(url?.pathname ?? '') ?? [];
  if (!token || url?.origin !== new URL(publicUrl).origin) throw new AppError('not_found');
  return token;
}

type Size = { width: number; height: number };

function fitInto({ maxwidth, maxheight }: { maxwidth: number; maxheight: number }) {
  return (width: number, height: number): Size => {
    const scale = Math.min(1, maxwidth / width, maxheight / height);
    return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) };
  };
}

function frame(src: string, title: string, { width, height }: Size): string {
  return `<iframe src="${escapeHtml(src)}" width="${width}" height="${height}" title="${escapeHtml(title)}" allow="fullscreen" style="border:0"></iframe>`;
}
