import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CheckoutEvent, signEvent, startTestCheckout, type TestCheckout } from '@atelier/dev-stack';
import { startTestApi, type TestApi, type TestUser } from './start-test-api.ts';
import type { Reply } from './test-browser.ts';

export type TestShop = TestApi & {
  checkout: TestCheckout;
  /** Starts a purchase and returns its session at the test checkout. */
  open(user: TestUser, pack?: string): Promise<{ purchaseId: string; url: string; session: Session }>;
  /** Delivers an event as Stripe does. Parts that are not given are valid; `body` replaces what was signed. */
  deliver(event: CheckoutEvent, changes?: Partial<Delivery>): Promise<Reply>;
};

type Session = NonNullable<ReturnType<TestCheckout['sessions']['get']>>;
type Delivery = { body: string; secret: string; timestampSeconds: number };

/** A test API that sells through the test checkout. */
export async function startTestShop(settings: Record<string, string> = {}): Promise<TestShop> {
  const relay = await startRelay();
  const checkout = await startTestCheckout({ webhookUrl: relay.url });
  const api = await startTestApi({
    settings: {
      LOG_LEVEL: 'error',
      STRIPE_SECRET_KEY: checkout.secretKey,
      STRIPE_WEBHOOK_SECRET: checkout.webhookSecret,
      STRIPE_BASE_URL: checkout.url,
      ...settings,
    },
  });
  relay.forwardTo(`${api.url}/api/checkout/webhook`);
  return {
    ...api,
    checkout,
    async open(user, pack = 'starter') {
      const reply = await user.post('/api/checkout', { pack });
      if (reply.status !== 200) throw new Error(`Not opened: ${reply.bytes.toString()}`);
      const { url, purchase_id: purchaseId } = reply.body as { url: string; purchase_id: string };
      const session = checkout.sessions.get(url.split('/').at(-1) ?? '');
      if (!session) throw new Error(`The test checkout does not know ${url}`);
      return { purchaseId, url, session };
    },
    async deliver(event, changes = {}) {
      const { secret = checkout.webhookSecret, timestampSeconds } = changes;
      const payload = JSON.stringify(event);
      const headers = await signEvent(payload, { webhookSecret: secret, timestampSeconds });
      const body = Buffer.from(changes.body ?? payload);
      return api.browser().post('/api/checkout/webhook', body, { origin: null, headers });
    },
    async close() {
      await checkout.close();
      relay.close();
      await api.close();
    },
  };
}

/** Forwards webhooks: the checkout needs a webhook URL before the API has one, and the API needs the checkout's URL. */
async function startRelay() {
  let target: string | undefined;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const headers = { 'stripe-signature': request.headers['stripe-signature']?.toString() ?? '' };
    const answer = await fetch(target ?? '', { method: 'POST', headers, body: Buffer.concat(chunks) });
    response.writeHead(answer.status).end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    forwardTo(url: string) {
      target = url;
    },
    close: () => server.close(),
  };
}
