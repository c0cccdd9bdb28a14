import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endpoints } from '../endpoints/index.ts';
import { startTestEmulator, type TestEmulator } from '../testing/start-test-emulator.ts';
import { hasRate } from './rates.ts';

const schnell = 'fal-ai/flux/schnell';
let test: TestEmulator;

beforeAll(async () => {
  test = await startTestEmulator({ concurrency: 2 });
});
afterAll(() => test.close());
beforeEach(() => test.emulator.control.reset());

async function call(path: string, { key = 'admin-test', method = 'GET' } = {}) {
  const answer = await fetch(`${test.emulator.url}/api.fal.ai/v1/${path}`, {
    method,
    headers: { authorization: `Key ${key}` },
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

async function finish(prompt: string, input: Record<string, unknown> = {}): Promise<string> {
  const requestId = await test.submit(schnell, { prompt, image_size: 'square', ...input });
  await test.emulator.control.waitForPhase(requestId, 'COMPLETED');
  return requestId;
}

async function readUnits(requestId: string): Promise<string | null> {
  const url = `${test.emulator.url}/queue.fal.run/fal-ai/flux/requests/${requestId}`;
  const answer = await fetch(url, { headers: { authorization: 'Key test' } });
  await answer.body?.cancel();
  return answer.headers.get('x-fal-billable-units');
}

it('every endpoint has a unit and a price', () => {
  expect([...endpoints.keys()].filter((id) => !hasRate(id))).toEqual([]);
});

describe('a bill', () => {
  it('has the units of the result in its header and in the events', async () => {
    const requestId = await finish('Two tiles', { num_images: 2 });
    expect(await readUnits(requestId)).toBe('0.5');
    const { body } = await call(`models/billing-events?request_id=${requestId}`);
    expect(body.billing_events).toMatchObject([
      { endpoint_id: schnell, output_units: 0.5, unit_price: 0.003, cost_total: 0.0015 },
    ]);
  });

  it('is sent for refusals after work, and neither for crashes nor for invalid input', async () => {
    const refused = await finish('A tile [fail]');
    const crashed = await finish('A tile [crash]');
    const invalid = await finish('A tile', { num_inference_steps: 99 });
    expect(await readUnits(refused)).toBe('0.25');
    expect(await readUnits(crashed)).toBeNull();
    expect(await readUnits(invalid)).toBeNull();
    expect(test.emulator.control.bills.events().map((event) => event.request_id)).toEqual([refused]);
  });

  it('can be hidden, discounted, raised, and added without a request', async () => {
    const { bills } = test.emulator.control;
    bills.raisePrice({ endpointId: schnell, factor: 1.1 });
    bills.setDiscount(0.2);
    const hidden = await finish('A tile');
    const kept = await finish('Another tile');
    bills.dropBill(hidden);
    bills.addBill({ requestId: 'unknown', endpointId: schnell, units: 2 });
    const { body } = await call('models/billing-events');
    expect(body.billing_events).toMatchObject([
      { request_id: kept, unit_price: 0.0033, cost_total: 0.00066, cost_estimate_nano_usd: 825_000 },
      { request_id: 'unknown', output_units: 2 },
    ]);
    expect((await call('models/usage')).body.summary).toMatchObject([
      { endpoint_id: schnell, quantity: 2.25 },
    ]);
    expect((await call(`models/pricing?endpoint_id=${schnell}`, { key: 'test' })).body.prices).toMatchObject([
      { endpoint_id: schnell, unit: 'megapixel', unit_price: 0.0033, currency: 'USD' },
    ]);
  });

  it('lowers the balance, which only a key for bills may read', async () => {
    test.emulator.control.bills.setBalance(1);
    await finish('A tile');
    expect((await call('account/billing?expand=credits')).body.credits).toEqual({
      current_balance: 0.99925,
      currency: 'USD',
    });
    expect((await call('account/billing')).body).not.toHaveProperty('credits');
    expect((await call('account/billing?expand=credits', { key: 'test' })).status).toBe(403);
    expect((await call('models/billing-events', { key: 'test' })).status).toBe(403);
  });
});

describe('billing events', () => {
  it('are refused for more than fifty requests, and listed page by page', async () => {
    const ids = Array.from({ length: 51 }, (_, index) => `request_id=r${index}`);
    expect((await call(`models/billing-events?${ids.join('&')}`)).status).toBe(422);
    for (const requestId of ['a', 'b', 'c'])
      test.emulator.control.bills.addBill({ requestId, endpointId: schnell });
    const first = await call('models/billing-events?limit=2');
    expect(first.body).toMatchObject({ has_more: true, billing_events: [{}, {}] });
    const second = await call(`models/billing-events?limit=2&cursor=${first.body.next_cursor}`);
    expect(second.body).toMatchObject({ has_more: false, billing_events: [{ request_id: 'c' }] });
  });
});

it('deleting the payload of a request needs an admin key, and its result is gone', async () => {
  const requestId = await finish('A tile');
  const path = `models/requests/${requestId}/payloads`;
  expect((await call(path, { key: 'billing', method: 'DELETE' })).status).toBe(403);
  const { body } = await call(path, { method: 'DELETE' });
  expect(body.cdn_delete_results).toMatchObject([
    { link: expect.stringContaining('/files/'), exception: null },
  ]);
  expect(test.emulator.control.deletedPayloads()).toEqual([requestId]);
  expect((await call(path, { method: 'DELETE' })).status).toBe(404);
});
