// Verifies a receipt against the signed checkpoints of the ledger, trusting nothing but the public keys. One file
// without dependencies, for Node and browsers; docs/ledger-checkpoints.md has the rules in words.
//   node verify-receipt.mjs receipt.json [--keys jwks.json] [--log log.json]
// Keys and log are fetched from the address in the checkpoint unless they are given.

const sentences = {
  not_json: 'The file is not JSON, or is not whole.',
  too_large: 'The file is too large for a receipt.',
  no_receipt: 'The file is not a receipt with a proof, or a part of it is missing.',
  no_proof: 'The receipt has no proof yet: the next checkpoint of the ledger will include it.',
  unknown_key: 'The checkpoint is signed with a key that is not among the public keys.',
  no_support: 'This program cannot verify Ed25519 signatures, or the key is none.',
  bad_signature: 'The signature of the checkpoint is wrong.',
  entry_changed: 'A movement was changed: it does not match its hash.',
  not_in_account: 'The movements are not in the account’s history at this checkpoint.',
  not_in_checkpoint: 'The account is not in the checkpoint, although the proof claims it.',
  lines_differ: 'The receipt does not show the movements that are proven.',
  sums_differ: 'The amounts of the receipt do not match its movements.',
  log_unreadable: 'The published log cannot be read.',
  log_behind: 'The published log ends before this checkpoint: it was cut off.',
  log_differs: 'The published log does not contain this checkpoint: the past was rewritten.',
} as const;

export type ReceiptProblem = keyof typeof sentences;

/** A line of the ledger as it was hashed; see docs/ledger-checkpoints.md. The actor `operator` hides which one. */
type Entry = Record<(typeof hashedFields)[number], string | number | null> & { position: number };
const hashedFields = [
  ...([
    'id',
    'user_id',
    'kind',
    'd_available',
    'd_held',
    'available_after',
    'held_after',
    'entry_key',
  ] as const),
  ...(['generation_id', 'purchase_id', 'reason', 'actor', 'created_at', 'prev_hash', 'hash'] as const),
];

export type Proven = {
  /** The deployment that signed the checkpoint. */
  issuer: string;
  /** The checkpoint that proves the lines, and when it was made. */
  number: number;
  time: string;
  lines: number;
  /** Lines of operators: their place and balance are proven, their text cannot be. */
  hidden: number;
  /** Lines that are newer than the checkpoint and not proven yet. */
  newer: number;
  /** The newest checkpoint whose log contains this one. Null when no log was given. */
  log: { number: number; time: string } | null;
  /**
   * The checkpoint that says that the database was restored after this one was published, and up to which checkpoint (null:
   * none) it still had its history: what was booked after that may be gone. Null when the log reports no restoration.
   */
  restored: { number: number; time: string; to: number | null } | null;
};

export type Verdict =
  | ({ ok: true } & Proven)
  | { ok: false; problem: ReceiptProblem; sentence: string; detail: string };

class Refusal extends Error {
  readonly problem: ReceiptProblem;
  constructor(problem: ReceiptProblem, detail = '') {
    super(detail);
    this.problem = problem;
  }
}

const maxTextLength = 1_000_000;

/**
 * `text` is the JSON of a receipt as it was downloaded, `keys` the JSON Web Key Set of its deployment, `log` the answer
 * of `/.well-known/ledger/log?from=` for the checkpoint's number. Never throws: what is wrong is in the verdict.
 */
export async function verifyReceipt(text: string, keys: unknown, log?: unknown): Promise<Verdict> {
  return judge(async () => {
    const receipt = readReceipt(text);
    const proven = await proveEntries(receipt.proof, keys, log);
    const newer = compareLines(receipt, toArray(asRecord(receipt.proof).entries, 'entries') as Entry[]);
    return { ...proven, newer };
  });
}

/** The same for a proof alone, with the lines in `entries`. */
export async function verifyProof(proof: unknown, keys: unknown, log?: unknown): Promise<Verdict> {
  return judge(() => proveEntries(proof, keys, log));
}

async function judge(work: () => Promise<Proven>): Promise<Verdict> {
  try {
    return { ok: true, ...(await work()) };
  } catch (error) {
    // Whatever else is thrown comes from input of a shape that was not foreseen.
    const [problem, detail] =
      error instanceof Refusal ? [error.problem, error.message] : ['no_receipt' as const, ''];
    return { ok: false, problem, sentence: sentences[problem], detail };
  }
}

/** Reads the address, number and signature of a receipt's checkpoint, unverified. Returns undefined when it has none. */
export function readCheckpointFacts(text: string): { issuer: string; number: number } | undefined {
  try {
    return readSigned(asRecord(readReceipt(text).proof).checkpoint).facts;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

function readReceipt(text: string): Fields {
  if (text.length > maxTextLength) throw new Refusal('too_large');
  const receipt = asRecord(parse(text, 'not_json'));
  if (receipt.proof === null && Array.isArray(receipt.lines)) throw new Refusal('no_proof');
  return receipt;
}

async function proveEntries(proof: unknown, keys: unknown, log: unknown): Promise<Proven> {
  const { checkpoint, account: facts, path, entries: listed } = asRecord(proof);
  const account = asRecord(facts);
  const entries = toArray(listed, 'entries').map((entry) => asRecord(entry) as Entry);
  const leaves = new Map<number, Uint8Array>();
  for (const entry of entries) {
    if (entry.actor !== 'operator' && toHex(await hashOfEntry(entry)) !== entry.hash)
      throw new Refusal('entry_changed', `${entry.kind} ${entry.id}`);
    leaves.set(countEntries(entry.position), await hashLeaf(fromHex(entry.hash)));
  }
  const count = countEntries(account.entries);
  const root = await computeRoot(count, leaves, listHashes(path)).catch(refuseAs('not_in_account'));
  const last = entries.find(({ position }) => position === count - 1);
  if (leaves.size !== entries.length || (last && last.hash !== account.head))
    throw new Refusal('not_in_account');

  const signed = readSigned(checkpoint);
  const { facts: checked } = signed;
  const text = [
    'atelier.account.v1',
    readText(account.account),
    count,
    toHex(fromHex(account.head)),
    toBase64Url(root),
  ];
  const leaf = new Map([[countEntries(account.position), await hashLeaf(utf8(text.join('\n')))]]);
  const found = await computeRoot(checked.accounts, leaf, listHashes(account.path)).catch(
    refuseAs('not_in_checkpoint'),
  );
  if (toBase64Url(found) !== checked.root) throw new Refusal('not_in_checkpoint');

  const isSigned = await checkSignature(signed, keys);
  const newest = log === undefined ? null : await checkLog(checked, keys, log);
  // A key that was retired twice is no longer published; what it signed is vouched for by the log.
  if (!isSigned && !newest) throw new Refusal('unknown_key');
  const hidden = entries.filter(({ actor }) => actor === 'operator').length;
  const { issuer, number, time } = checked;
  return {
    issuer,
    number,
    time,
    lines: entries.length,
    hidden,
    newer: 0,
    log: newest && { number: newest.number, time: newest.time },
    restored: newest?.restored ?? null,
  };
}

/** Compares the lines of the receipt with the proven entries. Returns how many lines are too new for a proof. */
function compareLines(receipt: Fields, entries: readonly Entry[]): number {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const sums = { settled: 0, released: 0, refunded: 0 };
  let newer = 0;
  for (const line of toArray(receipt.lines, 'lines').map(asRecord)) {
    const [available, held] = [readNumber(line.available), readNumber(line.held)];
    if (line.kind === 'settle') sums.settled -= held;
    if (line.kind === 'release') sums.released += available;
    if (line.kind === 'refund') sums.refunded += available;
    const entry = byId.get(readNumber(line.id));
    if (!entry) newer += 1;
    else if (!isShownAs(line, entry, receipt.generation_id))
      throw new Refusal('lines_differ', `${entry.kind} ${entry.id}`);
  }
  if (toArray(receipt.lines, 'lines').length - newer !== entries.length) throw new Refusal('lines_differ');
  for (const [name, sum] of Object.entries(sums))
    if (receipt[name] !== sum) throw new Refusal('sums_differ', name);
  return newer;
}

function isShownAs(line: Fields, entry: Entry, generationId: unknown): boolean {
  return (
    line.kind === entry.kind &&
    line.available === entry.d_available &&
    line.held === entry.d_held &&
    line.available_after === entry.available_after &&
    line.held_after === entry.held_after &&
    line.hash === entry.hash &&
    entry.generation_id === generationId &&
    Date.parse(String(line.created_at)) === Date.parse(String(entry.created_at))
  );
}

type Checkpoint = ReturnType<typeof readSigned>['facts'];

/** A checkpoint: a JSON Web Signature (RFC 7515, compact) whose content is the facts. */
function readSigned(value: unknown) {
  const signed = readText(value);
  const [header = '', content = '', signature = '', more] = signed.split('.');
  if (more !== undefined) throw new Refusal('no_receipt', 'checkpoint');
  const { alg, kid } = asRecord(parse(fromUtf8(fromBase64Url(header)), 'no_receipt'));
  const facts = asRecord(parse(fromUtf8(fromBase64Url(content)), 'no_receipt'));
  if (alg !== 'EdDSA' || facts.type !== 'atelier.checkpoint.v1')
    throw new Refusal('no_receipt', 'checkpoint');
  return {
    kid: readText(kid),
    message: utf8(`${header}.${content}`),
    signature: fromBase64Url(signature),
    facts: {
      issuer: readText(facts.issuer),
      number: countEntries(facts.number),
      time: readText(facts.time),
      accounts: countEntries(facts.accounts),
      root: readText(facts.root),
      logRoot: readText(facts.log_root),
      restored: facts.restored === undefined ? null : readRestoration(asRecord(facts.restored)),
    },
  };
}

/** Two heads of the log: the one that the restored database had, and the newest that was published. */
function readRestoration({ to, published }: Fields) {
  const readHead = (value: unknown) => {
    const { number, log_root: logRoot } = asRecord(value);
    return { number: countEntries(number), logRoot: readText(logRoot) };
  };
  return { to: to === null ? null : readHead(to), published: readHead(published) };
}

/** The leaf of a checkpoint in the log. */
function computeLeaf({ number, time, accounts, root, restored }: Checkpoint): Promise<Uint8Array> {
  const lines = ['atelier.checkpoint.v1', number, time, accounts, root];
  if (restored) {
    const { to, published } = restored;
    lines.push('restored', to?.number ?? -1, to?.logRoot ?? '', published.number, published.logRoot);
  }
  return hashLeaf(utf8(lines.join('\n')));
}

/** Returns false when the key of the signature is not among those given. */
async function checkSignature(signed: ReturnType<typeof readSigned>, keys: unknown): Promise<boolean> {
  const { kid, message, signature } = signed;
  const known = toArray(asRecord(keys).keys, 'keys')
    .map(asRecord)
    .find((key) => key.kid === kid);
  if (!known) return false;
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: readText(known.x) };
  const key = await crypto.subtle
    .importKey('jwk', jwk, 'Ed25519', false, ['verify'])
    .catch(refuseAs('no_support'));
  if (!(await crypto.subtle.verify('Ed25519', key, signature, message))) throw new Refusal('bad_signature');
  return true;
}

/** The newest checkpoint is signed, and its log contains this one and everything that was in the log before it. */
async function checkLog(facts: Checkpoint, keys: unknown, log: unknown) {
  const { number } = facts;
  const { checkpoint, inclusion, consistency, restores } = asRecord(log);
  const signed = readSigned(checkpoint);
  const newest = signed.facts;
  if (!(await checkSignature(signed, keys))) throw new Refusal('unknown_key');
  if (newest.number < number) throw new Refusal('log_behind');
  const rootWith = async (included: Checkpoint, path: unknown) => {
    const leaf = new Map([[included.number, await computeLeaf(included)]]);
    return computeRoot(newest.number + 1, leaf, listHashes(path)).catch(refuseAs('log_differs'));
  };
  const included = await rootWith(facts, inclusion);
  const [older, newer] = await computeRoots(
    number + 1,
    newest.number + 1,
    facts.logRoot,
    listHashes(consistency),
  ).catch(refuseAs('log_differs'));
  const isSame = [toBase64Url(included), toBase64Url(newer)].every((root) => root === newest.logRoot);
  if (!isSame || toBase64Url(older) !== facts.logRoot) throw new Refusal('log_differs');
  let restored: Proven['restored'] = null;
  for (const listed of toArray(restores ?? [], 'restores').map(asRecord)) {
    const record = readSigned(listed.checkpoint);
    // A key that is no longer published is vouched for by the log, as for the checkpoint itself.
    await checkSignature(record, keys);
    const root = await rootWith(record.facts, listed.inclusion);
    if (toBase64Url(root) !== newest.logRoot) throw new Refusal('log_differs');
    const { to, published } = record.facts.restored ?? {};
    if (published && (to?.number ?? -1) < number && number <= published.number)
      restored = { number: record.facts.number, time: record.facts.time, to: to?.number ?? null };
  }
  return { number: newest.number, time: newest.time, restored };
}

/** The root of a tree of `size` leaves of which some are known; `path` has the other hashes in the order of RFC 6962. */
async function computeRoot(
  size: number,
  leaves: ReadonlyMap<number, Uint8Array>,
  path: Uint8Array[],
): Promise<Uint8Array> {
  const next = takeFrom(path);
  const collect = async (from: number, to: number, wanted: readonly number[]): Promise<Uint8Array> => {
    if (wanted.length === 0) return next();
    if (to - from === 1) return leaves.get(from) ?? next();
    const middle = from + findSplit(to - from);
    const [left, right] = [wanted.filter((at) => at < middle), wanted.filter((at) => at >= middle)];
    if (left.length > 0) {
      const known = await collect(from, middle, left);
      return hashNode(known, await collect(middle, to, right));
    }
    const known = await collect(middle, to, right);
    return hashNode(next(), known);
  };
  const positions = [...leaves.keys()];
  if (positions.length === 0 || positions.some((at) => at >= size))
    throw new Error('A leaf outside the tree');
  const root = await collect(0, size, positions);
  next.end();
  return root;
}

/** The roots of a tree before and after leaves were added: RFC 6962, 2.1.2, whose hashes are used from the last. */
async function computeRoots(
  older: number,
  size: number,
  olderRoot: string,
  path: Uint8Array[],
): Promise<[Uint8Array, Uint8Array]> {
  const next = takeFrom(path.toReversed());
  const collect = async (from: number, to: number, isWhole: boolean): Promise<[Uint8Array, Uint8Array]> => {
    if (older === to) {
      const root = isWhole ? fromBase64Url(olderRoot) : next();
      return [root, root];
    }
    const middle = from + findSplit(to - from);
    const other = next();
    if (older > middle) {
      const [before, after] = await collect(middle, to, false);
      return [await hashNode(other, before), await hashNode(other, after)];
    }
    const [before, after] = await collect(from, middle, isWhole);
    return [before, await hashNode(after, other)];
  };
  const roots = await collect(0, size, true);
  next.end();
  return roots;
}

function findSplit(size: number): number {
  return 2 ** (31 - Math.clz32(size - 1));
}

function takeFrom(path: readonly Uint8Array[]): { (): Uint8Array; end(): void } {
  let used = 0;
  const next = () => {
    const hash = path[used];
    used += 1;
    if (!hash) throw new Error('The path is too short');
    return hash;
  };
  const end = () => {
    if (used !== path.length) throw new Error('The path is too long');
  };
  return Object.assign(next, { end });
}

/** The hash of a line: over the one before it and its fields as PostgreSQL writes a JSON array. */
async function hashOfEntry(entry: Entry): Promise<Uint8Array> {
  const fields = [
    entry.id,
    entry.user_id,
    entry.kind,
    entry.d_available,
    entry.d_held,
    entry.available_after,
    entry.held_after,
    entry.entry_key,
    entry.generation_id,
    entry.purchase_id,
    entry.reason,
    entry.actor,
    entry.created_at,
  ];
  const text = `[${fields.map((field) => JSON.stringify(field ?? null)).join(', ')}]`;
  return sha256(fromHex(entry.prev_hash), utf8(text));
}

function hashLeaf(content: Uint8Array): Promise<Uint8Array> {
  return sha256(Uint8Array.of(0), content);
}

function hashNode(left: Uint8Array, right: Uint8Array): Promise<Uint8Array> {
  return sha256(Uint8Array.of(1), left, right);
}

async function sha256(...parts: Uint8Array[]): Promise<Uint8Array> {
  const content = Uint8Array.from(parts.flatMap((part) => [...part]));
  return new Uint8Array(await crypto.subtle.digest('SHA-256', content));
}

type Fields = Record<string, unknown>;

function parse(text: string, problem: ReceiptProblem): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Refusal(problem, String(error));
  }
}

function asRecord(value: unknown): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Refusal('no_receipt');
  return value as Fields;
}

function toArray(value: unknown, what: string): unknown[] {
  if (!Array.isArray(value)) throw new Refusal('no_receipt', what);
  return value;
}

function readText(value: unknown): string {
  if (typeof value !== 'string') throw new Refusal('no_receipt');
  return value;
}

function readNumber(value: unknown): number {
  if (!Number.isSafeInteger(value)) throw new Refusal('no_receipt');
  return value as number;
}

function countEntries(value: unknown): number {
  const count = readNumber(value);
  if (count < 0 || count >= 2 ** 31) throw new Refusal('no_receipt');
  return count;
}

function listHashes(value: unknown): Uint8Array[] {
  return toArray(value, 'path').map((hash) => {
    if (!/^[\w-]{43}$/.test(readText(hash))) throw new Refusal('no_receipt', 'path');
    return fromBase64Url(readText(hash));
  });
}

function fromHex(value: unknown): Uint8Array {
  if (!/^[\da-f]{64}$/.test(readText(value))) throw new Refusal('no_receipt', 'hash');
  return Uint8Array.from(readText(value).match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[\w-]*$/.test(text)) throw new Refusal('no_receipt', 'base64url');
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
}

function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

function fromUtf8(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

function refuseAs(problem: ReceiptProblem): (error: unknown) => never {
  return (error) => {
    throw error instanceof Refusal ? error : new Refusal(problem);
  };
}

/** A sentence about a database that was restored, which is no forgery: the log itself has it. */
export function describeRestore({ number, time, to }: NonNullable<Proven['restored']>): string {
  const kept = to === null ? 'before the first checkpoint' : `up to checkpoint ${to}`;
  return `Restored from a backup. According to checkpoint ${number} of ${time}, the database was restored from a backup with the history ${kept}; later movements may be missing from the ledger now.`;
}

/** Run by Node with the path of a receipt; exits with 1 when it does not verify. */
async function main(args: readonly string[]): Promise<void> {
  const { readFileSync } = process.getBuiltinModule('node:fs');
  const option = (name: string) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
  const text = readFileSync(args[0] ?? 'receipt.json', 'utf8');
  const checkpoint = readCheckpointFacts(text);
  const load = async (path: string | undefined, address: string): Promise<unknown> => {
    if (path !== undefined) return JSON.parse(readFileSync(path, 'utf8'));
    const reply = await fetch(new URL(address, checkpoint?.issuer));
    if (!reply.ok) throw new Error(`${reply.url} answered ${reply.status}`);
    return reply.json();
  };
  const keys = checkpoint && (await load(option('--keys'), '/.well-known/jwks.json'));
  const log =
    checkpoint && (await load(option('--log'), `/.well-known/ledger/log?from=${checkpoint.number}`));
  const verdict = await verifyReceipt(text, keys, log);
  if (!verdict.ok) {
    console.error([verdict.sentence, verdict.detail].filter(Boolean).join(' '));
    process.exitCode = 1;
    return;
  }
  const { lines, hidden, newer, number, time, issuer } = verdict;
  console.log(`Verified: ${lines} lines are in checkpoint ${number} of ${time}, signed by ${issuer}.`);
  if (verdict.log) console.log(`The log up to checkpoint ${verdict.log.number} still contains it.`);
  if (verdict.restored) console.log(describeRestore(verdict.restored));
  if (hidden > 0) console.log(`${hidden} by operators: their place and balance are proven, not their text.`);
  if (newer > 0) console.log(`${newer} newer than the checkpoint: the next one will include them.`);
}

const started = globalThis.process?.argv?.[1];
if (started && import.meta.filename === process.getBuiltinModule('node:fs').realpathSync(started))
  void main(process.argv.slice(2));
