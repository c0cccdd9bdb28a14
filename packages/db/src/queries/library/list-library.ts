import { type AppError, invalidQuery } from '@atelier/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../connect.ts';
import { preparedQuery } from '../../prepared.ts';
import { computeTotal, findGenerationCounts } from './generation-counts.ts';
import { findEnd, isNarrowed, type LibraryScope, matchingGenerations } from './library-filter.ts';
import { type Page, readPlainPage, walkPlain } from './plain-lists.ts';
import { type ListedGeneration, readListed } from './read-listed.ts';

export type ListedPage = { found: ListedGeneration[]; total: number };

/** The column that a page is sorted by; among equals the newest is first. */
export type Sorting = { by: 'created_at' | 'model' | 'settled' | 'status'; isAscending: boolean };

const newestFirstSorting: Sorting = { by: 'created_at', isAscending: false };

/**
 * One page, newest first by default, and how many match in all. Uses generation_library or, for one medium,
 * generation_history; in another order all that match are read.
 */
export async function listLibraryPage(
  db: Db,
  scope: LibraryScope,
  page: Page,
  sorting = newestFirstSorting,
): Promise<ListedPage> {
  const isUsual = sorting.by === 'created_at' && !sorting.isAscending;
  if (scope.filter.search !== '' || !isUsual) return readMatchingPage(db, scope, page, sorting);
  const plain = toPlain(scope);
  if (!plain) return listPage(db, scope, page);
  const { found, counts } = await readPlainPage(db, plain, page);
  return { found, total: counts.total };
}

/** `creditsUsed` includes deleted images, for deletion refunds nothing. */
export type ImageTotals = { generated: number; creditsUsed: number; favorites: number };

/** A page of images, and the totals of all of the user's images, whatever the page is narrowed to. */
export async function listImagePage(
  db: Db,
  { userId, filter }: LibraryScope,
  page: Page,
): Promise<ListedPage & { totals: ImageTotals }> {
  const scope: LibraryScope = { userId, filter: { ...filter, media: ['image'] } };
  const plain = toPlain(scope);
  if (plain) {
    const { found, counts } = await readPlainPage(db, plain, page);
    const { total, image_credits: creditsUsed, image_favorites: favorites } = counts;
    return { found, total, totals: { generated: total, creditsUsed, favorites: favorites ?? 0 } };
  }
  const [listed, counts] = await Promise.all([
    listLibraryPage(db, scope, page),
    findGenerationCounts(db.pool, userId),
  ]);
  const { image: generated, image_credits: creditsUsed, image_favorites: favorites } = counts;
  return { ...listed, totals: { generated, creditsUsed, favorites } };
}

/** Returns undefined when more than one medium narrows the list: such statements differ, and are planned for each call. */
function toPlain({ userId, filter }: LibraryScope) {
  const { media, search } = filter;
  if (search !== '' || isNarrowed(filter) || (media && media.length !== 1)) return undefined;
  return { userId, medium: media?.[0] };
}

async function listPage(db: Db, scope: LibraryScope, { page, pageSize }: Page): Promise<ListedPage> {
  const ids = newestFirst(matchingGenerations(db, scope))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  const [rows, total] = await Promise.all([ids.execute(), countMatching(db, scope)]);
  return { found: await readListed(db.pool, listIds(rows)), total };
}

/** Counts the matching generations: those narrowed by media alone were counted before, others are counted in an index alone. */
async function countMatching(db: Db, scope: LibraryScope): Promise<number> {
  if (!isNarrowed(scope.filter))
    return computeTotal(await findGenerationCounts(db.pool, scope.userId), scope.filter.media);
  const { total } = await matchingGenerations(db, scope)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** Finds all that match once, for both the page and the count. */
async function readMatchingPage(
  db: Db,
  scope: LibraryScope,
  { page, pageSize }: Page,
  { by, isAscending }: Sorting,
): Promise<ListedPage> {
  const direction = sql.raw(isAscending ? 'asc' : 'desc');
  const { total, ids } = await db.kysely
    .with(
      (name) => name('matching').materialized(),
      () => matchingGenerations(db, scope).select(['id', 'created_at', sql.ref(by).as('sorted_by')]),
    )
    .selectNoFrom([
      sql<number>`(select count(*) from matching)`.as('total'),
      sql<string[]>`array(select id from matching order by sorted_by ${direction}, created_at desc, id desc
                           limit ${pageSize} offset ${(page - 1) * pageSize})`.as('ids'),
    ])
    .executeTakeFirstOrThrow();
  const places = new Map(ids.map((id, place) => [id, place]));
  const found = (await readListed(db.pool, ids)).toSorted(
    (a, b) => (places.get(a.generation.id) ?? 0) - (places.get(b.generation.id) ?? 0),
  );
  return { found, total };
}

/** Start of a walk through a list: its newest generation, a given one, or the end of a day. */
export type WalkFrom = { before?: string | undefined; after?: string | undefined; on?: string | undefined };

export type Walked = {
  /** Newest first, whichever way it was walked. */
  found: ListedGeneration[];
  hasOlder: boolean;
  hasNewer: boolean;
};

/**
 * Up to `limit` generations older than `before`, newer than `after`, or up to the end of the day `on`. However far down the
 * list this is, it reads only these. Throws invalid_query for a generation that is not the user's; a deleted one still says
 * where it was.
 */
export async function walkLibrary(
  db: Db,
  scope: LibraryScope,
  from: WalkFrom & { limit: number },
): Promise<Walked> {
  const { before, after, on, limit } = from;
  const [walked, isAnyNewer] = await Promise.all([
    walk(db, scope, { ...from, limit: limit + 1 }),
    on !== undefined && before === undefined && hasAny(db, scope, on),
  ]);
  const cursor = before ?? after;
  // Nothing is beyond a cursor that is not the user's.
  if (walked.length === 0 && cursor !== undefined && !(await isOwn(db, scope.userId, cursor)))
    throw invalidCursor(after === undefined ? 'before' : 'after');
  const hasMore = walked.length > limit;
  if (after !== undefined) return { found: walked.slice(-limit), hasNewer: hasMore, hasOlder: true };
  return { found: walked.slice(0, limit), hasOlder: hasMore, hasNewer: before !== undefined || isAnyNewer };
}

async function walk(
  db: Db,
  scope: LibraryScope,
  { before, after, on, limit }: WalkFrom & { limit: number },
): Promise<ListedGeneration[]> {
  const plain = toPlain(scope);
  const given = [before, after, on].filter((each) => each !== undefined);
  if (plain && given.length <= 1)
    return walkPlain(db.pool, plain, { before, after, on, limit, zone: scope.filter.zone });
  const cursor = before ?? after;
  let matching = matchingGenerations(db, scope);
  if (cursor !== undefined)
    matching = matching.where(isBeyond(scope.userId, cursor, after === undefined ? '<' : '>'));
  if (on !== undefined) matching = matching.where('created_at', '<', findEnd({ day: on }, scope.filter.zone));
  const ids = after === undefined ? newestFirst(matching) : oldestFirst(matching);
  return readListed(db.pool, listIds(await ids.limit(limit).execute()));
}

const findOwn = preparedQuery<{ id: string }>(
  'find-own-generation',
  'select id from generation where id = $1 and user_id = $2',
);

async function isOwn({ pool }: Db, userId: string, id: string): Promise<boolean> {
  const [row] = await findOwn(pool, [id, userId]);
  return row !== undefined;
}

function invalidCursor(path: 'before' | 'after'): AppError {
  return invalidQuery([{ path, code: 'unknown_cursor', message: `${path} is not a cursor of this list` }]);
}

type Matching = ReturnType<typeof matchingGenerations>;

// Rows that are passed over are read in the index alone; only those of the page are read whole, by their ids.
function newestFirst(matching: Matching) {
  return matching.select('id').orderBy('created_at', 'desc').orderBy('id', 'desc');
}

function oldestFirst(matching: Matching) {
  return matching.select('id').orderBy('created_at').orderBy('id');
}

const listIds = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

function isBeyond(userId: string, id: string, operator: '<' | '>'): RawBuilder<SqlBool> {
  return sql<SqlBool>`(created_at, id) ${sql.raw(operator)}
    (select g.created_at, g.id from generation g where g.id = ${id} and g.user_id = ${userId})`;
}

/** Whether a generation matches that was made after this day. */
async function hasAny(db: Db, scope: LibraryScope, day: string): Promise<boolean> {
  const row = await matchingGenerations(db, scope)
    .where('created_at', '>=', findEnd({ day }, scope.filter.zone))
    .select('id')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
