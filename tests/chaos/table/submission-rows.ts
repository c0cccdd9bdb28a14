import { randomUUID } from 'node:crypto';
import type { CreateReply } from '@atelier/contract';
import { percentile, type Row } from './row.ts';

const lastCredits: Row = {
  id: 'R5',
  promise:
    'of 1,000 submissions at once with credits for 500, 500 are accepted, and the balance is never below 0',
  async measure({ stage, addUser, image, submitAll }) {
    const [submissions, price] = [Array.from({ length: 1_000 }, () => image('stuck')), 8];
    const client = await addUser(500 * price);
    const accepted = await submitAll(client, submissions);
    const { rows } = await stage.db.pool.query<{ available: number; held: number; lowest: number }>(
      `select available, held, (select min(available_after) from ledger_entry where user_id = $1) as lowest
         from credit_account where user_id = $1`,
      [client.userId],
    );
    const [account] = rows;
    return {
      measured: `${accepted.length} accepted, ${account?.available} left, lowest ${account?.lowest}`,
      isKept: accepted.length === 500 && account?.available === 0 && account.lowest === 0,
    };
  },
};

const sameKey: Row = {
  id: 'R6',
  promise: '100 equal submissions at once under one key make one generation and one hold',
  async measure({ stage, addUser, image }) {
    const client = await addUser(10_000);
    const { body } = image('');
    const key = { 'idempotency-key': randomUUID() };
    const replies = await Promise.all(
      Array.from({ length: 100 }, () => client.send('POST', '/api/wan/createImage', body, key)),
    );
    const accepted = replies.filter(({ status }) => status === 200);
    const ids = new Set(accepted.map((reply) => (reply.body as CreateReply).id));
    const isDefinite = replies.every(({ status }) => status === 200 || status === 409);
    const { rows } = await stage.db.pool.query<{ holds: number }>(
      "select count(*)::int as holds from ledger_entry where user_id = $1 and kind = 'reserve'",
      [client.userId],
    );
    return {
      measured: `${ids.size} generation, ${rows[0]?.holds} hold, ${accepted.length} replays of 200`,
      isKept: ids.size === 1 && rows[0]?.holds === 1 && isDefinite,
    };
  },
};

const forged: Row = {
  id: 'R12',
  promise: '1,000 forged webhooks are refused, p99 below 20 ms, and change nothing',
  async measure({ stage, addUser, image, submitAll }) {
    const [id] = await submitAll(await addUser(1_000), [image('stuck')]);
    const readRevision = async () =>
      (await stage.db.pool.query('select revision from generation where id = $1', [id])).rows[0]?.revision;
    const before = await readRevision();
    const statuses: number[] = [];
    const tookMs: number[] = [];
    for (let index = 0; index < 1_000; index += 1) {
      const startedAt = performance.now();
      statuses.push(await sendForged(stage.ports['api-1'], id ?? '', index));
      tookMs.push(performance.now() - startedAt);
    }
    const refused = statuses.filter((status) => status === 401).length;
    const p99 = percentile(tookMs, 0.99);
    return {
      measured: `${refused} times 401, p99 ${p99.toFixed(1)} ms`,
      isKept: refused === 1_000 && p99 < 20 && before === (await readRevision()),
    };
  },
};

/**
 * Sends a webhook without a signature, with a bad one, with one that is too old, or of another user; few from each
 * address.
 */
async function sendForged(port: number, generationId: string, index: number): Promise<number> {
  const now = Math.floor(Date.now() / 1_000);
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'x-forwarded-for': `198.51.100.${index % 200}`,
    ...(index % 4 > 0 && {
      'x-fal-webhook-request-id': randomUUID(),
      'x-fal-webhook-user-id': index % 4 === 3 ? 'another-user' : 'local',
      'x-fal-webhook-timestamp': String(index % 4 === 2 ? now - 3_600 : now),
      'x-fal-webhook-signature': 'ab'.repeat(64),
    }),
  };
  const url = `http://127.0.0.1:${port}/api/wan/getResult?g=${generationId}&a=1&t=forged`;
  const response = await fetch(url, { method: 'POST', headers, body: '{"status":"OK","payload":{}}' });
  await response.arrayBuffer();
  return response.status;
}

/** The first leaves hundreds running, so it comes last. */
export const submissionRows: readonly Row[] = [sameKey, forged, lastCredits];
