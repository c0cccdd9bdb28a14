import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { languages, readServerWords } from '@atelier/words';
import scalar from '@scalar/fastify-api-reference';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Api } from '../../../api.ts';
import { createNegotiator } from '../../preferred-type.ts';
import { findLanguage } from '../../web-app.ts';

const prefix = '/api/docs';

type Messages = { back: string; keys: string; loading: string; without: string };
const wordsIn = readServerWords<Messages>('reference');

const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8');
const files = { 'reference.css': read('reference.css'), 'start.js': read('start.js') } as const;
const contentTypes = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8' } as const;

/**
 * The reference of the API as pages: Scalar's bundle from its package, served by us, on a page in the product’s
 * colours. It loads nothing from another origin, and the policy of the page would not let it.
 */
export async function addReference(api: Api): Promise<void> {
  await api.register(async (docs) => {
    for (const [name, content] of Object.entries(files)) {
      const type = contentTypes[name.endsWith('.css') ? 'css' : 'js'];
      docs.get(`${prefix}/${name}`, { schema: { hide: true } }, async (_request, reply) =>
        reply.type(type).header('cache-control', immutable).send(content),
      );
    }
    docs.addHook('onSend', compressBundle());
    await docs.register(scalar, {
      routePrefix: prefix,
      openApiDocumentEndpoints: { json: '/json', yaml: '/yaml' },
      hooks: {
        // The package's own page has its configuration in a script of its own, which our policy refuses.
        preHandler: async (request, reply) => {
          if (request.routeOptions.url === `${prefix}/`) return sendPage(request, reply);
        },
      },
    });
  });
}

const immutable = 'public, max-age=31536000, immutable';

/** The bundle is 5 MB as it is; it is compressed once. */
function compressBundle() {
  let compressed: Promise<Buffer> | undefined;
  return async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
    if (request.routeOptions.url !== `${prefix}/js/scalar.js` || typeof payload !== 'string') return payload;
    reply.header('cache-control', immutable).header('vary', 'accept-encoding');
    if (!createNegotiator(request).encodings(['gzip', 'identity']).includes('gzip')) return payload;
    compressed ??= promisify(gzip)(payload);
    reply.header('content-encoding', 'gzip').removeHeader('content-length');
    return compressed;
  };
}

/** Changes with the files, whose addresses are kept for a year. */
const version = createHash('sha256')
  .update(JSON.stringify([files, import.meta.resolve('@scalar/fastify-api-reference'), scalarVersion()]))
  .digest('hex')
  .slice(0, 12);

function scalarVersion(): string {
  const path = new URL('../package.json', import.meta.resolve('@scalar/fastify-api-reference'));
  return (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version;
}

function sendPage(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  const language = findLanguage(request, languages);
  const { theme } = request.cookies;
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('vary', 'accept-language, cookie')
    .header('content-security-policy', policyWith(nonce))
    .send(renderPage({ language, theme: theme === 'dark' || theme === 'light' ? theme : undefined, nonce }));
}

/** Two style elements that the bundle adds without a nonce; a browser test notices when others come with a new version. */
const scalarStyles = [
  "'sha256-l/2OpPg0d+2VLTLgwjf5mQo2CYwHDEqdj5TjbfEyVJI='",
  "'sha256-T13Uev3xCax2N28XaoAE8DOzQZKvPp7ZQVAi1iRREjo='",
].join(' ');

/** The bundle's main style element takes the nonce; it also sets styles on elements. */
function policyWith(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}' ${scalarStyles}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

type Page = { language: string; theme: 'dark' | 'light' | undefined; nonce: string };

function renderPage({ language, theme, nonce }: Page): string {
  const text = wordsIn(language);
  return `<!doctype html>
<html lang="${language}"${theme ? ` data-theme="${theme}"` : ''}>
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta property="csp-nonce" content="${nonce}">
    <title>Atelier API</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="${prefix}/reference.css?${version}">
  </head>
  <body>
    <header class="bar">
      <a href="/"><img src="/favicon.svg" alt="">${text.back}</a>
      <a href="/developers">${text.keys}</a>
      <a href="/api/openapi.json">openapi.json</a>
    </header>
    <main id="reference"></main>
    <p class="state">${text.loading}</p>
    <noscript><p class="state">${text.without} <a href="/api/openapi.json">openapi.json</a></p></noscript>
    <script src="${prefix}/js/scalar.js?${version}"></script>
    <script src="${prefix}/start.js?${version}"></script>
  </body>
</html>
`;
}
