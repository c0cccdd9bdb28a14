import { findKindsByName, type Medium } from '@atelier/catalog';
import { type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../connect.ts';
import { escapeLike } from '../../escape-like.ts';
import { promptHas } from '../../prompt-has.ts';
import type { DB } from '../../schema.gen.ts';

/** A day is the whole day in the filter's time zone. */
export type DayOrMoment = { day: string } | { moment: Date };

/** Filters of the library. Any value of a list matches, but a generation must have all tags. */
export type LibraryFilter = {
  media?: readonly Medium[] | undefined;
  statuses?: readonly string[] | undefined;
  kinds?: readonly string[] | undefined;
  models?: readonly string[] | undefined;
  modes?: readonly string[] | undefined;
  sizes?: readonly { width: number; height: number }[] | undefined;
  from?: DayOrMoment | undefined;
  /** Inclusive. */
  to?: DayOrMoment | undefined;
  isFavorite?: boolean | undefined;
  tags?: readonly string[] | undefined;
  /** Project of the generations; null for those in none. */
  projectId?: string | null | undefined;
  batchId?: string | undefined;
  /** Part of the prompt or of an answer, or the beginning of a model's name, in any case; a whole tag; or a seed. */
  search: string;
  /** An IANA time zone. */
  zone: string;
};

export type LibraryScope = { userId: string; filter: LibraryFilter };

/** Whether anything but media and a search narrows it. */
export function isNarrowed({ media: _, search: __, zone: ___, tags = [], ...rest }: LibraryFilter): boolean {
  return tags.length > 0 || Object.values(rest).some((value) => value !== undefined);
}

/**
 * The generations of a user that match, to be selected from. Uses generation_library; a search uses an index of
 * `promptHas`.
 */
export function matchingGenerations(db: Db, { userId, filter }: LibraryScope) {
  const own = db.kysely
    .selectFrom('generation')
    .where('generation.user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .where((row) => row.and(listConditions(row, filter)));
  return filter.search === '' ? own : own.where('id', 'in', found(userId, filter));
}

type Row = ExpressionBuilder<DB, 'generation'>;

function listConditions(row: Row, filter: LibraryFilter): Expression<SqlBool>[] {
  const { media, statuses, kinds, models, modes, sizes, isFavorite, tags = [], projectId, batchId } = filter;
  const isOneOf = (
    column: 'medium' | 'status' | 'kind' | 'model' | 'mode',
    values: readonly string[] | undefined,
  ) => {
    if (!values) return [];
    // One value alone keeps the order of generation_history.
    if (values.length === 1) return [sql<SqlBool>`${sql.ref(column)} = ${values[0]}`];
    return [sql<SqlBool>`${sql.ref(column)} = any(${[...values]}::text[])`];
  };
  return [
    ...isOneOf('medium', media),
    ...isOneOf('status', statuses),
    ...isOneOf('kind', kinds),
    ...isOneOf('model', models),
    ...isOneOf('mode', modes),
    ...(sizes
      ? [
          row.or(
            sizes.map(({ width, height }) => row.and([row('width', '=', width), row('height', '=', height)])),
          ),
        ]
      : []),
    ...(filter.from ? [row('created_at', '>=', findStart(filter.from, filter.zone))] : []),
    ...(filter.to ? [row('created_at', '<', findEnd(filter.to, filter.zone))] : []),
    ...(isFavorite === undefined ? [] : [row('is_favorite', '=', isFavorite)]),
    ...(tags.length === 0 ? [] : [row('tags', '@>', sql<string[]>`${[...tags]}::text[]`)]),
    ...(projectId === undefined
      ? []
      : [projectId === null ? row('project_id', 'is', null) : row('project_id', '=', projectId)]),
    ...(batchId === undefined ? [] : [row('batch_id', '=', batchId)]),
  ];
}

/** The first moment of a day, or the moment. */
function findStart(when: DayOrMoment, zone: string): RawBuilder<Date> {
  if ('moment' in when) return sql<Date>`${when.moment}::timestamptz`;
  return sql<Date>`(${when.day}::date::timestamp at time zone ${zone})`;
}

/** The first moment after a day, or after the millisecond. */
export function findEnd(when: DayOrMoment, zone: string): RawBuilder<Date> {
  if ('moment' in when) return sql<Date>`${new Date(when.moment.getTime() + 1)}::timestamptz`;
  return sql<Date>`((${when.day}::date + 1)::timestamp at time zone ${zone})`;
}

/**
 * Ids of a user's generations whose prompt has the text, which have it as a tag or seed, whose model's name begins with it,
 * or whose answer has it. One select each, as each has an index of its own; models are looked up in all of the user's
 * generations, and answers for their own questions, which are few.
 */
function found(userId: string, { search, media }: LibraryFilter): RawBuilder<string> {
  const own = sql`user_id = ${userId} and deleted_at is null`;
  const kinds = findKindsByName(search);
  const selects = [
    sql`select id from generation where ${own} and ${promptHas(search)}`,
    sql`select id from generation
         where ${own} and tags <> '{}' and lower(${search}) = any(lower(tags::text)::text[])`,
  ];
  if (kinds.length > 0)
    selects.push(sql`select id from generation where ${own} and kind = any(${kinds}::text[])`);
  if (/^\d{1,20}$/.test(search))
    selects.push(
      sql`select id from generation where ${own} and coalesce(seed_used::text, input ->> 'seed') = ${search}`,
    );
  if (!media || media.includes('text'))
    selects.push(sql`
      select g.id from generation g join output o on o.generation_id = g.id
       where g.user_id = ${userId} and g.deleted_at is null and g.medium = 'text'
         and o.text ilike ${`%${escapeLike(search)}%`}`);
  return sql<string>`(${sql.join(selects, sql` union all `)})`;
}
