import { randomUUID } from 'node:crypto';
import { getKind, kinds } from '@atelier/catalog';
import { getProvider, kindsOfInstalledTypes } from '@atelier/catalog/server';
import {
  closeUnverifiedKinds,
  countKindFindings,
  listKindChecks,
  listKindClosures,
  listKindVerifications,
  verifyKindByOperator,
} from '@atelier/db';
import { splitCases } from '@atelier/dev-stack/test-sets';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
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
  checkKinds({ ...worker.deps, settings: { kindsCheck, closesUnverified: true } });
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
    const drift = rows.flatMap(({ findings }) =>
      findings.filter(({ code }) => !/^price_|^closing_/.test(code)),
    );
    expect(drift).toEqual([]);
    expect(rows.every(({ checked_at, failure }) => checked_at !== null && failure === null)).toBe(true);
    expect((await countKindFindings(db.pool)).oldest_seconds).toBeLessThan(60);
  });

  for (const [options, cases] of splitCases(
    [
      ['a value is gone', { withoutValue: { field: 'resolution', value: '720p' } }, 'value_gone'],
      ['the endpoint answers 410', { status: 410 }, 'endpoint_gone'],
      ['the endpoint is deprecated', { isDeprecated: true }, 'endpoint_deprecated'],
      ['a field became required', { requiredField: 'licence' }, 'field_required'],
    ] as const,
    1,
    'each-rule',
  ))
    it.each(cases)('stores and counts a finding when %s', options, async (_what, change, code) => {
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

  it('keeps since when a finding is there, and forgets it once fal is as expected again', {
    tags: 'each-rule',
  }, async () => {
    worker.emulator.control.changeModel(endpoint, { isDeprecated: true });
    await check();
    const first = await findRow(schnell.id);
    await check();
    expect((await findRow(schnell.id))?.found_at).toEqual(first?.found_at);
    worker.emulator.control.reset();
    await check();
    expect(await findRow(schnell.id)).toMatchObject({ found_at: null });
  });

  it('keeps what is known of a kind while fal does not answer, and says why', {
    tags: 'each-rule',
  }, async () => {
    worker.emulator.control.changeModel(endpoint, { isDeprecated: true });
    await check();
    worker.emulator.control.changeModel(endpoint, { status: 503 });
    await check();
    expect(await findRow(schnell.id)).toMatchObject({
      findings: [{ code: 'endpoint_deprecated' }],
      failure: expect.stringContaining('503'),
    });
  });

  it('asks nothing while it is off, and forgets kinds that are not sold any more', {
    tags: 'each-rule',
  }, async () => {
    await check();
    await db.pool.query(`insert into kind_check (kind, endpoint) values ('old-kind', 'fal-ai/old')`);
    await check();
    expect(await findRow('old-kind')).toBeUndefined();
    await checkKinds({ ...worker.deps, settings: { kindsCheck: undefined, closesUnverified: true } });
    expect(await listKindChecks(db.pool)).toEqual([]);
    expect(await countKindFindings(db.pool)).toEqual({ findings: 0, oldest_seconds: 0 });
  });
});

describe('the check of an unverified kind', () => {
  const id = 'z-image-turbo';
  const kind = getKind(id);
  const provider = getProvider(kind) as { endpoint: string; price?: { microUsd: object; source: string } };
  const { price } = provider;
  /** A rate that the page of the emulator's model names, or does not name. */
  const state = (microUsd: number) => {
    const source = `https://fal.ai/models/${provider.endpoint}/llms.txt`;
    provider.price = { ...price, microUsd: { any: microUsd }, source };
  };
  const charge = (perImage: string) =>
    worker.emulator.control.changeModel(provider.endpoint, {
      price: `Your request will cost **${perImage}** per image.`,
    });
  const list = kindsOfInstalledTypes as Set<string>;
  const findClosure = async () => (await listKindClosures(db.pool)).find((each) => each.kind === id);
  const findVerification = async () =>
    (await listKindVerifications(db.pool)).find((each) => each.kind === id);
  const closeAtStart = () => closeUnverifiedKinds(db.pool, [{ kind: id, endpoint: provider.endpoint }]);

  beforeEach(async () => {
    list.delete(id);
    state(5_000);
    await db.pool.query('delete from kind_closure');
    await db.pool.query('delete from kind_verification');
    await closeAtStart();
  });
  afterEach(() => {
    list.add(id);
    provider.price = price;
  });

  it('opens it when schema and price fit, with the documents that were compared', async () => {
    charge('$0.005');
    await check();
    expect(await findClosure()).toBeUndefined();
    expect(await findVerification()).toMatchObject({
      verified_by: 'check',
      endpoint: provider.endpoint,
      schema: `${addresses.schemaUrl}?endpoint_id=${encodeURIComponent(provider.endpoint)}`,
      price: `${addresses.modelsUrl}/${provider.endpoint}/llms.txt`,
    });
  });

  it('leaves it closed while anything differs or fal does not answer', { tags: 'each-rule' }, async () => {
    charge('$0.005');
    worker.emulator.control.changeModel(provider.endpoint, { requiredField: 'licence' });
    await check();
    worker.emulator.control.reset();
    worker.emulator.control.changeModel(provider.endpoint, { status: 503 });
    await check();
    expect(await findClosure()).toMatchObject({ cause: 'unverified' });
    expect(await findVerification()).toBeUndefined();
  });

  it('closes it when the price moves, and opens it again when that is stated', async () => {
    charge('$0.005');
    await check();
    charge('$0.009');
    await check();
    expect(await findClosure()).toMatchObject({ cause: 'price_moved', operator_id: null });
    expect(await findVerification()).toBeUndefined();
    expect(await findRow(id)).toMatchObject({ findings: [{ code: 'price_moved' }] });
    await closeAtStart();
    expect(await findClosure()).toMatchObject({ cause: 'price_moved' });
    state(9_000);
    await check();
    expect(await findClosure()).toBeUndefined();
  });

  it('closes nothing outside of production, nor a kind that its file or an operator verifies', {
    tags: 'each-rule',
  }, async () => {
    charge('$0.005');
    await check();
    charge('$0.009');
    await checkKinds({ ...worker.deps, settings: { kindsCheck: addresses, closesUnverified: false } });
    expect(await findClosure()).toBeUndefined();

    const word = { operatorId: randomUUID(), reason: 'I have read its page' };
    await verifyKindByOperator(db.pool, { kind: id, endpoint: provider.endpoint, ...word });
    await check();
    expect(await findClosure()).toBeUndefined();
    expect(await findVerification()).toMatchObject({ verified_by: 'operator', reason: word.reason });

    list.add(id);
    await check();
    expect(await findClosure()).toBeUndefined();
  });
});
