import { createServer } from 'node:http';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestCheckout, type TestCheckout } from './test-checkout.ts';

const events: { type: string; object: Record<string, unknown> }[] = [];
let refusals = 0;
let checkout: TestCheckout;

/** The application's end: believes what is signed, in the raw bytes. */
const receiver = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const signature = request.headers['stripe-signature']?.toString() ?? '';
    const event = Stripe.webhooks.constructEvent(Buffer.concat(chunks), signature, checkout.webhookSecret);
    if (refusals > 0) refusals -= 1;
    else events.push({ type: event.type, object: event.data.object as unknown as Record<string, unknown> });
    response.writeHead(events.length > 0 ? 200 : 503).end();
  });
});

beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const address = receiver.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  checkout = await startTestCheckout({ webhookUrl: `http://127.0.0.1:${port}/webhook` });
});

afterAll(async () => {
  await checkout.close();
  receiver.close();
});

function client(key = checkout.secretKey): Stripe {
  const { hostname, port } = new URL(checkout.url);
  return new Stripe(key, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false });
}

function create(idempotencyKey?: string, key?: string) {
  const product = { name: 'Atelier: 1,000 credits' };
  const price = { currency: 'usd', unit_amount: 500, product_data: product };
  return client(key).checkout.sessions.create(
    {
      mode: 'payment',
      line_items: [{ quantity: 1, price_data: price }],
      client_reference_id: 'purchase-1',
      metadata: { purchase_id: 'purchase-1' },
      success_url: 'http://localhost:3000/back?purchase=1',
      cancel_url: 'http://localhost:3000/back?cancelled=true',
    },
    idempotencyKey ? { idempotencyKey } : {},
  );
}

async function press(url: string | null, action: string) {
  const body = new URLSearchParams({ action });
  const response = await fetch(url ?? '', { method: 'POST', body, redirect: 'manual' });
  return { status: response.status, location: response.headers.get('location') };
}

const types = () => events.splice(0).map(({ type }) => type);

describe('creating a session', () => {
  it('returns a page, the same one for the same idempotency key', async () => {
    const session = await create('key-1');
    expect(session).toMatchObject({ object: 'checkout.session', status: 'open', amount_total: 500 });
    expect(session.url).toContain(checkout.url);
    expect((await create('key-1')).id).toBe(session.id);
    expect((await create('key-2')).id).not.toBe(session.id);
  });

  it('requires the secret key', async () => {
    await expect(create(undefined, 'sk_test_other')).rejects.toMatchObject({ statusCode: 401 });
  });
});

describe('the page', () => {
  it.each([
    ['en', 'No money moves', 'Complete the payment', '$5.00'],
    ['zh-CN', '不会产生任何扣款', '完成付款', 'US$5.00'],
  ])('shows in %s that no money moves, and the price', async (language, ...texts) => {
    const { url } = await create();
    const response = await fetch(url ?? '', { headers: { 'accept-language': language } });
    const page = await response.text();
    expect(page).toContain(`<html lang="${language}">`);
    for (const text of texts) expect(page).toContain(text);
  });

  it('completes a payment, sends its event and redirects back', async () => {
    const { url } = await create();
    expect(await press(url, 'complete')).toEqual({
      status: 303,
      location: 'http://localhost:3000/back?purchase=1',
    });
    await vi.waitUntil(() => events.length > 0, { timeout: 20_000 });
    expect(events[0]?.object).toMatchObject({
      payment_status: 'paid',
      amount_total: 500,
      currency: 'usd',
      metadata: { purchase_id: 'purchase-1' },
    });
    expect(types()).toEqual(['checkout.session.completed']);
    expect((await fetch(url ?? '')).status).toBe(410);
    expect((await press(url, 'complete')).status).toBe(410);
  });

  it('lets a payment fail like a delayed payment method', async () => {
    expect((await press((await create()).url, 'fail')).location).toContain('purchase=1');
    await vi.waitUntil(() => events.length > 1, { timeout: 20_000 });
    expect(types()).toEqual(['checkout.session.completed', 'checkout.session.async_payment_failed']);
  });

  it('can be cancelled', async () => {
    expect((await press((await create()).url, 'cancel')).location).toContain('cancelled=true');
    await vi.waitUntil(() => events.length > 0, { timeout: 20_000 });
    expect(types()).toEqual(['checkout.session.expired']);
  });

  it('retries events that were not accepted', async () => {
    refusals = 2;
    await press((await create()).url, 'complete');
    await vi.waitUntil(() => events.length > 0, { timeout: 10_000 });
    expect(types()).toEqual(['checkout.session.completed']);
  });
});

it('the test checkout sends events of refunds and disputes', async () => {
  const { id } = await create();
  await checkout.refund(id, 200).catch(() => undefined);
  await checkout.dispute(id, 'needs_response');
  await checkout.dispute(id, 'won');
  expect(events.map(({ object }) => object.amount_refunded ?? object.status)).toEqual([
    200,
    'needs_response',
    'won',
  ]);
  expect(types()).toEqual(['charge.refunded', 'charge.dispute.created', 'charge.dispute.closed']);
});
