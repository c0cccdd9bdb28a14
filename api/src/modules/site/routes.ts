import { AppError, legalParams, legalQuery, legalReply } from '@atelier/contract';
import type { Api, RouteDeps } from '../../api.ts';
import { readLegalFile } from './read-legal-file.ts';

const dayMs = 86_400_000;
/** RFC 9116 recommends less than a year, so that a file that is no longer maintained is recognized. */
const securityTxtDays = 180;

/** What the operator says about the site: terms, privacy, and where to report a vulnerability. */
export function siteRoutes(api: Api, { env }: Pick<RouteDeps, 'env'>): void {
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

  const open = { config: { keyScopes: [] }, schema: { hide: true } };
  api.get('/.well-known/security.txt', open, async (_request, reply) => {
    if (!env.SECURITY_CONTACT) throw new AppError('not_found');
    return reply.type('text/plain; charset=utf-8').send(securityTxt(env.SECURITY_CONTACT, env.PUBLIC_URL));
  });
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
