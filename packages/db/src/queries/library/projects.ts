import { maxProjects } from '@atelier/contract';
import type { Selectable } from 'kysely';
import type { Db } from '../../connect.ts';
import { preparedQuery, type Queryable } from '../../prepared.ts';
import type { Project } from '../../schema.gen.ts';
import { inPreparedTransaction, takeTurn } from '../../transaction.ts';

export type ProjectRow = Selectable<Project>;

/** Adds how many generations it has and what they cost; deleted ones are counted in the credits alone, as they stay charged. */
export type ProjectWithTotals = ProjectRow & {
  generations: number;
  credits: number;
  /** The poster, or the image, of its cover; by default of its newest generation that has one. */
  cover_key: string | null;
};

const totals = `
  (select count(*) from generation g where g.project_id = p.id and g.deleted_at is null)::integer as generations,
  (select coalesce(sum(g.settled), 0) from generation g where g.project_id = p.id)::bigint as credits,
  coalesce(
    (select coalesce(o.poster_key, o.storage_key) from output o join generation g on g.id = o.generation_id
      where g.id = p.cover_id and g.deleted_at is null and not o.is_flagged
        and coalesce(o.poster_key, o.storage_key) is not null
      order by o.position limit 1),
    (select coalesce(o.poster_key, o.storage_key)
       from (select id, created_at from generation g
              where g.project_id = p.id and g.deleted_at is null and g.medium in ('image', 'video')
              order by g.created_at desc, g.id desc limit 20) as newest
       join output o on o.generation_id = newest.id
      where not o.is_flagged and coalesce(o.poster_key, o.storage_key) is not null
      order by newest.created_at desc, newest.id desc, o.position limit 1)) as cover_key`;

const list = preparedQuery<ProjectWithTotals>(
  'list-projects',
  `select p.*, ${totals} from project p where user_id = $1 order by (archived_at is not null), position, id`,
);

/** A user's projects in their order, archived ones last. Uses generation_project. */
export function listProjects(on: Queryable, userId: string): Promise<ProjectWithTotals[]> {
  return list(on, [userId]);
}

const find = preparedQuery<ProjectWithTotals>(
  'find-project',
  `select p.*, ${totals} from project p where id = $2 and user_id = $1`,
);

export async function findOwnProject(
  on: Queryable,
  userId: string,
  id: string,
): Promise<ProjectWithTotals | undefined> {
  const [row] = await find(on, [userId, id]);
  return row;
}

const findOpen = preparedQuery<{ id: string }>(
  'find-open-project',
  'select id from project where id = $2 and user_id = $1 and archived_at is null',
);

/** Whether new generations can go into it: it is the user's own and not archived. */
export async function isOpenProject(on: Queryable, userId: string, id: string): Promise<boolean> {
  return (await findOpen(on, [userId, id])).length > 0;
}

const lockOwn = preparedQuery<{ is_open: boolean }>(
  'lock-own-project',
  `select archived_at is null as is_open from project where id = $2 and user_id = $1 for key share`,
);

/**
 * Keeps a user's own project from being deleted until the end of the transaction. Call it before rows that are in the project
 * are locked: a deletion locks the project first. Returns undefined when the user has no such project.
 */
export async function lockOwnProject(
  on: Queryable,
  userId: string,
  id: string,
): Promise<{ is_open: boolean } | undefined> {
  const [row] = await lockOwn(on, [userId, id]);
  return row;
}

const insert = preparedQuery<{ id: string }>(
  'insert-project',
  `with owner as (
     select id from app_user where id = $2 and erased_at is null for share
   ), place as (
     select count(*) as projects, coalesce(max(position) + 1, 0) as next from project where user_id = $2
   )
   insert into project (id, user_id, name, position)
   select $1, owner.id, $3, place.next from owner, place where place.projects < ${maxProjects}
   returning id`,
);

/** Adds a project behind the others. Returns false when there are too many. */
export async function insertProject(
  db: Pick<Db, 'pool'>,
  { id, userId, name }: { id: string; userId: string; name: string },
): Promise<boolean> {
  return inPreparedTransaction(db, async (on) => {
    await takeTurn(on, `projects of ${userId}`);
    return (await insert(on, [id, userId, name])).length > 0;
  });
}

const change = preparedQuery<{ id: string }>(
  'change-project',
  `update project p
      set name = coalesce($3, name),
          cover_id = case when $4::boolean then $5::uuid else cover_id end,
          archived_at = case when $6::boolean is null then archived_at
                             when $6 then coalesce(archived_at, now()) end
    where id = $2 and user_id = $1
      and ($5::uuid is null or exists (select from generation g where g.id = $5 and g.project_id = p.id
                                          and g.deleted_at is null))
    returning id`,
);

export type ProjectChange = {
  name?: string | undefined;
  /** A generation of the project; null for its newest. */
  coverId?: string | null | undefined;
  isArchived?: boolean | undefined;
};

/** Returns false when the user has no such project, or the cover is not in it. */
export async function changeProject(
  on: Queryable,
  { userId, id }: { userId: string; id: string },
  { name, coverId, isArchived }: ProjectChange,
): Promise<boolean> {
  const values = [userId, id, name ?? null, coverId !== undefined, coverId ?? null, isArchived ?? null];
  return (await change(on, values)).length > 0;
}

const order = preparedQuery<{ id: string }>(
  'order-projects',
  `with wanted as (
     select id, row_number() over (order by place) - 1 as position
       from unnest($2::uuid[]) with ordinality as w(id, place)
   ), locked as (
     select p.id from project p where p.user_id = $1 order by p.id for no key update
   )
   update project p set position = wanted.position
     from wanted, locked where p.id = wanted.id and p.id = locked.id
   returning p.id`,
);

/** Gives these the places from the first on, in this order. Unknown ids and those of other users have no effect. */
export async function orderProjects(on: Queryable, userId: string, ids: readonly string[]): Promise<void> {
  await order(on, [userId, ids]);
}

const remove = preparedQuery<{ id: string }>(
  'delete-project',
  'delete from project where id = $2 and user_id = $1 returning id',
);

const lockToDelete = preparedQuery<{ id: string }>(
  'lock-project-to-delete',
  'select id from project where id = $2 and user_id = $1 for update',
);
const lockWorks = preparedQuery(
  'lock-works-of-project',
  'select from generation where project_id = $1 order by id for no key update',
);

/**
 * Its generations stay, in no project. They are locked in the order of their ids, as by every change of many: the foreign
 * key would lock them in an order of its own.
 */
export async function deleteProject(db: Pick<Db, 'pool'>, userId: string, id: string): Promise<boolean> {
  return inPreparedTransaction(db, async (on) => {
    const [project] = await lockToDelete(on, [userId, id]);
    if (!project) return false;
    await lockWorks(on, [id]);
    return (await remove(on, [userId, id])).length > 0;
  });
}
