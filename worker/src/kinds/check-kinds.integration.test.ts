import { getKind, kinds } from '@atelier/catalog';
import { getProvider } from '@atelier/catalog/server';
import { countKindFindings, listKindChecks } from '@atelier/db';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestWorker } from '../testing/open-test-worker.ts';
import { checkKinds } from './check-kinds.ts';

const worker = await openTestWorker();
afterAll(() => worker.close());
const { db } = worker.deps;
const addresses = {
  schemaUrl: `${worker.emulator.url}/fal.ai/api/openapi/queue/openapi.json`,
  modelsUrl: `${worker.emulator.url}/fal.ai/models`,
};
const check = (kindsCheck: typeof addresses | undefined = addresses) =>
  checkKinds({ ...worker.deps, settings: { kindsCheck } });
const schnell = getKind('flux-schnell');
const { endpoint } = getProvider(schnell);
const findRow = async (id: string) => (await listKindChecks(db.pool)).find(({ kind }) => kind === id);

beforeEach(async () => {
  worker.emulator.control.reset();
  await db.pool.query('delete from kind_check');
});

describe('the weekly check of the kinds', () => {
  it('has a row for every kind, without findings of the schema while fal is unchanged', async () => {
    await check();
    const rows = await listKindChecks(db.pool);
    expect(rows.map(({ kind }) => kind).toSorted()).toEqual(kinds.map(({ id }) => id).toSorted());
    const drift = rows.flatMap(({ findings }) => findings.filter(({ code }) => !code.startsWith('price_')));
    expect(drift).toEqual([]);
    expect(rows.every(({ checked_at, failure }) => checked_at !== null && failure === null)).toBe(true);
    expect((await countKindFindings(db.pool)).oldest_seconds).toBeLessThan(60);
  });

  it.each([
    ['a value is gone', { withoutValue: { field: 'resolution', value: '720p' } }, 'value_gone'],
    ['the endpoint answers 410', { status: 410 }, 'endpoint_gone'],
    ['the endpoint is deprecated', { isDeprecated: true }, 'endpoint_deprecated'],
    ['a field became required', { requiredField: 'licence' }, 'field_required'],
  ] as const)('stores and counts a finding when %s', async (_what, change, code) => {
    const kind = getKind('text-to-video');
    await check();
    const before = await countKindFindings(db.pool);
    worker.emulator.control.changeModel(getProvider(kind).endpoint, change);
    await check();
    expect(await findRow(kind.id)).toMatchObject({
      endpoint: getProvider(kind).endpoint,
      findings: [{ code }],
      found_at: expect.any(Date),
    });
    expect((await countKindFindings(db.pool)).findings).toBe(before.findings + 1);
  });

  it('finds a price that was raised, of a kind that states one', async () => {
    const provider = getProvider(schnell) as { price?: unknown };
    const before = provider.price;
    provider.price = { microUsd: { any: 3_000 }, source: `https://fal.ai/models/${endpoint}/llms.txt` };
    try {
      worker.emulator.control.changeModel(endpoint, {
        price: 'Your request will cost $0.003 per megapixel.',
      });
      await check();
      expect(await findRow(schnell.id)).toMatchObject({ findings: [] });
      worker.emulator.control.changeModel(endpoint, {
        price: 'Your request will cost $0.006 per megapixel.',
      });
      await check();
      expect(await findRow(schnell.id)).toMatchObject({
        findings: [{ code: 'price_moved', ours: '$0.003' }],
      });
    } finally {
      provider.price = before;
    }
  });

  it('keeps since when a finding is there, and forgets it once fal is as expected again', async () => {
    worker.emulator.control.changeModel(endpoint, { isDeprecated: true });
    await check();
    const first = await findRow(schnell.id);
    await check();
    expect((await findRow(schnell.id))?.found_at).toEqual(first?.found_at);
    worker.emulator.control.reset();
    await check();
    expect(await findRow(schnell.id)).toMatchObject({ found_at: null });
  });

  it('keeps what is known of a kind while fal does not answer, and says why', async () => {
    worker.emulator.control.changeModel(endpoint, { isDeprecated: true });
    await check();
    worker.emulator.control.changeModel(endpoint, { status: 503 });
    await check();
    expect(await findRow(schnell.id)).toMatchObject({
      findings: [{ code: 'endpoint_deprecated' }],
      failure: expect.stringContaining('503'),
    });
  });

  it('asks nothing while it is off, and forgets kinds that are not sold any more', async () => {
    await check();
    await db.pool.query(`insert into kind_check (kind, endpoint) values ('old-kind', 'fal-ai/old')`);
    await check();
    expect(await findRow('old-kind')).toBeUndefined();
    await checkKinds({ ...worker.deps, settings: { kindsCheck: undefined } });
    expect(await listKindChecks(db.pool)).toEqual([]);
    expect(await countKindFindings(db.pool)).toEqual({ findings: 0, oldest_seconds: 0 });
  });
});
