import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { LedgerCheckpoint, Receipt } from '@atelier/contract';
import { parseCsvProof, parseLedgerCsv } from '@atelier/db';
import { createTestFolder } from '@atelier/dev-stack/testing';
import { verifyProof, verifyReceipt } from '@atelier/ledger-proof/verify-receipt';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { auditEvents } from '../../testing/audit-events.ts';
import { finishVideo } from '../../testing/endings.ts';
import { startTestApi, type TestUser } from '../../testing/start-test-api.ts';

const settings = { WEBHOOK_SIGNING_KEY: Buffer.alloc(32, 7).toString('base64') };
const api = await startTestApi({ settings });
const operator = await api.user({ email: 'ops@atelier.test' });
afterEach(() => api.store.expectWholeLedger());
afterAll(() => api.close());

const read = async <Body>(path: string) => (await api.browser().get(path)).body as Body;
const readKeys = () => read('/.well-known/jwks.json');
const readLog = (from: number) => read(`/.well-known/ledger/log?from=${from}`);

async function makeCheckpoint(): Promise<LedgerCheckpoint> {
  const reply = await operator.post('/api/admin/ledger/checkpoints', { reason: 'Before a restoration' });
  expect(reply.status).toBe(200);
  return (reply.body as { checkpoint: LedgerCheckpoint }).checkpoint;
}

async function readReceipt(user: TestUser, id: string): Promise<Receipt> {
  return (await user.get(`/api/generations/${id}/receipt`)).body as Receipt;
}

describe('a receipt', () => {
  it('has no proof before a checkpoint, and one that anyone can verify after it', async () => {
    const user = await api.user({ credits: 1_000 });
    const { id } = await finishVideo(api.deps, user);
    expect((await readReceipt(user, id)).proof).toBeNull();
    const { number, time } = await makeCheckpoint();
    const receipt = await readReceipt(user, id);
    const text = JSON.stringify(receipt);
    expect(await verifyReceipt(text, await readKeys(), await readLog(number))).toMatchObject({
      ok: true,
      number,
      time,
      lines: 2,
      hidden: 0,
      newer: 0,
      log: { number },
    });
    const changed = JSON.stringify({ ...receipt, settled: 100 });
    expect(await verifyReceipt(changed, await readKeys())).toMatchObject({ problem: 'sums_differ' });
  });

  it('of before verifies after later checkpoints, and a refund by an operator is proven by its place', async () => {
    const user = await api.user({ credits: 1_000 });
    const { id } = await finishVideo(api.deps, user);
    const { number } = await makeCheckpoint();
    const kept = JSON.stringify(await readReceipt(user, id));
    expect((await operator.post(`/api/admin/generations/${id}/refund`, { reason: 'Blurred' })).status).toBe(
      200,
    );
    expect(await verifyReceipt(JSON.stringify(await readReceipt(user, id)), await readKeys())).toMatchObject({
      ok: true,
      newer: 1,
    });
    const later = await makeCheckpoint();
    expect(await verifyReceipt(kept, await readKeys(), await readLog(number))).toMatchObject({
      ok: true,
      number,
      log: { number: later.number },
    });
    expect(await verifyReceipt(JSON.stringify(await readReceipt(user, id)), await readKeys())).toMatchObject({
      ok: true,
      number: later.number,
      lines: 3,
      hidden: 1,
      newer: 0,
    });
  });

  it('is verified by the program that the site offers, with the site alone', async () => {
    const user = await api.user({ credits: 1_000 });
    const { id } = await finishVideo(api.deps, user);
    await makeCheckpoint();
    const folder = await createTestFolder('receipt');
    const program = await api.browser().get('/.well-known/ledger/verify-receipt.mjs');
    expect(program.headers.get('content-type')).toContain('text/javascript');
    await writeFile(join(folder, 'verify-receipt.mjs'), program.bytes);
    await writeFile(join(folder, 'receipt.json'), JSON.stringify(await readReceipt(user, id)));
    await writeFile(join(folder, 'jwks.json'), JSON.stringify(await readKeys()));
    await writeFile(join(folder, 'log.json'), JSON.stringify(await readLog(0)));
    const args = ['verify-receipt.mjs', 'receipt.json', '--keys', 'jwks.json', '--log', 'log.json'];
    const run = promisify(execFile)(process.execPath, args, { cwd: folder });
    // The log is that of the first checkpoint, which is not this one.
    await expect(run).rejects.toMatchObject({ stderr: expect.stringContaining('The published log') });
    const { number } = await makeCheckpoint();
    await writeFile(join(folder, 'receipt.json'), JSON.stringify(await readReceipt(user, id)));
    await writeFile(join(folder, 'log.json'), JSON.stringify(await readLog(number)));
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder });
    expect(stdout).toContain(`Verified: 2 lines are in checkpoint ${number}`);
  });
});

describe('the CSV of the ledger', () => {
  it('ends with the proof of all its entries, unless it is filtered', async () => {
    const user = await api.user({ credits: 1_000 });
    await finishVideo(api.deps, user);
    const csv = async (query = '') => (await user.get(`/api/credits/ledger.csv${query}`)).bytes.toString();
    expect(parseCsvProof(await csv())).toBeUndefined();
    const { number } = await makeCheckpoint();
    await finishVideo(api.deps, user);
    const text = await csv();
    const entries = parseLedgerCsv(text).map((entry, position) => ({ position, ...entry }));
    expect(entries).toHaveLength(5);
    const proof = parseCsvProof(text);
    const proven = { ...proof, path: [], entries: entries.slice(0, proof?.account.entries) };
    expect(await verifyProof(proven, await readKeys(), await readLog(number))).toMatchObject({
      ok: true,
      number,
      lines: 3,
    });
    expect(parseCsvProof(await csv('?kind=settle'))).toBeUndefined();
  });
});

describe('the log', () => {
  it('lists the checkpoints for anyone, from a number on', async () => {
    const { number } = await makeCheckpoint();
    const reply = await api.browser().get(`/.well-known/ledger/checkpoints?from=${number}`);
    expect(reply.headers.get('access-control-allow-origin')).toBe('*');
    expect(reply.body).toMatchObject({ data: [{ number, accounts: expect.any(Number) }], next: null });
    expect(await read('/.well-known/ledger/checkpoints?from=1000')).toEqual({ data: [], next: null });
  });

  it('answers not found for a checkpoint that does not exist, and refuses what is no number', async () => {
    for (const query of ['?from=1000', '?from=0&to=1000', '?from=1&to=0'])
      expect((await api.browser().get(`/.well-known/ledger/log${query}`)).status).toBe(404);
    for (const query of ['', '?from=x', '?from=-1', '?from=1e10'])
      expect((await api.browser().get(`/.well-known/ledger/log${query}`)).status).toBe(400);
  });
});

describe('a checkpoint on demand', () => {
  it('is an event of the audit log with its number and the reason', async () => {
    const { number } = await makeCheckpoint();
    const events = await auditEvents(api, { name: 'operator_made_checkpoint' });
    expect(events.at(-1)).toMatchObject({ reason: 'Before a restoration', details: { number } });
  });

  it('is not made when its event cannot be written', async () => {
    const count = async () =>
      (await read<{ data: unknown[] }>('/.well-known/ledger/checkpoints')).data.length;
    const before = await count();
    const { pool } = api.store.owner;
    await pool.query(
      `create function refuse() returns trigger language plpgsql as $$ begin raise 'the disk is full'; end $$`,
    );
    await pool.query('create trigger refused before insert on audit_event execute function refuse()');
    const reply = await operator.post('/api/admin/ledger/checkpoints', { reason: 'Test it' });
    await pool.query('drop trigger refused on audit_event');
    expect([reply.status, await count()]).toEqual([500, before]);
  });

  it('is not found for users, and needs a reason and a key that signs it', async () => {
    const path = '/api/admin/ledger/checkpoints';
    expect((await (await api.user()).post(path, { reason: 'Test it' })).status).toBe(404);
    expect((await operator.post(path, {})).status).toBe(400);
    const unsigned = await startTestApi({ store: api.store });
    const reply = await (await unsigned.user({ email: 'ops@atelier.test' })).post(path, {
      reason: 'Test it',
    });
    expect([reply.status, reply.body]).toMatchObject([503, { code: 'unavailable' }]);
    await unsigned.close();
  });
});
