import { verifyProof } from '@atelier/ledger-proof/verify-receipt';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createSigner } from '../../testing/checkpoint-signer.ts';
import { openTestDb } from '../../testing/open-test-db.ts';
import { createPublishedLog } from '../../testing/published-log.ts';
import { createUser, reserve } from '../../testing/samples.ts';
import { findLogProof, listCheckpoints } from './checkpoint-list.ts';
import { findGenerationProof } from './find-ledger-proof.ts';
import { makeCheckpoint } from './make-checkpoint.ts';

const db = await openTestDb();
afterAll(() => db.drop());

const signer = createSigner();
let published = createPublishedLog();
const checkpoint = (isDaily = false) =>
  makeCheckpoint(db, { issuer: 'https://atelier.test', sign: signer.sign, isDaily, published });

const tables = [
  'app_user',
  'credit_account',
  'purchase',
  'generation',
  'ledger_entry',
  'outbox',
  'ledger_checkpoint',
  'ledger_account',
  'ledger_tile',
];

/** A backup of what the ledger is made of. */
async function backUp(): Promise<void> {
  await db.asOwner('drop schema if exists backup cascade');
  await db.asOwner('create schema backup');
  for (const table of tables) await db.asOwner(`create table backup.${table} as table public.${table}`);
}

/** The database as it was backed up; what is outside of it stays as it is. */
const restore = () =>
  db.asOwner(`
    do $$ declare name text; begin
      set local session_replication_role = replica;
      foreach name in array array['${tables.join("','")}'] loop
        execute format('delete from public.%I', name);
        execute format('insert into public.%1$I overriding system value select * from backup.%1$I', name);
      end loop;
    end $$`);

beforeEach(async () => {
  published = createPublishedLog();
  await db.asOwner(`
    alter table ledger_checkpoint disable trigger user;
    truncate ledger_checkpoint, ledger_account, ledger_tile;
    alter table ledger_checkpoint enable trigger user`);
});

/** A user with a generation, and what a receipt of it keeps. */
async function createHistory() {
  const userId = await createUser(db, 1_000);
  const { id: generationId } = await reserve(db, userId);
  return { userId, generationId };
}

const keepProof = async (history: Awaited<ReturnType<typeof createHistory>>) => {
  const proof = await findGenerationProof(db, history);
  if (!proof) throw new Error('The checkpoint does not include the history');
  return proof;
};

/** Verifies a proof that was kept against the log as it is published now. */
async function verifyKept(proof: Awaited<ReturnType<typeof keepProof>>) {
  const log = await findLogProof(db.pool, { from: proof.number });
  const text = (hashes: Buffer[] = []) => hashes.map((hash) => hash.toString('base64url'));
  return verifyProof(proof, signer.keys, {
    ...log,
    inclusion: text(log?.inclusion),
    consistency: text(log?.consistency),
    restores: log?.restores.map((each) => ({ ...each, inclusion: text(each.inclusion) })),
  });
}

const numbersIn = (text = '') =>
  text
    .split('\n')
    .filter(Boolean)
    .map((signed) => JSON.parse(Buffer.from(signed.split('.')[1] ?? '', 'base64url').toString()).number);

describe('after a restoration of the database', () => {
  it('the numbers go on after the newest that was published, and a receipt from before is no forged past', async () => {
    const early = await createHistory();
    await checkpoint();
    const keptEarly = await keepProof(early);
    await backUp();
    const late = await createHistory();
    const lost = [await checkpoint(), await checkpoint()];
    const keptLate = await keepProof(late);
    await restore();
    await createHistory();
    // Also where today's exists already.
    const made = await checkpoint(true);
    const readHead = (row: (typeof lost)[number]) => ({
      number: row?.number,
      log_root: row?.log_root.toString('base64url'),
    });
    const [first] = await listCheckpoints(db.pool, 0, 1);
    expect(made).toMatchObject({
      number: 3,
      restored: { to: readHead(first), published: readHead(lost[1]) },
    });
    expect(JSON.parse(Buffer.from(made?.signed.split('.')[1] ?? '', 'base64url').toString())).toMatchObject({
      restored: made?.restored,
    });
    expect((await listCheckpoints(db.pool, 0, 10)).map(({ number, signed }) => [number, signed])).toEqual([
      [0, first?.signed],
      ...lost.map((row) => [row?.number, row?.signed]),
      [3, made?.signed],
    ]);
    expect(numbersIn(published.text)).toEqual([0, 1, 2, 3]);
    expect(await verifyKept(keptLate)).toMatchObject({
      ok: true,
      number: 2,
      log: { number: 3 },
      restored: { number: 3, to: 0 },
    });
    expect(await verifyKept(keptEarly)).toMatchObject({ ok: true, number: 0, restored: null });
    expect(await db.ledgerProblems()).toEqual([]);
    // One record for one restoration.
    expect(await checkpoint(true)).toBeUndefined();
    const next = await checkpoint();
    expect(next).toMatchObject({ number: 4, restored: null });
    const after = await keepProof(early);
    expect(await verifyKept(after)).toMatchObject({ ok: true, number: 4, restored: null });
    expect(await verifyKept(keptLate)).toMatchObject({ log: { number: 4 }, restored: { number: 3, to: 0 } });
  });

  it('there is one record, also when two workers come at once, and another one after a second restoration', async () => {
    await backUp();
    const lost = await createHistory();
    await checkpoint();
    const kept = await keepProof(lost);
    await restore();
    const made = await Promise.all([checkpoint(true), checkpoint(true)]);
    expect(made.filter(Boolean)).toMatchObject([
      { number: 1, restored: { to: null, published: { number: 0 } } },
    ]);
    await createHistory();
    await restore();
    expect(await checkpoint(true)).toMatchObject({
      number: 2,
      restored: { to: null, published: { number: 1 } },
    });
    expect(await verifyKept(kept)).toMatchObject({ ok: true, number: 0, restored: { to: null } });
    expect(await db.ledgerProblems()).toEqual([]);
  });

  it('to a point after the newest checkpoint nothing is recorded', async () => {
    await createHistory();
    await checkpoint();
    await backUp();
    await createHistory();
    await restore();
    expect(await checkpoint()).toMatchObject({ number: 1, restored: null });
  });

  it('a record that was changed, moved or made up does not pass', async () => {
    const late = await createHistory();
    await backUp();
    await checkpoint();
    const kept = await keepProof(late);
    await restore();
    await checkpoint();
    const log = await findLogProof(db.pool, { from: 0 });
    const text = (hashes: Buffer[] = []) => hashes.map((hash) => hash.toString('base64url'));
    const [record] = log?.restores ?? [];
    const verify = (restores: object[]) =>
      verifyProof(kept, signer.keys, {
        ...log,
        inclusion: text(log?.inclusion),
        consistency: text(log?.consistency),
        restores,
      });
    const inclusion = text(record?.inclusion);
    const content = JSON.parse(Buffer.from(record?.checkpoint.split('.')[1] ?? '', 'base64url').toString());
    expect(await verify([{ checkpoint: record?.checkpoint, inclusion }])).toMatchObject({ ok: true });
    const changed = signer.sign({
      ...content,
      restored: { ...content.restored, to: content.restored.published },
    });
    for (const [name, checkpoint, path] of [
      ['changed', changed, inclusion],
      ['without a place', record?.checkpoint, []],
      ['elsewhere', signer.sign({ ...content, number: 0 }), inclusion],
    ])
      expect([name, await verify([{ checkpoint, inclusion: path }])]).toMatchObject([
        name,
        { ok: false, problem: 'log_differs' },
      ]);
  });
});

describe('the published log', () => {
  it('is written again when it was lost, and by an installation that had none', async () => {
    await createHistory();
    await checkpoint();
    await checkpoint();
    published.text = undefined;
    expect(await checkpoint(true)).toBeUndefined();
    expect(numbersIn(published.text)).toEqual([0, 1]);
    [published.text] = String(await published.read()).split('\n');
    expect(await checkpoint()).toMatchObject({ number: 2, restored: null });
    expect(numbersIn(published.text)).toEqual([0, 1, 2]);
  });

  it.each([
    ['is damaged', () => `${published.text?.slice(0, -30)}\n`],
    ['is another document', () => '{"number":0}'],
    ['has lost a line in between', () => published.text?.split('\n').toSpliced(1, 1).join('\n')],
  ])('signs nothing when it %s', async (_name, change) => {
    await createHistory();
    for (let made = 0; made < 3; made += 1) await checkpoint();
    const before = published.text;
    published.text = change();
    await expect(checkpoint()).rejects.toThrow('nothing is signed');
    expect(await listCheckpoints(db.pool, 0, 10)).toHaveLength(3);
    published.text = before;
    expect(await checkpoint()).toMatchObject({ number: 3 });
  });

  it('signs no number again that was published with another root', async () => {
    await backUp();
    await createHistory();
    await checkpoint();
    const before = published;
    await restore();
    published = createPublishedLog();
    await createHistory();
    await checkpoint();
    published = before;
    await expect(checkpoint()).rejects.toThrow(
      'Checkpoint 0 of the database is not the one that was published',
    );
  });

  it('signs nothing when it cannot be read or written', async () => {
    await createHistory();
    const refuse = async () => {
      throw new Error('The bucket is away');
    };
    const working = published;
    for (const broken of [{ read: refuse }, { write: refuse }]) {
      published = Object.assign(createPublishedLog(), broken);
      await expect(checkpoint()).rejects.toThrow('The bucket is away');
    }
    published = working;
    expect(await listCheckpoints(db.pool, 0, 10)).toEqual([]);
    expect(await checkpoint()).toMatchObject({ number: 0 });
  });
});
