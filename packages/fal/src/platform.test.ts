import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { kinds } from '@atelier/catalog';
import { getProvider } from '@atelier/catalog/server';
import { type FalEmulator, startFalEmulator } from '@atelier/fal-emulator';
import { serve } from '@atelier/storage/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPlatform, createProvider, type Platform } from './index.ts';

const endpoint = 'fal-ai/flux/schnell';
let cacheDir: string;
let emulator: FalEmulator;
let platform: Platform;

beforeAll(async () => {
  cacheDir = await mkdtemp(join(tmpdir(), 'atelier-fal-'));
  emulator = await startFalEmulator({ cacheDir, speed: 0, picturesPerSecond: 2 });
  platform = connect('admin-test');
});
beforeEach(() => emulator.control.reset());
afterAll(async () => {
  await emulator.close();
  await rm(cacheDir, { recursive: true, force: true });
});

const connect = (key: string) => createPlatform({ key, baseUrl: emulator.url, timeoutMs: 5_000 });
const unavailable = { code: 'provider_unavailable' };

async function finish(): Promise<string> {
  const provider = createProvider({ key: 'test', baseUrl: emulator.url, timeoutMs: 5_000 });
  const input = { prompt: 'A boat', image_size: 'square' };
  const sent = await provider.submit({ endpoint, input, deadlineAt: new Date(Date.now() + 60_000) });
  if (sent.outcome !== 'accepted') throw new Error(sent.outcome);
  await emulator.control.waitForPhase(sent.requestId, 'COMPLETED');
  return sent.requestId;
}

describe('the platform of fal', () => {
  it('has prices of the endpoints that it knows', async () => {
    const prices = await platform.readPrices([endpoint, 'fal-ai/none']);
    expect(prices).toEqual([{ endpoint, unit: 'megapixel', unitPrice: '0.003', currency: 'USD' }]);
  });

  it('has the bills of requests, and all bills since a time page by page', async () => {
    const before = new Date();
    const requestId = await finish();
    const bill = { requestId, endpoint, units: '0.25', unitPrice: '0.003', costTotal: '0.00075' };
    expect(await platform.readBills([requestId, 'other'])).toMatchObject([bill]);
    for (let index = 0; index < 1_000; index += 1)
      emulator.control.bills.addBill({ requestId: `r${index}`, endpointId: endpoint });
    const lengths: number[] = [];
    for await (const page of platform.listBills(before)) lengths.push(page.length);
    expect(lengths).toEqual([1_000, 1]);
    expect(await platform.readBills([])).toEqual([]);
  });

  it('has the balance', async () => {
    emulator.control.bills.setBalance(12.5);
    expect(await platform.readBalance()).toEqual({ balance: '12.5', currency: 'USD' });
  });

  it('deletes what is stored of a request when the key allows it', async () => {
    const requestId = await finish();
    expect(await connect('billing-test').deletePayloads(requestId)).toBe('forbidden');
    expect(await platform.deletePayloads(requestId)).toBe('deleted');
    expect(await platform.deletePayloads(requestId)).toBe('missing');
  });

  it('is unavailable to a key without access, when it answers in another shape, and when it is down', async () => {
    await expect(connect('test').readBalance()).rejects.toMatchObject(unavailable);
    const other = await serve((_request, response) => response.end('{"credits":1}'));
    const strange = createPlatform({ key: 'admin', baseUrl: other.url, timeoutMs: 1_000 });
    await expect(strange.readBalance()).rejects.toMatchObject(unavailable);
    await expect(strange.readPrices([endpoint])).rejects.toMatchObject(unavailable);
    const down = await serve((request) => request.socket.destroy());
    const away = createPlatform({ key: 'admin', baseUrl: down.url, timeoutMs: 1_000 });
    await expect(away.deletePayloads('r')).rejects.toMatchObject(unavailable);
  });
});

it('the emulator has a price in the unit of each kind that is sold by the rule', async () => {
  const priced = kinds.flatMap((kind) => {
    const { endpoint: id, price } = getProvider(kind);
    return price ? [{ id, unit: price.unit, rates: Object.values(price.microUsd) }] : [];
  });
  const prices = new Map(
    (await platform.readPrices(priced.map(({ id }) => id))).map((each) => [each.endpoint, each]),
  );
  for (const { id, unit, rates } of priced) {
    expect([id, prices.get(id)?.unit]).toEqual([id, unit]);
    const microUsd = Math.round(Number(prices.get(id)?.unitPrice) * 1_000_000);
    expect([id, rates.includes(microUsd)]).toEqual([id, true]);
  }
  expect(priced.length).toBeGreaterThan(20);
});
