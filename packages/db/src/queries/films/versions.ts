import { type FilmDocument, filmLimits } from '@atelier/catalog/films';
import type { VersionReason } from '@atelier/contract';
import type { Selectable } from 'kysely';
import { namedQuery, preparedQuery, type Queryable } from '../../prepared.ts';
import type { FilmVersion } from '../../schema.gen.ts';

/** A version without its document. */
export type VersionRow = Pick<Selectable<FilmVersion>, 'id' | 'name' | 'revision' | 'created_at'> & {
  reason: VersionReason;
  shots: number;
};

export type NewVersion = {
  id: string;
  filmId: string;
  reason: VersionReason;
  /** Name that the user gave it; null for a version that was kept automatically. */
  name: string | null;
  revision: number;
  document: FilmDocument;
};

const columns = `id, reason, name, revision, created_at, jsonb_array_length(document -> 'shots') as shots`;

const insert = namedQuery<VersionRow>(
  'insert-film-version',
  `with newest as (
     select * from film_version where film_id = :filmId order by created_at desc, id desc limit 1
   ), same as (
     select * from newest where reason = :reason and reason <> 'saved' and document = :document::jsonb
   ), inserted as (
     insert into film_version (id, film_id, reason, name, revision, document)
     select :id, :filmId, :reason, :name, :revision, :document::jsonb
      where not exists (select from same)
        and (:reason <> 'saved' or (select count(*) from film_version where film_id = :filmId and reason = 'saved')
               < ${filmLimits.versions})
     returning *
   ), dropped as (
     delete from film_version
      where exists (select from inserted)
        and id in (select id from film_version where film_id = :filmId and reason <> 'saved' and :reason <> 'saved'
                    order by created_at desc, id desc
                   offset ${filmLimits.versions - 1})
   )
   select ${columns} from (select * from inserted union all select * from same) as kept`,
);

/**
 * Keeps a version. Of those without a name the oldest gives way when there are too many; one that says the same as the
 * newest, for the same reason, is that one. Returns undefined for a name when there are too many names.
 */
export async function insertVersion(
  on: Queryable,
  { document, ...version }: NewVersion,
): Promise<VersionRow | undefined> {
  const [row] = await insert(on, { ...version, document: JSON.stringify(document) });
  return row;
}

const list = preparedQuery<VersionRow>(
  'list-film-versions',
  `select ${columns} from film_version where film_id = $1
    order by created_at desc, id desc limit ${2 * filmLimits.versions}`,
);

/** The newest first. */
export function listVersions(on: Queryable, filmId: string): Promise<VersionRow[]> {
  return list(on, [filmId]);
}

const find = preparedQuery<{ document: FilmDocument }>(
  'find-film-version',
  'select document from film_version where film_id = $1 and id = $2',
);

/** Returns undefined when the film has no such version. */
export async function findVersionDocument(
  on: Queryable,
  filmId: string,
  id: string,
): Promise<FilmDocument | undefined> {
  const [row] = await find(on, [filmId, id]);
  return row?.document;
}
