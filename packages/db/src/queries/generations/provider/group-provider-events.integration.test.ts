import { afterAll, describe, expect, it } from 'vitest';
import { openTestDb } from '../../../testing/open-test-db.ts';
import { watched } from '../../../testing/random-reservations.ts';
import { createUser, reserve, sha256 } from '../../../testing/samples.ts';
import { findGeneration } from '../generations.ts';
import { groupProviderEvents, type ProviderEvent } from './provider-event.ts';
import { claimSubmission } from './submission.ts';

const db = await openTestDb(20);
afterAll(() => db.drop());

const together = 'accept-provider-event-of-each';
const alone = 'accept-provider-event';

/** The webhook of a generation whose token is its own id. */
async function event(changes: Partial<ProviderEvent> = {}): Promise<ProviderEvent> {
  const { id } = await reserve(db, await createUser(db, 300));
  await claimSubmission(db.pool, id, sha256(id));
  return {
    generationId: id,
    attempt: 1,
    providerRequestId: `request-${id}`,
    kind: 'webhook',
    bodySha256: sha256(`body ${id}`),
    result: { video: { url: `https://files.example/${id}.mp4` } },
    error: null,
    tokenHash: sha256(id),
    ...changes,
  };
}

const events = (count: number) => Promise.all(Array.from({ length: count }, () => event()));

describe('events of the provider that come together', () => {
  it('are stored in one statement, each with its own answer', async () => {
    const all = [...(await events(6)), await event({ result: null, error: { detail: "it's \\ broken" } })];
    const { on, names } = watched(db);
    const rows = await Promise.all(all.map(groupProviderEvents(on)));
    expect(names).toEqual([together]);
    expect(rows).toMatchObject(
      all.map(({ generationId, providerRequestId, result, error }) => ({
        id: generationId,
        stage: 'saving',
        provider_request_id: providerRequestId,
        provider_result: result,
        provider_error: error,
      })),
    );
    const ids = all.map(({ generationId }) => generationId);
    const { rows: messages } = await db.pool.query(
      `select payload->>'generationId' as id from outbox where key = any($1) order by array_position($1, key)`,
      [ids.map((id) => `finish:${id}`)],
    );
    expect(messages.map(({ id }) => id)).toEqual(ids);
    const { rows: sent } = await db.pool.query(
      `select provider_request_id, state from provider_submission where generation_id = any($1)
        order by array_position($1, generation_id)`,
      [ids],
    );
    expect(sent).toEqual(
      all.map(({ providerRequestId }) => ({ provider_request_id: providerRequestId, state: 'sent' })),
    );
  });

  it('are answered as each would be alone, repeats and wrong tokens among them', async () => {
    const [fine, repeated, forged, early, late] = (await events(5)) as [ProviderEvent, ...ProviderEvent[]];
    await groupProviderEvents(db.pool)(repeated as ProviderEvent);
    const accept = groupProviderEvents(db.pool);
    const wrong = { ...forged, tokenHash: sha256('another') } as ProviderEvent;
    const second = { ...early, providerRequestId: 'second', result: { video: 'second' } } as ProviderEvent;
    const rows = await Promise.all(
      [fine, repeated, wrong, early, second, fine, late].map((each) => accept(each as ProviderEvent)),
    );
    expect(rows.map((row) => row?.id)).toEqual([
      fine.generationId,
      undefined,
      undefined,
      early?.generationId,
      undefined,
      undefined,
      late?.generationId,
    ]);
    expect(await findGeneration(db.pool, wrong.generationId)).toMatchObject({ stage: 'reserved' });
    expect(await findGeneration(db.pool, second.generationId)).toMatchObject({
      provider_result: early?.result,
    });
    const { rows: kept } = await db.pool.query('select from provider_event where generation_id = any($1)', [
      [fine.generationId, wrong.generationId],
    ]);
    expect(kept).toHaveLength(1);
  });

  it('that PostgreSQL cannot store fail alone', async () => {
    const [fine, other] = (await events(2)) as [ProviderEvent, ProviderEvent];
    const bad = await event({ result: { text: '\u0000' } });
    const answers = await Promise.allSettled([fine, bad, other].map(groupProviderEvents(db.pool)));
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await findGeneration(db.pool, other.generationId)).toMatchObject({ stage: 'saving' });
  });

  it('wait alone for a generation that another transaction holds', async () => {
    const [held, free] = (await events(2)) as [ProviderEvent, ProviderEvent];
    const client = await db.pool.connect();
    await client.query('begin');
    await client.query('select from generation where id = $1 for update', [held.generationId]);
    const { on, names } = watched(db);
    const accept = groupProviderEvents(on);
    const waiting = accept(held);
    expect(await accept(free)).toMatchObject({ stage: 'saving' });
    expect(names).toEqual([together, alone]);
    await client.query('commit');
    client.release();
    expect(await waiting).toMatchObject({ id: held.generationId });
  });

  it('are stored once when several processes have them in different orders', async () => {
    const all = await events(12);
    const processes = [1, 2, 3].map(() => groupProviderEvents(db.pool));
    const orders = [all, all.toReversed(), [...all.slice(6), ...all.slice(0, 6)]];
    const rows = await Promise.all(
      processes.flatMap((accept, index) => (orders[index] ?? []).map((each) => accept(each))),
    );
    const ids = rows.flatMap((row) => row?.id ?? []);
    expect(ids.toSorted()).toEqual(all.map(({ generationId }) => generationId).toSorted());
  });
});
