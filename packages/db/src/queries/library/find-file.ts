import type { Medium } from '@atelier/catalog';
import { preparedQuery, type Queryable } from '../../prepared.ts';

export type FoundFile = { id: string; medium: Medium; position: number };

const find = preparedQuery<FoundFile>(
  'find-own-file',
  `select g.id, g.medium, o.position
     from output o join generation g on g.id = o.generation_id
    where o.sha256 = decode($1, 'hex') and g.user_id = $2 and g.deleted_at is null and g.finished_at is not null
    order by g.created_at desc limit 1`,
);

/** The user's own generation that made the file with this SHA-256, the newest of several. Uses output_sha256. */
export async function findOwnFile(
  on: Queryable,
  file: { sha256: string; userId: string },
): Promise<FoundFile | undefined> {
  const [row] = await find(on, [file.sha256, file.userId]);
  return row;
}
