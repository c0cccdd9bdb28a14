import { AppError } from '@atelier/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../connect.ts';
import type { GenerationRow } from '../../generation-row.ts';
import { preparedQuery } from '../../prepared.ts';
import { endOf, type LibraryScope, matchingRecords } from './library-filter.ts';
import { countRecords } from './record-counts.ts';

type Page = { page: number; pageSize: number };
type ListedPage = { rows: GenerationRow[]; total: number };

/** One page, newest first, and how many match in all. Uses generation_library or, for one medium, generation_history. */
export function listLibraryPage(db: Db, scope: LibraryScope, page: Page): Promise<ListedPage> {
  return scope.filter.search === '' ? listPage(db, scope, page) : searchPage(db, scope, page);
}

async function listPage(db: Db, scope: LibraryScope, { page, pageSize }: Page): Promise<ListedPage> {
  const ids = newestFirst(matchingRecords(db, scope))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  const [rows, total] = await Promise.all([readRows(db, ids), countMatching(db, scope)]);
  return { rows, total };
}

/** What is narrowed by nothing but media was counted before; the rest is counted here, in an index alone. */
async function countMatching(db: Db, scope: LibraryScope): Promise<number> {
  const { media, tags = [], search: _, zone: __, ...rest } = scope.filter;
  const isNarrowed = tags.length > 0 || Object.values(rest).some((value) => value !== undefined);
  if (!isNarrowed) return countRecords(db.pool, scope.userId, media);
  const { total } = await matchingRecords(db, scope)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** What a search finds is looked up once for both the page and the count. */
async function searchPage(db: Db, scope: LibraryScope, { page, pageSize }: Page): Promise<ListedPage> {
  const { total, ids } = await db.kysely
    .with(
      (name) => name('matching').materialized(),
      () => matchingRecords(db, scope).select(['id', 'created_at']),
    )
    .selectNoFrom([
      sql<number>`(select count(*) from matching)`.as('total'),
      sql<string[]>`array(select id from matching order by created_at desc, id desc
                           limit ${pageSize} offset ${(page - 1) * pageSize})`.as('ids'),
    ])
    .executeTakeFirstOrThrow();
  return { rows: ids.length === 0 ? [] : await readRows(db, ids), total };
}

/** From where a list is walked: from its newest record, from a record on, or from the end of a day. */
export type WalkFrom = { before?: string | undefined; after?: string | undefined; on?: string | undefined };

export type Walked = {
  /** Newest first, whichever way it was walked. */
  rows: GenerationRow[];
  hasOlder: boolean;
  hasNewer: boolean;
};

/**
 * Up to `limit` records older than `before`, newer than `after`, or up to the end of the day `on`. However far down the
 * list this is, it reads only these. Throws invalid_query for a record that is not the user's; a deleted one still says
 * where it was.
 */
export async function walkLibrary(
  db: Db,
  scope: LibraryScope,
  { before, after, on, limit }: WalkFrom & { limit: number },
): Promise<Walked> {
  const cursor = before ?? after;
  if (cursor !== undefined && !(await isOwn(db, scope.userId, cursor)))
    throw invalidCursor(after === undefined ? 'before' : 'after');
  const from = on === undefined ? undefined : endOf({ day: on }, scope.filter.zone);
  let matching = matchingRecords(db, scope);
  if (cursor !== undefined) matching = matching.where(isBeyond(cursor, after === undefined ? '<' : '>'));
  if (from) matching = matching.where('created_at', '<', from);
  const ids = after === undefined ? newestFirst(matching) : oldestFirst(matching);
  const found = await readRows(db, ids.limit(limit + 1), after !== undefined);
  const hasMore = found.length > limit;
  const rows = found.slice(0, limit);
  if (after !== undefined) return { rows: rows.reverse(), hasNewer: hasMore, hasOlder: true };
  const hasNewer = before !== undefined || (from !== undefined && (await hasAny(db, scope, from)));
  return { rows, hasOlder: hasMore, hasNewer };
}

const findOwn = preparedQuery<{ id: string }>(
  'find-own-record',
  'select id from generation where id = $1 and user_id = $2',
);

async function isOwn({ pool }: Db, userId: string, id: string): Promise<boolean> {
  const [row] = await findOwn(pool, [id, userId]);
  return row !== undefined;
}

function invalidCursor(path: 'before' | 'after'): AppError {
  const issues = [{ path, code: 'unknown_cursor', message: 'This is not a cursor of this list' }];
  return new AppError('invalid_query', { details: { issues } });
}

type Matching = ReturnType<typeof matchingRecords>;

function newestFirst(matching: Matching) {
  return matching.select('id').orderBy('created_at', 'desc').orderBy('id', 'desc');
}

function oldestFirst(matching: Matching) {
  return matching.select('id').orderBy('created_at').orderBy('id');
}

function isBeyond(id: string, operator: '<' | '>'): RawBuilder<SqlBool> {
  return sql<SqlBool>`(created_at, id) ${sql.raw(operator)} (select g.created_at, g.id from generation g where g.id = ${id})`;
}

async function hasAny(db: Db, scope: LibraryScope, from: RawBuilder<Date>): Promise<boolean> {
  const row = await matchingRecords(db, scope)
    .where('created_at', '>=', from)
    .select('id')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The rows that are passed over are read in the index alone; only those of the page are read whole. */
function readRows(
  db: Db,
  ids: ReturnType<typeof newestFirst> | readonly string[],
  isOldestFirst = false,
): Promise<GenerationRow[]> {
  const direction = isOldestFirst ? 'asc' : 'desc';
  return db.kysely
    .selectFrom('generation')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('created_at', direction)
    .orderBy('id', direction)
    .execute();
}
