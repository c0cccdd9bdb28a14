import { readFile } from 'node:fs/promises';
import { AtelierError, createAtelier } from '@atelier/client';
import { findLedgerProblems } from '@atelier/db';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ApiDocument, generateTypes, typesFile } from '../client-types/generate-types.ts';
import { createApiKey } from './testing/fal-client.ts';
import { type Flow, openFlow } from './testing/open-flow.ts';

let flow: Flow;
let key: string;

beforeAll(async () => {
  flow = await openFlow(undefined);
  key = await createApiKey(flow);
}, 120_000);
afterAll(() => flow?.close(), 60_000);
afterEach(async () => {
  flow.stack.emulator?.control.release();
  expect(await findLedgerProblems(flow.db.pool)).toEqual([]);
  expect((await flow.credits()).held_credits).toBe(0);
});

const slow = { timeout: 90_000 };
const boat = { kind: 'flux-schnell', input: { prompt: 'A paper boat' } };
const open = (given: Partial<Parameters<typeof createAtelier>[0]> = {}) =>
  createAtelier({ baseUrl: flow.stack.url, key, ...given });
const readError = async (failing: Promise<unknown>) => {
  const error = await failing.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  if (!(error instanceof AtelierError)) throw new Error(`Not refused: ${String(error)}`);
  return error;
};

it(
  'the types of the client are those of the description (npm run client:types writes them)',
  slow,
  async () => {
    const { body } = await flow.ask<ApiDocument>('GET', '/api/openapi.json');
    expect((await generateTypes(body)) === (await readFile(typesFile, 'utf8'))).toBe(true);
  },
);

describe('the typed client', () => {
  it('is one job, paid once, when the answer to a submission is lost', slow, async () => {
    const before = (await flow.credits()).left_credits;
    const sent: string[] = [];
    const losing: typeof fetch = async (input, init) => {
      const request = new Request(input, init);
      const reply = await fetch(request);
      if (request.method !== 'POST') return reply;
      sent.push(request.url);
      if (sent.length < 3) throw new TypeError('The answer is lost');
      return reply;
    };
    const atelier = open({ fetch: losing });
    const { id } = await atelier.generate(boat);
    expect(sent).toHaveLength(3);
    const { generations } = await open().batch([boat, boat]);
    expect(new Set([id, ...generations]).size).toBe(3);
    const ended = await atelier.watchAll([id, ...generations]);
    expect(ended.map(({ id: each, status }) => [each, status])).toEqual(
      [id, ...generations].map((each) => [each, 'completed']),
    );
    expect(before - (await flow.credits()).left_credits).toBe(60);
  });

  it('is charged the price of its quote, and refused with another', slow, async () => {
    const atelier = open();
    const { quote, total_credits } = await atelier.quote(boat);
    expect(total_credits).toBe(20);
    const other = { ...boat, input: { prompt: 'A paper ship' } };
    const refused = await readError(atelier.generate(other, { quote: quote ?? '' }));
    expect([refused.code, refused.status]).toEqual(['quote_other_input', 422]);
  });

  it('has codes and issues in its errors', slow, async () => {
    const wrong = await readError(open().generate({ kind: 'flux-schnell', input: { prompt: '' } }));
    expect([wrong.code, wrong.issues]).toMatchObject(['validation_failed', [{ path: 'input.prompt' }]]);
    expect(await readError(open({ key: 'atl_wrong' }).account())).toMatchObject({ code: 'invalid_api_key' });
    const absent = await readError(open().watch('0190a3f2-6f3c-7a51-9c1e-5f0c2b7d4e10'));
    expect([absent.code, absent.status]).toEqual(['not_found', 404]);
    const none = open({ baseUrl: 'http://127.0.0.1:9', patienceSeconds: 1 });
    expect(await readError(none.models())).toMatchObject({ code: 'connection_failed' });
    const unknown = await readError(open().upload('/etc/hostname'));
    expect(unknown.code).toBe('unknown_file_type');
  });

  it('follows several with a key that may only generate', slow, async () => {
    const atelier = open({ key: await createApiKey(flow, { scopes: ['generate'] }) });
    const { generations } = await atelier.batch([boat, { ...boat, input: { prompt: 'Boat [fail]' } }]);
    const ended = await atelier.watchAll(generations);
    expect(ended.map(({ status }) => status)).toEqual(['completed', 'failed']);
    const failed = await readError(atelier.download(ended[1] ?? '', '/nowhere'));
    expect(failed.code).toBe('not_downloadable');
  });

  it('ends its watching by a signal, and the generation goes on', slow, async () => {
    flow.stack.emulator?.control.hold({ step: 'COMPLETED' });
    const { id } = await open().generate(boat);
    const stop = new AbortController();
    const watching = open().watch(id, { signal: stop.signal, onChange: () => stop.abort() });
    await expect(watching).rejects.toThrow('abort');
    flow.stack.emulator?.control.release();
    expect(await open().watch(id)).toMatchObject({ status: 'completed' });
  });
});
