import { randomUUID } from 'node:crypto';
import { verifyProof } from '@atelier/ledger-proof/verify-receipt';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSigner, rechain } from '../../testing/checkpoint-signer.ts';
import { openTestDb } from '../../testing/open-test-db.ts';
import { createPublishedLog } from '../../testing/published-log.ts';
import { buy, createUser, reserve } from '../../testing/samples.ts';
import { readLedger } from '../money/ledger-export.ts';
import type { HashedEntry } from '../money/ledger-line-text.ts';
import { moveCredits } from '../money/move-credits.ts';
import { findLogProof, listCheckpoints } from './checkpoint-list.ts';
import { findAccountProof, findGenerationProof } from './find-ledger-proof.ts';
import { makeCheckpoint } from './make-checkpoint.ts';

const db = await openTestDb();
afterAll(() => db.drop());
afterEach(async () => expect(await db.ledgerProblems()).toEqual([]));
beforeEach(forgetCheckpoints);

const signer = createSigner();
const published = createPublishedLog();
const checkpoint = (isDaily = false, { sign } = signer) =>
  makeCheckpoint(db, { issuer: 'https://atelier.test', sign, isDaily, published });

async function forgetCheckpoints(): Promise<void> {
  published.text = undefined;
  await db.asOwner(`
    alter table ledger_checkpoint disable trigger user;
    truncate ledger_checkpoint, ledger_account, ledger_tile;
    alter table ledger_checkpoint enable trigger user`);
}

/** A user with a purchase and a generation. */
async function createHistory() {
  const userId = await createUser(db, 1_000);
  const { id: generationId } = await reserve(db, userId);
  return { userId, generationId };
}

/** The log as it is published. */
async function publishedLog(from: number, to?: number) {
  const log = await findLogProof(db.pool, { from, to });
  const text = (hashes: Buffer[] = []) => hashes.map((hash) => hash.toString('base64url'));
  return { ...log, inclusion: text(log?.inclusion), consistency: text(log?.consistency) };
}

describe('a checkpoint', () => {
  it('proves the entries of a generation that were booked before it', async () => {
    const history = await createHistory();
    expect(await findGenerationProof(db, history)).toBeUndefined();
    await checkpoint();
    const proof = await findGenerationProof(db, history);
    expect(proof).toMatchObject({ account: { entries: 2 }, entries: [{ position: 1, kind: 'reserve' }] });
    expect(await verifyProof(proof, signer.keys)).toMatchObject({ ok: true, number: 0, lines: 1, log: null });
    const later = await createHistory();
    expect(await findGenerationProof(db, later)).toBeUndefined();
    await checkpoint();
    expect(await verifyProof(await findGenerationProof(db, later), signer.keys)).toMatchObject({
      ok: true,
      issuer: 'https://atelier.test',
      number: 1,
    });
  });

  it('proves a whole export by the account alone, also with entries of operators', async () => {
    const { userId } = await createHistory();
    const operator = { actor: `operator:${userId}`, entryKey: randomUUID(), reason: 'a gift' };
    await moveCredits(db.kysely, { userId, kind: 'grant', credits: 5, ...operator });
    await checkpoint();
    await buy(db, userId, 10);
    const entries: HashedEntry[] = [];
    for await (const batch of readLedger(db, { userId })) entries.push(...batch);
    const proof = await findAccountProof(db, userId);
    const listed = entries.slice(0, 3).map((entry, position) => ({ position, ...entry }));
    const verified = await verifyProof({ ...proof, path: [], entries: listed }, signer.keys);
    expect(verified).toMatchObject({ ok: true, lines: 3 });
  });

  it('keeps the place and the pseudonym of an account, and neither its id nor its count is in the tree', async () => {
    const { userId } = await createHistory();
    await checkpoint();
    const first = await findAccountProof(db, userId);
    await createHistory();
    await buy(db, userId, 10);
    await checkpoint();
    const second = await findAccountProof(db, userId);
    const { account, position } = first?.account ?? {};
    expect(second?.account).toMatchObject({ account, position, entries: 3 });
    expect(JSON.stringify(first)).not.toContain(userId);
  });

  it('leaves an entry that is not committed to the next one, though a later entry is in it', async () => {
    const [early, late] = [await createUser(db, 10), await createUser(db)];
    const client = await db.pool.connect();
    await client.query('begin');
    await client.query(
      `with account as (update credit_account set available = available + 5 where user_id = $1 returning *)
       insert into ledger_entry (user_id, kind, d_available, d_held, available_after, held_after, entry_key)
       select $1, 'grant', 5, 0, available, held, $2 from account`,
      [early, `early:${early}`],
    );
    await buy(db, late, 10);
    await checkpoint();
    expect((await findAccountProof(db, late))?.account.entries).toBe(1);
    expect((await findAccountProof(db, early))?.account.entries).toBe(1);
    await client.query('commit');
    client.release();
    await checkpoint();
    expect((await findAccountProof(db, early))?.account.entries).toBe(2);
  });

  it('is made once a day, also by two workers at once, and on demand as often as wanted', async () => {
    await createHistory();
    const daily = await Promise.all([checkpoint(true), checkpoint(true)]);
    expect(daily.filter((row) => row !== undefined)).toHaveLength(1);
    expect(await checkpoint(true)).toBeUndefined();
    await Promise.all([checkpoint(), checkpoint()]);
    expect((await listCheckpoints(db.pool, 0, 10)).map(({ number }) => number)).toEqual([0, 1, 2]);
  });

  it('is made of a ledger without entries', async () => {
    await checkpoint();
    expect(await listCheckpoints(db.pool, 0, 10)).toMatchObject([{ number: 0 }]);
  });

  it('cannot be changed or removed, not even by the owner of the schema', async () => {
    await checkpoint();
    await expect(db.pool.query('delete from ledger_checkpoint')).rejects.toThrow('permission denied');
    await expect(db.asOwner('delete from ledger_checkpoint')).rejects.toThrow('immutable');
    await expect(db.asOwner('update ledger_checkpoint set number = 7')).rejects.toThrow('immutable');
  });
});

describe('the log', () => {
  it('proves between any two checkpoints that the later one extends the earlier', async () => {
    const history = await createHistory();
    const proofs: unknown[] = [];
    for (let number = 0; number < 9; number += 1) {
      await checkpoint();
      proofs.push(await findGenerationProof(db, history));
    }
    for (let from = 0; from < 9; from += 1)
      for (let to = from; to < 9; to += 1)
        expect(await verifyProof(proofs[from], signer.keys, await publishedLog(from, to))).toMatchObject({
          ok: true,
          number: from,
          log: { number: to },
        });
    expect(await verifyProof(proofs[5], signer.keys, await publishedLog(3, 4))).toMatchObject({
      problem: 'log_behind',
    });
    expect(await verifyProof(proofs[5], signer.keys, await publishedLog(4, 8))).toMatchObject({
      problem: 'log_differs',
    });
    expect(await findLogProof(db.pool, { from: 9 })).toBeUndefined();
  });

  it('vouches for a checkpoint whose key is no longer published', async () => {
    const history = await createHistory();
    await checkpoint(false, createSigner('retired'));
    const kept = await findGenerationProof(db, history);
    await checkpoint();
    expect(await verifyProof(kept, signer.keys)).toMatchObject({ problem: 'unknown_key' });
    expect(await verifyProof(kept, signer.keys, await publishedLog(0))).toMatchObject({
      ok: true,
      number: 0,
      log: { number: 1 },
    });
  });

  it('shows the owner of a kept receipt that an operator with every right and the key rewrote the past', async () => {
    const history = await createHistory();
    await checkpoint();
    const kept = await findGenerationProof(db, history);
    await checkpoint();
    expect(await verifyProof(kept, signer.keys, await publishedLog(0))).toMatchObject({ ok: true });
    await forgetCheckpoints();
    const change = `update ledger_entry set entry_key = entry_key || '!'
                     where kind = 'purchase' and user_id = '${history.userId}'`;
    await db.asOwner(`alter table ledger_entry disable trigger user; ${change};
      ${rechain(history.userId)}; alter table ledger_entry enable trigger user`);
    await checkpoint();
    await checkpoint();
    expect(await db.ledgerProblems()).toEqual([]);
    expect(await verifyProof(kept, signer.keys, await publishedLog(0))).toMatchObject({
      problem: 'log_differs',
      sentence: expect.stringContaining('the past was rewritten'),
    });
  });
});
