import { type ExpressionBuilder, sql } from 'kysely';
import type { Db } from '../../connect.ts';
import type { GenerationRow } from '../../generation-row.ts';
import { promptHas } from '../../prompt-has.ts';
import type { DB } from '../../schema.gen.ts';

export type ImageFilter = {
  mode?: string | undefined;
  model?: string | undefined;
  size?: { width: number; height: number } | undefined;
  /** From this moment on. */
  createdFrom?: Date | undefined;
  /** Up to this moment, without it. */
  createdBefore?: Date | undefined;
  isFavorite?: boolean | undefined;
  /** All of them. */
  tags?: readonly string[] | undefined;
};

type ImagePage = { userId: string; page: number; pageSize: number; search: string; filter: ImageFilter };

/** `creditsUsed` includes deleted images, for deletion refunds nothing. */
export type ImageTotals = { generated: number; creditsUsed: number; favorites: number };

/**
 * One page of a user's images newest first, how many match, and the totals of all of them. Uses generation_library,
 * whose entries hold all that is filtered by; a search uses an index of `promptHas`.
 */
export async function listImageHistory(
  db: Db,
  query: ImagePage,
): Promise<{ rows: GenerationRow[]; total: number; totals: ImageTotals }> {
  const [rows, counted, deletedCredits, found] = await Promise.all([
    listPage(db, query),
    countAll(db, query),
    sumDeletedCredits(db, query.userId),
    query.search === '' ? undefined : countFound(db, query),
  ]);
  const { matching, ...totals } = counted;
  return {
    rows,
    total: found ?? matching,
    totals: { ...totals, creditsUsed: totals.creditsUsed + deletedCredits },
  };
}

/** The rows before the page are passed over in the index alone; only the page's own are read whole. */
function listPage(db: Db, query: ImagePage): Promise<GenerationRow[]> {
  const ids = matching(db, query)
    .select('id')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(query.pageSize)
    .offset((query.page - 1) * query.pageSize);
  return db.kysely
    .selectFrom('generation')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

async function countAll(db: Db, { userId, filter }: ImagePage): Promise<ImageTotals & { matching: number }> {
  return ownImages(db, userId)
    .select(({ fn, and }) => [
      fn.countAll<number>().as('generated'),
      sql<number>`coalesce(sum(settled), 0)::bigint`.as('creditsUsed'),
      fn.countAll<number>().filterWhere('is_favorite', '=', true).as('favorites'),
      fn
        .countAll<number>()
        .filterWhere((row) => and(conditions(row, filter)))
        .as('matching'),
    ])
    .executeTakeFirstOrThrow();
}

/** Uses generation_deleted_images. */
async function sumDeletedCredits(db: Db, userId: string): Promise<number> {
  const { credits } = await db.kysely
    .selectFrom('generation')
    .select(sql<number>`coalesce(sum(settled), 0)::bigint`.as('credits'))
    .where('user_id', '=', userId)
    .where('medium', '=', sql.lit('image'))
    .where('deleted_at', 'is not', null)
    .where('settled', '>', sql.lit(0))
    .executeTakeFirstOrThrow();
  return credits;
}

async function countFound(db: Db, query: ImagePage): Promise<number> {
  const { found } = await matching(db, query)
    .select(({ fn }) => fn.countAll<number>().as('found'))
    .executeTakeFirstOrThrow();
  return found;
}

function matching(db: Db, { userId, search, filter }: ImagePage) {
  const filtered = ownImages(db, userId).where((row) => row.and(conditions(row, filter)));
  return search === '' ? filtered : filtered.where(promptHas(search));
}

function ownImages(db: Db, userId: string) {
  return db.kysely
    .selectFrom('generation')
    .where('user_id', '=', userId)
    .where('medium', '=', sql.lit('image'))
    .where('deleted_at', 'is', null);
}

function conditions(row: ExpressionBuilder<DB, 'generation'>, filter: ImageFilter) {
  const { mode, model, size, createdFrom, createdBefore, isFavorite, tags = [] } = filter;
  return [
    ...(mode === undefined ? [] : [row('mode', '=', mode)]),
    ...(model === undefined ? [] : [row('model', '=', model)]),
    ...(size === undefined ? [] : [row('width', '=', size.width), row('height', '=', size.height)]),
    ...(createdFrom === undefined ? [] : [row('created_at', '>=', createdFrom)]),
    ...(createdBefore === undefined ? [] : [row('created_at', '<', createdBefore)]),
    ...(isFavorite === undefined ? [] : [row('is_favorite', '=', isFavorite)]),
    ...(tags.length === 0 ? [] : [sql<boolean>`${sql.ref('tags')} @> ${sql.val([...tags])}::text[]`]),
  ];
}
