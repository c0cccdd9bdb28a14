// The joining of films: a worker looks at a film at its `join_due_at` (packages/generations/src/join-film.ts).
import type { FilmDocument } from '@atelier/catalog/films';
import { preparedQuery, type Queryable } from '../../prepared.ts';

/** `lease` is the text of the `join_due_at` that the claim has set: whatever makes the film due again replaces it. */
export type DueFilm = { id: string; lease: string };

const claimDue = preparedQuery<DueFilm>(
  'claim-due-films',
  `update film set join_due_at = clock_timestamp() + interval '30 seconds'
    where id in (select id from film where join_due_at <= now()
                  order by join_due_at limit 100 for no key update skip locked)
   returning id, join_due_at::text as lease`,
);

/** Films that may be joined, each given to one caller, and to another one when that has died. Uses film_join_due. */
export function claimDueFilms(on: Queryable): Promise<DueFilm[]> {
  return claimDue(on, []);
}

/** A film that its caller has locked. */
export type LockedFilm = {
  id: string;
  user_id: string;
  project_id: string | null;
  revision: number;
  document: FilmDocument;
  cut_id: string | null;
  joined: string | null;
  /** Whether the newest joining is there or on its way: its cut has not failed, and its result was not deleted. */
  is_joining_good: boolean;
};

// A project that is deleted changes its films, so it is locked before them.
const lockProject = preparedQuery(
  'lock-project-of-film',
  `select from project where id = (select project_id from film where id = $1) for key share`,
);

const lock = preparedQuery<{ id: string }>(
  'lock-due-film',
  `select id from film where id = $1 and join_due_at = $2::timestamptz for no key update`,
);

const read = preparedQuery<LockedFilm>(
  'read-locked-film',
  `select f.id, f.user_id, f.project_id, f.revision, f.document, f.cut_id, f.joined,
          coalesce(c.state, 'completed') in ('waiting', 'running')
            or (coalesce(c.state, 'completed') = 'completed' and g.id is not null) as is_joining_good
     from film f
     left join cut c on c.id = f.cut_id
     left join generation g on g.id = f.generation_id and g.deleted_at is null
    where f.id = $1`,
);

/**
 * Keeps the film as it is until the end of the transaction. Returns undefined when the film is gone, another process has
 * it, or it has become due again since it was claimed. Locks go project, film, cut.
 */
export async function lockDueFilm(on: Queryable, { id, lease }: DueFilm): Promise<LockedFilm | undefined> {
  await lockProject(on, [id]);
  const [locked] = await lock(on, [id, lease]);
  if (!locked) return undefined;
  const [film] = await read(on, [id]);
  return film;
}

const postpone = preparedQuery(
  'postpone-join',
  'update film set join_due_at = clock_timestamp() + make_interval(secs => $2) where id = $1',
);

/** Postpones the next look by these seconds; null waits for a change. For the transaction that has locked the film. */
export async function postponeJoin(on: Queryable, id: string, seconds: number | null): Promise<void> {
  await postpone(on, [id, seconds]);
}

const markJoined = preparedQuery(
  'mark-film-joined',
  'update film set cut_id = $2, joined = $3, join_due_at = null where id = $1',
);

/** `joined`: the hash of the plan of its cut. For the transaction that has locked it. */
export async function markFilmJoined(
  on: Queryable,
  { id, cutId, joined }: { id: string; cutId: string; joined: string },
): Promise<void> {
  await markJoined(on, [id, cutId, joined]);
}

const findName = preparedQuery<{ name: string }>(
  'find-film-name-of-cut',
  'select name from film where cut_id = $1',
);

/** Returns undefined when the cut joins no film. */
export async function findFilmNameOfCut(on: Queryable, cutId: string): Promise<string | undefined> {
  const [row] = await findName(on, [cutId]);
  return row?.name;
}

export type ChangedFilm = { id: string; user_id: string; revision: number };

const setResult = preparedQuery<ChangedFilm>(
  'set-film-result',
  'update film set generation_id = $2 where cut_id = $1 returning id, user_id, revision',
);

/** Stores the result in the film that the cut joins. For the transaction that ends the cut, before it locks the cut. */
export async function setFilmResult(
  on: Queryable,
  cutId: string,
  generationId: string,
): Promise<ChangedFilm | undefined> {
  const [film] = await setResult(on, [cutId, generationId]);
  return film;
}
