import { type FilmDocument, filmLimits } from '@atelier/catalog/films';
import type { Selectable } from 'kysely';
import type { GenerationRow } from '../../generation-row.ts';
import { namedQuery, preparedQuery, type Queryable } from '../../prepared.ts';
import type { Film } from '../../schema.gen.ts';
import { takeTurn } from '../../transaction.ts';
import { isCharged } from './takes.ts';

export type FilmRow = Omit<Selectable<Film>, 'document'> & { document: FilmDocument };

export type NewFilm = {
  id: string;
  userId: string;
  name: string;
  projectId: string | null;
  document: FilmDocument;
};

const insert = namedQuery<FilmRow>(
  'insert-film',
  `with owner as (
     select id from app_user where id = :userId and erased_at is null for share
   )
   insert into film (id, user_id, name, project_id, document)
   select :id, owner.id, :name, :projectId, :document from owner
    where (select count(*) from film where user_id = :userId) < ${filmLimits.films}
   returning *`,
);

/** Must run in a transaction. Returns undefined when the user has too many. */
export async function insertFilm(
  on: Queryable,
  { document, ...film }: NewFilm,
): Promise<FilmRow | undefined> {
  await takeTurn(on, `films of ${film.userId}`);
  const [row] = await insert(on, { ...film, document: JSON.stringify(document) });
  return row;
}

const findOwn = preparedQuery<FilmRow>('find-own-film', 'select * from film where id = $1 and user_id = $2');

/** Returns undefined when it is unknown, or another user's. */
export async function findOwnFilm(on: Queryable, id: string, userId: string): Promise<FilmRow | undefined> {
  const [row] = await findOwn(on, [id, userId]);
  return row;
}

const lock = preparedQuery<FilmRow>(
  'lock-own-film',
  'select * from film where id = $1 and user_id = $2 for no key update',
);

/** Finds a film as `findOwnFilm`, and locks it until the end of the transaction. */
export async function lockOwnFilm(on: Queryable, id: string, userId: string): Promise<FilmRow | undefined> {
  const [row] = await lock(on, [id, userId]);
  return row;
}

/** A film in a list. `cover_key`: the poster of the joined film, or of the first shot that has a good take. */
export type FilmSummaryRow = Pick<FilmRow, 'id' | 'name' | 'generation_id' | 'updated_at'> & {
  shots: number;
  ready: number;
  cover_key: string | null;
};

const list = preparedQuery<FilmSummaryRow>(
  'list-own-films',
  `with own as (
     select * from film where user_id = $1 order by updated_at desc, id desc limit ${filmLimits.films}
   ), good as (
     select t.film_id, t.shot_id,
            (array_agg(o.poster_key order by g.id desc)
               filter (where o.poster_key is not null and not o.is_flagged))[1] as poster_key
       from own
       join film_take t on t.film_id = own.id
       join generation g on g.id = t.generation_id
        and ${isCharged('g')} and g.purged_at is null
       join output o on o.generation_id = g.id and o.position = 0
        and o.storage_key is not null and o.duration_seconds > 0
      group by t.film_id, t.shot_id
   ), placed as (
     select own.id, shot.place, good.poster_key
       from own
      cross join jsonb_array_elements(own.document -> 'shots') with ordinality as shot (value, place)
       join good on good.film_id = own.id and good.shot_id = (shot.value ->> 'id')::uuid
   ), summed as (
     select id, count(*)::integer as ready,
            (array_agg(poster_key order by place) filter (where poster_key is not null))[1] as poster_key
       from placed group by id
   )
   select own.id, own.name, own.generation_id, own.updated_at,
          jsonb_array_length(own.document -> 'shots') as shots, coalesce(summed.ready, 0) as ready,
          coalesce(
            (select o.poster_key from output o join generation g on g.id = o.generation_id
              where g.id = own.generation_id and g.purged_at is null and o.position = 0 and not o.is_flagged),
            summed.poster_key) as cover_key
     from own left join summed on summed.id = own.id
    order by own.updated_at desc, own.id desc`,
);

/** The last edited first. */
export function listOwnFilms(on: Queryable, userId: string): Promise<FilmSummaryRow[]> {
  return list(on, [userId]);
}

export type FilmChange = {
  id: string;
  userId: string;
  /** Revision that was edited. */
  revision: number;
  name?: string | undefined;
  document?: FilmDocument | undefined;
};

const change = namedQuery<FilmRow>(
  'change-film',
  `update film
      set name = coalesce(:name, name), document = coalesce(:document::jsonb, document),
          revision = revision + 1, updated_at = now()
    where id = :id and user_id = :userId and (revision = :revision or :document::jsonb is null)
   returning *`,
);

/** Returns undefined when a document is changed and the film has another revision by now; a name is taken at any. */
export async function changeFilm(on: Queryable, film: FilmChange): Promise<FilmRow | undefined> {
  const [row] = await change(on, { ...film, ...toValues(film) });
  return row;
}

/** Null leaves a column as it is. */
function toValues({ name, document }: FilmChange) {
  return { name: name ?? null, document: document ? JSON.stringify(document) : null };
}

const findSame = namedQuery<FilmRow>(
  'find-same-film',
  `select * from film
    where id = :id and user_id = :userId and name = coalesce(:name, name)
      and document = coalesce(:document::jsonb, document)`,
);

/** Finds the film if it is already as the change would make it, whatever its revision. */
export async function findChangedFilm(on: Queryable, film: FilmChange): Promise<FilmRow | undefined> {
  const [row] = await findSame(on, { ...film, ...toValues(film) });
  return row;
}

const remove = preparedQuery('delete-film', 'delete from film where id = $1 and user_id = $2');

/** Deletes a film. Its takes and the joined film stay in the library. */
export async function deleteFilm(on: Queryable, id: string, userId: string): Promise<void> {
  await remove(on, [id, userId]);
}

const due = preparedQuery(
  'set-join-due',
  'update film set join_due_at = now() + make_interval(secs => $2) where id = $1',
);

/** Has a worker look after these seconds whether the film can be joined. */
export async function setJoinDue(on: Queryable, id: string, seconds: number): Promise<void> {
  await due(on, [id, seconds]);
}

const listGenerations = preparedQuery<GenerationRow>(
  'list-film-generations',
  `select g.*
     from film_take t join generation g on g.id = t.generation_id
    where t.film_id = $1 and g.purged_at is null
    order by g.id desc`,
);

/** The generations of its takes, the newest first. */
export function listFilmGenerations(on: Queryable, filmId: string): Promise<GenerationRow[]> {
  return listGenerations(on, [filmId]);
}

export type BatchTake = { shot_id: string; generation_id: string; cost: number };

const listOfBatch = preparedQuery<BatchTake>(
  'list-batch-takes',
  `select t.shot_id, g.id as generation_id, g.cost
     from generation g join film_take t on t.generation_id = g.id
    where g.batch_id = $2 and t.film_id = $1
    order by g.batch_line`,
);

/** Takes of the film that a batch made, in the order of its lines. */
export function listBatchTakes(on: Queryable, filmId: string, batchId: string): Promise<BatchTake[]> {
  return listOfBatch(on, [filmId, batchId]);
}
