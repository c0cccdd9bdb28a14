import { listTakeOutGenerations, listTakeOutUploads, type UsedUpload } from '@atelier/db';
import { fillWords } from '@atelier/words';
import { accountEntries, ledgerEntries } from './account-entries.ts';
import { type ArchiveContext, toJson } from './archive-context.ts';
import { uploadName } from './entry-names.ts';
import {
  type Card,
  galleryName,
  type PageDates,
  pagesName,
  renderGalleryPage,
  renderPageList,
} from './gallery.ts';
import {
  type BatchFiles,
  describeBatch,
  type GenerationWithOutputs,
  generationEntries,
} from './generation-entries.ts';
import { describeFiles } from './stored-files.ts';
import type { Entries, Entry } from './write-frame.ts';

/**
 * Generations that are read and described together, and so what is in memory at a time. Few: what outlives a collection of
 * the young generation lets V8 enlarge it, up to 128 MB.
 */
const batchSize = 25;
/** Generations on a page of the gallery; a number of whole batches. */
const pageSize = 4 * batchSize;

/** Everything that an archive contains, in its order, read as it is written. */
export async function* listEntries(context: ArchiveContext): Entries {
  const { texts, until, counts } = context;
  yield* accountEntries(context);
  yield* ledgerEntries(context);
  yield* uploadEntries(context);
  yield* galleryEntries(context);
  const text = fillWords(texts.contents, { missing: counts.missing });
  yield [{ name: 'README.md', modifiedAt: until, text }];
}

async function* uploadEntries(context: ArchiveContext): Entries {
  const { db, counts } = context;
  const batches = readBatches((page) => listTakeOutUploads(db.pool, context, page));
  for await (const { rows } of batches) {
    const files = await describeFiles(
      context,
      rows.map(({ storage_key }) => storage_key),
    );
    yield describeUploads(context, rows, files);
    counts.done += rows.length;
  }
}

function* describeUploads(
  { counts }: ArchiveContext,
  uploads: readonly UsedUpload[],
  files: BatchFiles['files'],
): Generator<Entry> {
  for (const { storage_key: key, ...upload } of uploads) {
    const facts = files.get(key);
    const name = uploadName(upload);
    const modifiedAt = upload.created_at;
    if (facts) yield { name, modifiedAt, stored: { key, ...facts } };
    else counts.missing += 1;
    const details = { ...upload, file: facts ? name : null };
    yield { name: name.replace(/\.\w+$/, '.json'), modifiedAt, text: toJson(details) };
  }
}

/** The generations, newest first, and after those of a page of the gallery that page. */
async function* galleryEntries(context: ArchiveContext): Entries {
  const { db, until, counts } = context;
  const pages: PageDates[] = [];
  let cards: Card[] = [];
  const batches = readBatches((page) => listTakeOutGenerations(db.pool, context, page));
  for await (const { rows, hasMore } of batches) {
    yield batchEntries(context, { rows, cards, found: await describeBatch(context, rows) });
    counts.done += rows.length;
    if (hasMore && cards.length < pageSize) continue;
    const page = pages.length + 1;
    const text = renderGalleryPage(context, { page, cards, hasOlder: hasMore });
    yield [{ name: galleryName(page), modifiedAt: until, text }];
    const [newest, oldest] = [cards[0], cards.at(-1)].map((card) => card?.generation.created_at ?? until);
    pages.push({ page, newest: newest ?? until, oldest: oldest ?? until });
    cards = [];
  }
  if (pages.length === 0) {
    const text = renderGalleryPage(context, { page: 1, cards: [], hasOlder: false });
    yield [{ name: galleryName(1), modifiedAt: until, text }];
  }
  if (pages.length > 1) yield [{ name: pagesName, modifiedAt: until, text: renderPageList(context, pages) }];
}

type Batch = { rows: readonly GenerationWithOutputs[]; found: BatchFiles; cards: Card[] };

/** The entries of these generations; adds to `cards` as the gallery shows them. */
function* batchEntries(context: ArchiveContext, { rows, found, cards }: Batch): Generator<Entry> {
  for (const row of rows) cards.push(yield* generationEntries(context, row, found));
}

/**
 * Batches of rows, each with whether another one follows; none when there are no rows. That is known by one row more, so
 * that only one batch is in memory.
 */
async function* readBatches<Row extends { id: string }>(
  read: (page: { after: string | undefined; limit: number }) => Promise<Row[]>,
): AsyncGenerator<{ rows: Row[]; hasMore: boolean }> {
  let after: string | undefined;
  for (;;) {
    const found = await read({ after, limit: batchSize + 1 });
    const rows = found.slice(0, batchSize);
    const hasMore = found.length > batchSize;
    if (rows.length > 0) yield { rows, hasMore };
    if (!hasMore) return;
    after = rows.at(-1)?.id;
  }
}
