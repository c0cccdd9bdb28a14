import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Queryable } from '@atelier/db';

type Images = {
  userId: string;
  count: number;
  fileBytes: number;
  /** The stack's data folder; the files go where its disk store expects them. */
  dataDir: string;
};

/** Inserts finished images of one user with a file each, without ledger entries; returns ids and file paths. */
export async function insertImages(on: Queryable, { userId, count, fileBytes, dataDir }: Images) {
  const { rows } = await on.query<{ id: string; key: string }>(
    `with image as (
       insert into generation (id, user_id, kind, medium, status, prompt, model, mode, width, height, input, cost, settled,
                               stage, expected_seconds, provider_endpoint, next_check_at, deadline_at, finished_at)
       select gen_random_uuid(), $1, 'flux-schnell', 'image', 'completed', 'A red fox, number ' || n, 'flux-schnell',
              'text-to-image', 1024, 1024, '{}', 20, 20, 'done', 3, 'fal-ai/flux/schnell', now(), now(), now()
         from generate_series(1, $2::integer) n
       returning id
     )
     insert into output (id, generation_id, position, content_type, storage_key, bytes, width, height)
     select gen_random_uuid(), id, 0, 'image/png', 'u/' || $1::uuid || '/' || id || '.png', $3, 1024, 1024 from image
     returning generation_id as id, storage_key as key`,
    [userId, count, fileBytes],
  );
  const content = randomBytes(fileBytes);
  const paths = rows.map(({ key }) => join(dataDir, 'files', key));
  mkdirSync(join(dataDir, 'files', 'u', userId), { recursive: true });
  for (const path of paths) writeFileSync(path, content);
  return { ids: rows.map(({ id }) => id), paths };
}
