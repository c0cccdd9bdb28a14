import { existsSync, globSync } from 'node:fs';
import { resolve } from 'node:path';
import { AppError, primaryLanguage } from '@atelier/contract';
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static';
import type { FastifyRequest } from 'fastify';
import type { Api, RouteDeps } from '../api.ts';
import { matchRoutes, readBuiltRoutes } from './built-routes.ts';
import { sendError } from './errors.ts';
import { acceptsDocument, createNegotiator, prefersDocument } from './preferred-type.ts';
import { readPath, readRawPath } from './read-path.ts';
import { isArriving } from './request-bodies.ts';

/**
 * Headers that only a document needs. A page has dozens of files, and without HTTP/2 these headers are most of the smaller
 * ones. An SVG keeps them, because it is a document when it is opened alone.
 */
const documentHeaders = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
];

/**
 * Policy of the worker that reads Content Credentials with WebAssembly, which no page may run. The worker loads nothing but
 * our own files, and can send what it reads nowhere else.
 */
const workerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";
const credentialsWorker = /\/assets\/credentials-worker-[\w-]+\.js(?:\.\w+)?$/;

const hasExtension = /\.\w{1,12}$/;

const conditions = ['if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since', 'range'];

/** The form that takes what is shared with the installed app (web/build/install-app.ts). */
const sharePath = '/creator/image-to-video';

const servedByApi = /^\/(api|media|ops|socket\.io)(\/|$)/;

/** Request headers by which a document is chosen. */
const pageVary = 'accept, accept-encoding, accept-language, cookie';

/**
 * Serves the built web app: its document for every address that its router knows, the same with 404 for any other, and
 * JSON to clients that want no document.
 */
export async function serveWebApp(api: Api, { env, log }: Pick<RouteDeps, 'env' | 'log'>): Promise<void> {
  const root = resolve(env.WEB_DIST);
  const isBuilt = existsSync(resolve(root, 'index.html'));
  if (isBuilt) await api.register(fastifyStatic, staticOptions(root));
  else log.warn({ root }, 'no built web app; only the API is served');
  const findDocument = findPrerenderedPages(root);
  const isKnown = matchRoutes(readBuiltRoutes(root));

  // A share that no service worker has taken. Its file is lost, which the page says.
  api.addHook('onRequest', async (request, reply) => {
    if (request.is404 && request.method === 'POST' && readPath(request) === sharePath)
      return reply.redirect(`${sharePath}#shared`, 303);
  });
  // Fastify would await the body first.
  api.addHook('onRequest', async (request, reply) => {
    if (request.is404 && isArriving(request.raw)) return sendError(request, reply, new AppError('not_found'));
  });
  api.setNotFoundHandler((request, reply) => {
    if (readPath(request).startsWith('/socket.io')) return sendError(request, reply, noPolling());
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isBuilt || !isRead || servedByApi.test(readPath(request)))
      return sendError(request, reply, new AppError('not_found'));
    reply.header('vary', pageVary);
    if (isKnown(readRawPath(request.url)))
      return acceptsDocument(request)
        ? reply.sendFile(findDocument(request))
        : sendError(request, reply, new AppError('not_acceptable'));
    // A missing file is asked for by scripts and pages, which could do nothing with a document.
    if (!prefersDocument(request, !hasExtension.test(readPath(request))))
      return sendError(request, reply, new AppError('not_found'));
    // RFC 9110, 13.2.1 and 14.2: they are for replies that would be 200 without them.
    for (const name of conditions) delete request.raw.headers[name];
    return reply.status(404).sendFile('index.html');
  });
}

/** Refuses polling, with which clients of Socket.IO begin by default; they show the message. */
function noPolling(): AppError {
  const message = "Events are sent over WebSocket only: set the client's transports to ['websocket']";
  return new AppError('not_found', { message });
}

function staticOptions(root: string): FastifyStaticOptions {
  return {
    root,
    preCompressed: true,
    wildcard: false,
    // Prerendered pages are served at their own addresses only.
    globIgnore: ['pages/**'],
    index: false,
    setHeaders(reply, path) {
      const isHashed = path.includes('/assets/');
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      if (isHashed && !/\.(?:svg|html)(?:\.\w+)?$/.test(path))
        for (const name of documentHeaders) reply.removeHeader(name);
      if (credentialsWorker.test(path)) reply.header('content-security-policy', workerPolicy);
    },
  };
}

/**
 * Returns a function that chooses the document of a page: its prerendered one in the language of the browser, which is
 * `pages/<audience>/<language>/<path>.html` in the built web app, and for every other page the empty `index.html`.
 */
function findPrerenderedPages(root: string): (request: FastifyRequest) => string {
  const files = new Set(globSync('pages/**/*.html', { cwd: root }).map((file) => file.replaceAll('\\', '/')));
  const languages = [...new Set([...files].map((file) => file.split('/')[2] ?? ''))];
  return (request) => {
    const path = readPath(request);
    // The cookie that every sign-in sets for the web app decides; without it, the web app shows a visitor's page.
    const audience = request.cookies['signed-in'] ? 'users' : 'visitors';
    const file = `pages/${audience}/${findLanguage(request, languages)}${path === '/' ? '/index' : path}.html`;
    return files.has(file) ? file : 'index.html';
  };
}

/** The same choice as the web app makes: the cookie, the languages of the browser in any region, then English. */
export function findLanguage({ cookies, headers }: FastifyRequest, languages: readonly string[]): string {
  const wanted = [cookies.language ?? '', ...createNegotiator({ headers }).languages()];
  for (const tag of wanted) {
    const exact = languages.find((own) => own.toLowerCase() === tag.toLowerCase());
    const found = exact ?? languages.find((own) => primaryLanguage(own) === primaryLanguage(tag));
    if (found) return found;
  }
  return 'en';
}
