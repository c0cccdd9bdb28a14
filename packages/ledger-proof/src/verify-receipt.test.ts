import { execFile } from 'node:child_process';
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createTestFolder } from '@atelier/dev-stack/testing';
import { describe, expect, it } from 'vitest';
import { accountLeaf, checkpointLeaf } from './leaves.ts';
import { consistencyProof, inclusionProof, leafHashes, rangeOfLeaves } from './merkle-tree.ts';
import { readCheckpointFacts, verifyReceipt } from './verify-receipt.ts';

const generationId = '0199aaaa-0000-7000-8000-000000000001';
const userId = '0199aaaa-0000-7000-8000-000000000002';
const signer = createSigner('now');
const toText = (hashes: readonly Buffer[]) => hashes.map((hash) => hash.toString('base64url'));

function createSigner(kid: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'EdDSA' };
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return {
    keys: { keys: [jwk] },
    sign(content: object, alg = 'EdDSA'): string {
      const message = `${encode({ alg, kid })}.${encode(content)}`;
      return `${message}.${sign(null, Buffer.from(message), privateKey).toString('base64url')}`;
    },
  };
}

type Entry = ReturnType<typeof createEntries>[number];

/** A hold, its charge and a return, after a purchase and other entries of an account, as PostgreSQL hashes them. */
function createEntries(count = 300) {
  let prev = '00'.repeat(32);
  return Array.from({ length: count }, (_, index) => {
    const isOwn = index >= count - 3;
    const kind = isOwn ? (['reserve', 'settle', 'release'][index - count + 3] ?? '') : 'grant';
    const [available = 0, held = 0] = { reserve: [-300, 300], settle: [0, -200], release: [100, -100] }[
      kind
    ] ?? [1];
    const entry = {
      id: 1_000 + index,
      user_id: userId,
      kind,
      d_available: available,
      d_held: held,
      available_after: 1,
      held_after: 0,
      entry_key: `${kind}:${index}`,
      generation_id: isOwn ? generationId : null,
      purchase_id: null,
      reason: isOwn ? null : 'a "gift"\n漢',
      actor: 'system',
      created_at: '2026-03-01T09:30:00.123456Z',
      prev_hash: prev,
    };
    const { id, user_id, d_available, d_held, available_after, held_after, entry_key, ...rest } = entry;
    const fields = [id, user_id, kind, d_available, d_held, available_after, held_after, entry_key];
    fields.push(
      ...([rest.generation_id, rest.purchase_id, rest.reason, rest.actor, rest.created_at] as string[]),
    );
    const text = `[${fields.map((field) => JSON.stringify(field)).join(', ')}]`;
    prev = createHash('sha256').update(Buffer.from(prev, 'hex')).update(text).digest('hex');
    return { ...entry, hash: prev };
  });
}

/** The tree of 1,000 accounts in which this one has the position 700. */
function proveEntries(entries: readonly Entry[], by = signer, number = 3) {
  const hashes = leafHashes(Buffer.from(entries.map(({ hash }) => hash).join(''), 'hex'));
  const range = rangeOfLeaves(hashes);
  const head = entries.at(-1)?.hash ?? '';
  const account = { account: '5b1f4c3e-8a8e-4d57-9c4b-1f0e5f0a7c11', entries: entries.length, head };
  const others = Buffer.concat(Array.from({ length: 1_000 }, () => randomBytes(32)));
  accountLeaf({ ...account, root: range(0, entries.length) }).copy(others, 700 * 32);
  const tree = rangeOfLeaves(others);
  const root = tree(0, 1_000).toString('base64url');
  const facts = { number, time: '2026-03-02T00:07:00.000Z', accounts: 1_000, root };
  const positions = [entries.length - 3, entries.length - 2, entries.length - 1];
  const log = createLog(facts, by);
  return {
    log,
    proof: {
      checkpoint: log.signed(number),
      account: { ...account, position: 700, path: toText(inclusionProof(tree, 1_000, [700])) },
      path: toText(inclusionProof(range, entries.length, positions)),
      entries: positions.map((position) => ({ position, ...(entries[position] as Entry) })),
    },
  };
}

/** A log of 20 checkpoints of which one is given. */
function createLog(facts: { number: number; time: string; accounts: number; root: string }, by = signer) {
  const all = Array.from({ length: 20 }, (_, number) =>
    number === facts.number ? facts : { ...facts, number, root: randomBytes(32).toString('base64url') },
  );
  const range = rangeOfLeaves(Buffer.concat(all.map(checkpointLeaf)));
  const signed = (number: number) =>
    by.sign({
      type: 'atelier.checkpoint.v1',
      issuer: 'https://atelier.test',
      ...all[number],
      log_root: range(0, number + 1).toString('base64url'),
    });
  return {
    signed,
    published: (to: number, from = facts.number) => ({
      checkpoint: signed(to),
      from,
      inclusion: toText(inclusionProof(range, to + 1, [from])),
      consistency: toText(consistencyProof(range, from + 1, to + 1)),
    }),
  };
}

const entries = createEntries();
const { proof, log } = proveEntries(entries);
const receipt = {
  generation_id: generationId,
  kind: 'text-to-video',
  settled: 200,
  released: 100,
  refunded: 0,
  lines: entries.slice(-3).map((entry) => ({
    id: entry.id,
    kind: entry.kind,
    available: entry.d_available,
    held: entry.d_held,
    available_after: entry.available_after,
    held_after: entry.held_after,
    hash: entry.hash,
    created_at: '2026-03-01T09:30:00.123Z',
  })),
  proof,
};
const text = JSON.stringify(receipt);

/** The receipt as text after `change` was made to a copy of it. */
function changed(change: (copy: typeof receipt) => unknown): string {
  const copy = structuredClone(receipt);
  change(copy);
  return JSON.stringify(copy);
}

/** The same with a proof by an attacker who rewrites entries and tree and has the key. */
function forged(change: (entry: Entry) => void): string {
  const copies = structuredClone(entries);
  change(copies.at(-2) as Entry);
  return changed((copy) => Object.assign(copy, { proof: proveEntries(copies).proof }));
}

describe('a receipt', () => {
  it('is verified by the key of its checkpoint', async () => {
    expect(await verifyReceipt(text, signer.keys)).toEqual({
      ok: true,
      issuer: 'https://atelier.test',
      number: 3,
      time: '2026-03-02T00:07:00.000Z',
      lines: 3,
      hidden: 0,
      newer: 0,
      log: null,
      restored: null,
    });
    expect(readCheckpointFacts(text)).toMatchObject({ issuer: 'https://atelier.test', number: 3 });
  });

  it('is verified after later checkpoints by the log, with any of them', async () => {
    for (let to = 3; to < 20; to += 1)
      expect(await verifyReceipt(text, signer.keys, log.published(to))).toMatchObject({
        ok: true,
        number: 3,
        log: { number: to },
      });
  });

  it('has a proof of at most 2 kB', () => {
    const { entries: _content, ...hashes } = proof;
    expect(JSON.stringify(hashes).length).toBeLessThanOrEqual(2_048);
  });

  it('says how many of its lines are newer than the checkpoint', async () => {
    const newer = changed(({ lines, ...copy }) => {
      lines.push({
        ...(lines[2] as (typeof lines)[number]),
        id: 5_000,
        kind: 'refund',
        available: 200,
        held: 0,
      });
      return copy;
    }).replace('"refunded":0', '"refunded":200');
    expect(await verifyReceipt(newer, signer.keys)).toMatchObject({ ok: true, lines: 3, newer: 1 });
  });

  it('proves the place of a line that an operator made, whose text is hidden', async () => {
    const hidden = changed((copy) => Object.assign(copy.proof.entries[0] as object, { actor: 'operator' }));
    expect(await verifyReceipt(hidden, signer.keys)).toMatchObject({ ok: true, hidden: 1 });
  });
});

const other = createSigner('other');
const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
type Line = (typeof receipt.lines)[number];
const line = (copy: typeof receipt, change: Partial<Line>) => Object.assign(copy.lines[1] as Line, change);
const entry = (copy: typeof receipt, change: object) =>
  Object.assign(copy.proof.entries[1] as object, change);

const refused: [string, () => string, string][] = [
  ['an empty file', () => '', 'not_json'],
  ['a file that was cut off', () => text.slice(0, -20), 'not_json'],
  ['another document', () => '{"lines":1}', 'no_receipt'],
  ['a list', () => '[]', 'no_receipt'],
  ['null', () => 'null', 'no_receipt'],
  ['a deeply nested file', () => deep(100_000), 'no_receipt'],
  ['a huge file', () => `"${'x'.repeat(1_000_001)}"`, 'too_large'],
  ['a receipt without a proof', () => changed((copy) => Object.assign(copy, { proof: null })), 'no_proof'],
  ['an amount that was changed', () => changed((copy) => line(copy, { held: -100 })), 'lines_differ'],
  ['a kind that was changed', () => changed((copy) => line(copy, { kind: 'release' })), 'lines_differ'],
  [
    'a moment that was changed',
    () => changed((copy) => line(copy, { created_at: '2026-03-01' })),
    'lines_differ',
  ],
  ['a line that was removed', () => changed((copy) => copy.lines.pop()), 'lines_differ'],
  ['a line twice', () => changed((copy) => copy.lines.push(copy.lines[1] as Line)), 'lines_differ'],
  ['a sum that was changed', () => changed((copy) => Object.assign(copy, { settled: 100 })), 'sums_differ'],
  [
    'another generation',
    () => changed((copy) => Object.assign(copy, { generation_id: userId })),
    'lines_differ',
  ],
  ['proven content that was changed', () => changed((copy) => entry(copy, { d_held: -1 })), 'entry_changed'],
  ['a place that was changed', () => changed((copy) => entry(copy, { position: 5 })), 'not_in_account'],
  ['a place outside the account', () => changed((copy) => entry(copy, { position: 900 })), 'not_in_account'],
  ['the place of another line', () => changed((copy) => entry(copy, { position: 299 })), 'not_in_account'],
  ['a path that is too short', () => changed((copy) => copy.proof.path.pop()), 'not_in_account'],
  [
    'a path that is too long',
    () => changed((copy) => copy.proof.path.push('A'.repeat(43))),
    'not_in_account',
  ],
  ['a path of other things', () => changed((copy) => copy.proof.path.push('x')), 'no_receipt'],
  [
    'another head',
    () => changed((copy) => Object.assign(copy.proof.account, { head: '0'.repeat(64) })),
    'not_in_account',
  ],
  [
    'a count that was changed',
    () => changed((copy) => Object.assign(copy.proof.account, { entries: 301 })),
    'not_in_account',
  ],
  [
    'a monstrous count',
    () => changed((copy) => Object.assign(copy.proof.account, { entries: 1e300 })),
    'no_receipt',
  ],
  [
    'another account',
    () => changed((copy) => Object.assign(copy.proof.account, { account: 'x' })),
    'not_in_checkpoint',
  ],
  [
    'another position',
    () => changed((copy) => Object.assign(copy.proof.account, { position: 699 })),
    'not_in_checkpoint',
  ],
  [
    'a signature that was changed',
    () => text.replace(/\.[\w-]{10}([\w-]{76}")/, '.AAAAAAAAAA$1'),
    'bad_signature',
  ],
  [
    'a checkpoint that is none',
    () => changed((copy) => Object.assign(copy.proof, { checkpoint: 'a.b.c' })),
    'no_receipt',
  ],
  [
    'a checkpoint without a signature',
    () => changed((copy) => Object.assign(copy.proof, { checkpoint: signer.sign({ type: 'x' }, 'none') })),
    'no_receipt',
  ],
  [
    'a proof by another key',
    () => changed((copy) => Object.assign(copy, { proof: proveEntries(entries, other).proof })),
    'unknown_key',
  ],
  ['prototypes', () => changed((copy) => copy).replace('"entries":[', '"__proto__":[],"entries":['), 'ok'],
];

describe('the verifier refuses with a sentence', () => {
  it.each(refused)('%s', async (_name, readText, problem) => {
    const verdict = await verifyReceipt(readText(), signer.keys);
    if (verdict.ok) expect(problem).toBe('ok');
    else expect(verdict).toMatchObject({ problem, sentence: expect.stringMatching(/^[A-Z].+\.$/) });
  });

  it('a receipt of a past that was rewritten, by the log, though the operator signed it again', async () => {
    const rewritten = forged((own) => Object.assign(own, { hash: createHash('sha256').digest('hex') }));
    expect(await verifyReceipt(rewritten, signer.keys)).toMatchObject({ problem: 'entry_changed' });
    const again = proveEntries(entries);
    expect(await verifyReceipt(text, signer.keys, again.log.published(9))).toMatchObject({
      ok: false,
      problem: 'log_differs',
    });
  });

  it.each([
    ['none', null, 'no_receipt'],
    ['of another shape', { checkpoint: 'x', inclusion: {}, consistency: [] }, 'no_receipt'],
    ['that ends before the checkpoint', () => log.published(2, 2), 'log_behind'],
    ['without the proof of inclusion', () => ({ ...log.published(9), inclusion: [] }), 'log_differs'],
    ['without the proof of consistency', () => ({ ...log.published(9), consistency: [] }), 'log_differs'],
    [
      'that another key signed',
      () => createLog({ number: 3, time: '', accounts: 1, root: '' }, other).published(9),
      'unknown_key',
    ],
  ])('a log %s', async (_name, given, problem) => {
    const published = typeof given === 'function' ? given() : given;
    expect(await verifyReceipt(text, signer.keys, published)).toMatchObject({ ok: false, problem });
  });

  it.each([null, {}, { keys: [] }, { keys: [{ kid: 'now' }] }, { keys: [{ kid: 'now', x: 'AA' }] }])(
    'keys that are none: %j',
    async (keys) => {
      expect(await verifyReceipt(text, keys)).toMatchObject({ ok: false });
    },
  );
});

it('changed in any one character of its proof, it never verifies as it was', async () => {
  const start = text.indexOf('"proof"');
  const untouched = await verifyReceipt(text, signer.keys);
  for (let at = start + 12; at < text.length - 3; at += 17) {
    const flipped = `${text.slice(0, at)}${text[at] === 'x' ? 'y' : 'x'}${text.slice(at + 1)}`;
    const verdict = await verifyReceipt(flipped, signer.keys);
    // Unused bits of the last character of base64url, and fields that are not hashed, may differ.
    if (verdict.ok) expect(verdict).toEqual(untouched);
  }
});

it('the verifier runs as a program with files', async () => {
  const folder = await createTestFolder('receipt');
  const path = (name: string) => join(folder, name);
  await writeFile(path('receipt.json'), text);
  await writeFile(
    path('bad.json'),
    changed((copy) => line(copy, { held: 0 })),
  );
  await writeFile(path('keys.json'), JSON.stringify(signer.keys));
  await writeFile(path('log.json'), JSON.stringify(log.published(9)));
  const program = join(import.meta.dirname, 'verify-receipt.ts');
  const run = (file: string) =>
    promisify(execFile)(process.execPath, [
      program,
      path(file),
      '--keys',
      path('keys.json'),
      '--log',
      path('log.json'),
    ]).catch((error: { code: number; stderr: string }) => error);
  expect(await run('receipt.json')).toMatchObject({
    stdout: expect.stringMatching(
      /^Verified: 3 lines are in checkpoint 3 of .+\nThe log up to checkpoint 9 still/,
    ),
  });
  expect(await run('bad.json')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('does not show the movements'),
  });
});
