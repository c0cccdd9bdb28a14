import type { GenerationRow } from '../../generation-row.ts';
import { preparedQuery, type Queryable } from '../../prepared.ts';

const wake = preparedQuery<GenerationRow>(
  'wake-generation',
  `update generation set next_check_at = now() - interval '1 second'
    where id = $1 and status in ('pending', 'processing')
    returning *`,
);

/** Makes a running generation due for the sweeper now. Undefined: it has ended. */
export async function requestProviderCheck(on: Queryable, id: string): Promise<GenerationRow | undefined> {
  const [row] = await wake(on, [id]);
  return row;
}

const orphan = preparedQuery(
  'orphan-submissions',
  `update provider_submission set state = 'orphan'
    where generation_id = $1 and state in ('sent', 'unknown') and provider_request_id is not null`,
);

/** No generation needs these submissions any more: the sweeper cancels them at the provider. */
export async function markSubmissionsOrphaned(on: Queryable, generationId: string): Promise<void> {
  await orphan(on, [generationId]);
}
