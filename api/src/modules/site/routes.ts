import {
  AppError,
  legalParams,
  legalQuery,
  legalReply,
  retentionReply,
  type SiteCertificates,
  siteCertificatesReply,
} from '@atelier/contract';
import { deletesPayloads } from '@atelier/db';
import { type ApiEnv, readSigningCertificates } from '@atelier/env';
import type { Api, RouteDeps } from '../../api.ts';
import { readBuiltRoutes } from '../../plugins/built-routes.ts';
import { escapeHtml } from '../shares/render-page.ts';
import { readLegalFile } from './read-legal-file.ts';

const dayMs = 86_400_000;
/** RFC 9116 recommends less than a year, so that a file that is no longer maintained is recognized. */
const securityTxtDays = 180;

type SiteDeps = Pick<RouteDeps, 'env' | 'db'>;

/** Serves facts about the site: terms, privacy, the contact for vulnerabilities, and the certificates of its files. */
export function siteRoutes(api: Api, deps: SiteDeps): void {
  const { env } = deps;
  const texts = readLegalFile(env.LEGAL_FILE);

  api.get(
    '/api/legal/:page',
    {
      config: { keyScopes: [], acceptsClosedAccounts: true },
      schema: {
        tags: ['site'],
        summary: 'Get the terms or the privacy statement of the operator',
        params: legalParams,
        querystring: legalQuery,
        response: { 200: legalReply },
      },
    },
    async ({ params, query }) => texts.find(params.page, query.language),
  );

  retentionRoute(api, deps);

  const open = { config: { keyScopes: [] }, schema: { hide: true } };
  api.get('/.well-known/security.txt', open, async (_request, reply) => {
    if (!env.SECURITY_CONTACT) throw new AppError('not_found');
    return reply.type('text/plain; charset=utf-8').send(securityTxt(env.SECURITY_CONTACT, env.PUBLIC_URL));
  });

  api.get('/robots.txt', open, async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(robotsTxt(env.PUBLIC_URL)),
  );
  const sitemap = sitemapXml(readBuiltRoutes(env.WEB_DIST).listed, env.PUBLIC_URL);
  api.get('/sitemap.xml', open, async (_request, reply) =>
    reply.type('application/xml; charset=utf-8').header('cache-control', 'no-cache').send(sitemap),
  );

  const certificates = readCertificates(env);
  api.get(
    '/.well-known/content-credentials.json',
    {
      config: { keyScopes: [] },
      schema: {
        tags: ['site'],
        summary:
          'Get the certificates that sign the content credentials of files made here, or have signed them',
        response: { 200: siteCertificatesReply },
      },
    },
    async (_request, reply) => {
      reply.header('cache-control', 'public, max-age=3600');
      reply.header('access-control-allow-origin', '*');
      reply.header('cross-origin-resource-policy', 'cross-origin');
      return { certificates };
    },
  );
}

function retentionRoute(api: Api, { env, db }: SiteDeps): void {
  api.get(
    '/api/retention',
    {
      config: { keyScopes: [], acceptsClosedAccounts: true },
      schema: {
        tags: ['site'],
        summary: 'Get how long prompts and files are kept',
        response: { 200: retentionReply },
      },
    },
    async () => ({
      trash_days: env.TRASH_DAYS,
      erasure_days: env.ERASURE_DAYS,
      provider_file_hours: env.FAL_FILE_HOURS,
      provider_stores_payloads: env.FAL_STORE_PAYLOADS === 'on',
      provider_deletes_payloads: await deletesPayloads(db.pool),
    }),
  );
}

function readCertificates(env: ApiEnv): SiteCertificates['certificates'] {
  return readSigningCertificates(env).map(({ certificate, issuer }, index) => ({
    serial_number: BigInt(`0x${certificate.serialNumber}`).toString(),
    subject: certificate.subject.replaceAll('\n', ', '),
    sha256: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
    valid_to: certificate.validToDate.toISOString(),
    is_current: index === 0 && env.C2PA_CERTIFICATE_FILE !== undefined,
    issuer: issuer.toString(),
  }));
}

/** The first rule that fits a path counts for older crawlers, the longest for newer ones. */
function robotsTxt(publicUrl: string): string {
  return [
    'User-agent: *',
    // Announced by shared pages, for sites that embed them.
    'Allow: /api/oembed',
    'Disallow: /api/',
    'Disallow: /creator/history/',
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n');
}

/** One address for a page in all languages: cookie and browser choose its language. */
function sitemapXml(paths: readonly string[], publicUrl: string): string {
  const urls = paths.map((path) => `  <url><loc>${escapeHtml(`${publicUrl}${path}`)}</loc></url>\n`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('')}</urlset>
`;
}

function securityTxt(contact: string, publicUrl: string): string {
  const expires = new Date((Math.floor(Date.now() / dayMs) + securityTxtDays) * dayMs);
  return [
    `Contact: ${contact}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en, zh',
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    '',
  ].join('\n');
}
