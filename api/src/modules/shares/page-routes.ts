import { AppError } from '@atelier/contract';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Api, RouteDeps } from '../../api.ts';
import { addRetryAfter, knownError } from '../../plugins/errors.ts';
import { limitGuesses } from '../../plugins/rate-limit.ts';
import { acceptClosedAccounts, checkOrigin } from '../auth/guards.ts';
import { signInByCookie } from '../auth/session.ts';
import { sharedFileRoutes } from './file-routes.ts';
import { findAddresses, getSharedWork } from './find-work.ts';
import { findVideo } from './preview-tags.ts';
import { escapeHtml, readServerPages, type ServerPages } from './render-page.ts';
import { renderSharePage } from './share-page.ts';
import { createViewCounter, isVisit } from './view-counter.ts';
import { describeWork } from './work-facts.ts';

/** Not checked here: an address that can be no token gets the same page as one that is unknown. */
const params = z.object({ token: z.string() });

type PageRoutes = (api: Api, deps: RouteDeps, pages: ServerPages) => void;

/**
 * Pages of shared works with their files, for everyone who has the address, and those that `addPages` adds. Not served
 * without a built web app.
 */
export async function sharedPageRoutes(api: Api, deps: RouteDeps, addPages: PageRoutes): Promise<void> {
  const pages = readServerPages(deps.env);
  if (!pages) return;
  acceptClosedAccounts(api);
  limitGuesses(api, deps);
  sharedFileRoutes(api, deps);
  await api.register(async (html) => {
    html.setErrorHandler(sendProblem(pages));
    checkOrigin(html as unknown as Api, deps);
    pageRoutes(html as unknown as Api, deps, pages);
    addPages(html as unknown as Api, deps, pages);
  });
}

function pageRoutes(api: Api, deps: RouteDeps, pages: ServerPages): void {
  const views = createViewCounter(deps);
  api.addHook('onClose', () =>
    views.flush().catch((error) => deps.log.warn({ err: error }, 'views of shared pages not written')),
  );

  api.get('/s/:token', { schema: { hide: true, params } }, async (request, reply) => {
    const { token } = request.params;
    const work = await getSharedWork(deps, token);
    await signInByCookie(deps, request, reply);
    const isOwner = request.session?.userId === work.generation.user_id;
    if (!isOwner && isVisit(request)) views.add(work.share_id);
    const words = pages.messagesFor(request);
    const addresses = await findAddresses(deps, work, token);
    const { PUBLIC_URL: publicUrl } = deps.env;
    return pages.send(request, reply, renderSharePage(work, { words, addresses, publicUrl, isOwner }));
  });

  api.get('/s/:token/embed', { schema: { hide: true, params } }, async (request, reply) => {
    const { token } = request.params;
    const work = await getSharedWork(deps, token);
    const video = findVideo(work);
    if (!video) throw new AppError('not_found');
    const words = pages.messagesFor(request);
    const { title } = describeWork(work, words);
    const { media, poster } = await findAddresses(deps, work, token);
    const still = video.poster_key ? ` poster="${poster(video.position)}"` : '';
    const main = `<video controls playsinline loop preload="metadata"${still} aria-label="${escapeHtml(title)}"><source src="${media(video.position)}" type="${escapeHtml(video.content_type)}"></video>`;
    return pages.sendFrame(request, reply, { words, title, main });
  });
  // Not the web app: what is below an address of this kind is a shared page, or nothing.
  api.get('/s/*', { schema: { hide: true } }, async () => {
    throw new AppError('not_found');
  });
}

/** A browser shows whatever it is sent, so a problem is a page with a way on. All that is not there looks the same. */
function sendProblem(pages: ServerPages) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const known = knownError(error, request);
    const words = pages.messagesFor(request);
    const name = known.status === 404 ? 'gone' : known.status === 429 ? 'busy' : 'trouble';
    addRetryAfter(reply, known);
    const action =
      name === 'gone'
        ? `<p><a class="button" href="/">${escapeHtml(words.translate('gone.action'))}</a></p>`
        : '';
    const main = `<div class="narrow"><h1>${escapeHtml(words.translate(`${name}.title`))}</h1><p class="soft">${escapeHtml(words.translate(`${name}.text`))}</p>${action}</div>`;
    return pages.send(request, reply, {
      words,
      status: known.status,
      isPassing: name !== 'gone',
      title: words.translate(`${name}.title`),
      main,
    });
  };
}
