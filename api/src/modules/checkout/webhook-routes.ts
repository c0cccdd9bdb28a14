import type { Api, RouteDeps } from '../../api.ts';
import { acceptPaymentEvent } from './accept-payment-event.ts';

const maxBodyBytes = 1_048_576;

/** Bodies are kept as raw bytes, because the signature covers them. */
export async function checkoutWebhookRoutes(api: Api, deps: RouteDeps): Promise<void> {
  api.removeAllContentTypeParsers();
  api.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  const options = { bodyLimit: maxBodyBytes, schema: { hide: true } };
  api.post('/api/checkout/webhook', options, async (request, reply) => {
    const outcome = await acceptPaymentEvent(deps, {
      body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
      signature: request.headers['stripe-signature']?.toString(),
    });
    return reply.send({ success: true, outcome });
  });
}
