import { webhookPaths } from '@atelier/contract';
import type { Api, RouteDeps } from '../../api.ts';
import { limitForgeries } from '../../plugins/rate-limit.ts';
import { acceptWebhook } from './accept-webhook.ts';

const maxBodyBytes = 1_048_576;

/** One identical route per medium. Bodies are kept as raw bytes, because the signature covers them. */
export async function webhookRoutes(api: Api, deps: RouteDeps): Promise<void> {
  limitForgeries(api, deps);
  api.removeAllContentTypeParsers();
  api.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  for (const path of Object.values(webhookPaths)) {
    api.post(path, { bodyLimit: maxBodyBytes, schema: { hide: true } }, async (request, reply) => {
      const outcome = await acceptWebhook(deps, {
        query: request.query as Record<string, unknown>,
        headers: request.headers,
        body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
      });
      return reply.status(outcome === 'unknown' ? 202 : 200).send({ success: true, outcome });
    });
  }
}
