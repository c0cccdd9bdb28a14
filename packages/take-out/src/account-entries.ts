import {
  findLedgerHead,
  getTakeOutAccount,
  type HashedEntry,
  hideOperator,
  ledgerCsvHeader,
  listTakeOutDeleted,
  readLedger,
  readTakeOutDeliveries,
  readTakeOutEvents,
  readTakeOutFilms,
  readTakeOutFilmVersions,
  toLedgerCsvLine,
} from '@atelier/db';
import { fillWords } from '@atelier/words';
import { type ArchiveContext, toJson } from './archive-context.ts';
import { describeDeleted } from './generation-entries.ts';
import type { Entries, Entry } from './write-frame.ts';

/** The folder `account/`: what is stored about the account, without secrets. Long lists are read as they are written. */
export async function* accountEntries(context: ArchiveContext): Entries {
  const { db, userId, until } = context;
  const account = await getTakeOutAccount(db.pool, userId);
  const files = {
    'profile.json': account.profile,
    'settings.json': account.settings,
    'sessions.json': account.sessions,
    'api-keys.json': account.api_keys,
    'approvals.json': account.approvals,
    'purchases.json': account.purchases,
    'notices.json': account.notices,
    'projects.json': account.projects,
    'batches.json': account.batches,
  };
  yield Object.entries(files).map(
    ([name, value]): Entry => ({ name: `account/${name}`, modifiedAt: until, text: toJson(value) }),
  );
  const lists = {
    'security-events.json': readTakeOutEvents(db.pool, userId),
    'webhooks.json': readTakeOutDeliveries(db.pool, userId),
    'films.json': readTakeOutFilms(db.pool, userId),
    'film-versions.json': readTakeOutFilmVersions(db.pool, userId),
    'deleted-generations.json': readDeleted(context),
  };
  yield Object.entries(lists).map(
    ([name, batches]): Entry => ({ name: `account/${name}`, modifiedAt: until, lines: toJsonArray(batches) }),
  );
}

const deletedBatch = 500;

async function* readDeleted(context: ArchiveContext): AsyncGenerator<object[]> {
  let after: string | undefined;
  for (;;) {
    context.stop.throwIfAborted();
    const rows = await listTakeOutDeleted(context.db.pool, context, { after, limit: deletedBatch });
    if (rows.length > 0) yield await describeDeleted(context, rows);
    if (rows.length < deletedBatch) return;
    after = rows.at(-1)?.id;
  }
}

/** The folder `ledger/`: every entry with its place in the chain, twice, and how to verify it. */
export async function* ledgerEntries({ db, userId, until, texts }: ArchiveContext): Entries {
  const head = await findLedgerHead(db, userId);
  // Entries that are added in between belong to the next archive, in both files alike.
  const read = async function* (): AsyncGenerator<HashedEntry[]> {
    if (!head) return;
    for await (const entries of readLedger(db, { userId })) {
      yield entries.filter(({ id }) => id <= head.id);
      if ((entries.at(-1)?.id ?? 0) >= head.id) return;
    }
  };
  const text = fillWords(texts.proof, { head: head?.hash ?? '–' });
  yield [
    { name: 'ledger/ledger.csv', modifiedAt: until, lines: toCsv(read()) },
    { name: 'ledger/ledger.json', modifiedAt: until, lines: toJsonArray(exported(read())) },
    { name: 'ledger/README.md', modifiedAt: until, text },
  ];
}

async function* toCsv(batches: AsyncIterable<HashedEntry[]>): AsyncGenerator<string> {
  yield `${ledgerCsvHeader}\r\n`;
  for await (const entries of batches) yield entries.map((entry) => `${toLedgerCsvLine(entry)}\r\n`).join('');
}

async function* exported(batches: AsyncIterable<HashedEntry[]>): AsyncGenerator<HashedEntry[]> {
  for await (const entries of batches) yield entries.map(hideOperator);
}

/** A JSON array with one value per line. */
async function* toJsonArray(batches: AsyncIterable<object[]>): AsyncGenerator<string> {
  let before = '[\n';
  for await (const batch of batches) {
    if (batch.length === 0) continue;
    yield before + batch.map((value) => JSON.stringify(value)).join(',\n');
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}
