// Lists that nothing narrows but one medium, which every page shows first. Their statements have names: with all indexes of
// `generation` to choose from, planning one takes longer than running it, and a connection plans these once.
import { type Medium, media } from '@atelier/catalog';
import { maxPageSize } from '@atelier/contract';
import type { Db } from '../../connect.ts';
import { namedQuery, type Queryable } from '../../prepared.ts';
import {
  computeTotal,
  countFavorites,
  findGenerationCounts,
  type GenerationCounts,
} from './generation-counts.ts';
import type { PageAnchor } from './page-anchors.ts';
import { type ListedGeneration, listedColumns, type PlacedRow, toListed } from './read-listed.ts';

/** Owner and medium of the generations; all media when undefined. */
type PlainList = { userId: string; medium: Medium | undefined };

export type Page = { page: number; pageSize: number };

type Part = { where?: string; order?: 'asc' | 'desc'; offset?: string; counts?: string };

/** A page, and one more, which says whether there are more. */
const mostRows = maxPageSize + 1;

/**
 * Rows that are passed over are read in generation_library or generation_history alone, those of the page by their ids.
 * The number of rows is hidden in a subselect, and the constant bounds it: a plan for one number then costs what the plan
 * for any costs, which PostgreSQL keeps. A plain parameter would be a tenth of all rows in the latter.
 */
function listText({ where = '', order = 'desc', offset = '', counts }: Part, ofMedium: string): string {
  const account = `cross join (select ${counts} from credit_account where user_id = :userId) account`;
  return `
    select ${counts ? 'account.*, ' : ''}${listedColumns}
      from (select id from (select id from generation
                             where user_id = :userId and deleted_at is null ${ofMedium} ${where}
                             order by created_at ${order}, id ${order} ${offset} limit ${mostRows}) most
             limit (select :limit::bigint)) page
      join generation g on g.id = page.id ${counts ? account : ''}
     order by g.created_at desc, g.id desc`;
}

/** A statement for all media and one for a single medium: each has the order of its own index. */
function plainQuery<Row extends PlacedRow>(
  name: string,
  part: (countEntries: string, favorites: string) => Part,
) {
  const countOfAll = media.map((each) => `${each}_count`).join(' + ');
  const all = namedQuery<Row>(name, listText(part(countOfAll, 'null::integer'), ''));
  const countOfMedium = `case :medium ${media.map((each) => `when '${each}' then ${each}_count`).join(' ')} end`;
  const favorites = `case :medium when 'image' then ${countFavorites(':userId')} end`;
  const ofMedium = namedQuery<Row>(
    `${name}-of-medium`,
    listText(part(countOfMedium, favorites), 'and medium = :medium'),
  );
  return (on: Queryable, list: PlainList, more: Record<string, unknown>) =>
    (list.medium === undefined ? all : ofMedium)(on, { ...list, ...more });
}

const cursor = '(select c.created_at, c.id from generation c where c.id = :cursor and c.user_id = :userId)';

/** How many are in the list, what all images were charged, and of a list of images how many are favorites. */
type PlainCounts = { total: number; image_favorites: number | null } & Pick<
  GenerationCounts,
  'image_credits'
>;
type PageRow = PlacedRow & PlainCounts & { record_moves: number };

const selectCounts = (countEntries: string, favorites: string) =>
  `${countEntries} as total, image_credits, ${favorites} as image_favorites, record_moves`;
const pageFromNewest = plainQuery<PageRow>('list-page', (countEntries, favorites) => ({
  counts: selectCounts(countEntries, favorites),
  offset: 'offset (select :offset::bigint)',
}));
const pageFromPlace = plainQuery<PageRow>('list-page-from', (countEntries, favorites) => ({
  counts: selectCounts(countEntries, favorites),
  where: `and (created_at, id) <= ${cursor}`,
  offset: `offset (select greatest(:place::bigint - (${countEntries}) + :offset::bigint, 0)
                                       from credit_account where user_id = :userId)`,
}));

/** A page with its counts, from the same moment. */
export async function readPlainPage(
  { pool: on, pageAnchors }: { pool: Queryable } & Pick<Db, 'pageAnchors'>,
  list: PlainList,
  { page, pageSize: limit }: Page,
): Promise<{ found: ListedGeneration[]; counts: PlainCounts }> {
  const offset = (page - 1) * limit;
  const from = pageAnchors.find(list, offset);
  const near = from && (await readFrom(from));
  const generations = near ?? (await pageFromNewest(on, list, { limit, offset }));
  const [first] = generations;
  if (first) pageAnchors.add(list, offset, first, near && from.keptUntil);
  return { found: await toListed(on, generations), counts: first ?? (await countsAlone()) };

  /** Returns undefined when the place has changed since it was remembered, or the page is before it. */
  async function readFrom({ id: cursor, place, moves }: PageAnchor): Promise<PageRow[] | undefined> {
    const found = await pageFromPlace(on, list, { limit, offset, cursor, place });
    const isThere = found[0]?.record_moves === moves && found[0].total - offset <= place;
    return isThere ? found : undefined;
  }

  async function countsAlone(): Promise<PlainCounts> {
    const counts = await findGenerationCounts(on, list.userId);
    return { ...counts, total: computeTotal(counts, list.medium && [list.medium]) };
  }
}

const newest = plainQuery('walk-newest', () => ({}));
const older = plainQuery('walk-older', () => ({ where: `and (created_at, id) < ${cursor}` }));
const newer = plainQuery('walk-newer', () => ({
  where: `and (created_at, id) > ${cursor}`,
  order: 'asc',
}));
const upToDay = plainQuery('walk-to-day', () => ({
  where: `and created_at < ((:on::date + 1)::timestamp at time zone :zone)`,
}));

type PlainWalk = {
  before: string | undefined;
  after: string | undefined;
  on: string | undefined;
  limit: number;
  zone: string;
};

/** Walks from the newest generation, or from the one of these that is given; newest first, whichever way it goes. */
export async function walkPlain(
  on: Queryable,
  list: PlainList,
  { before, after, on: day, limit, zone }: PlainWalk,
): Promise<ListedGeneration[]> {
  return toListed(on, await walk());

  function walk(): Promise<PlacedRow[]> {
    if (before !== undefined) return older(on, list, { cursor: before, limit });
    if (after !== undefined) return newer(on, list, { cursor: after, limit });
    if (day !== undefined) return upToDay(on, list, { on: day, zone, limit });
    return newest(on, list, { limit });
  }
}
