import { AppError } from '@atelier/contract';
import { type GenerationRow, recordBilledUnits } from '@atelier/db';
import { type Failure, readKeptError } from '@atelier/fal';
import type { WorkerDeps } from '../deps.ts';
import { toRequest } from './accept-polled-result.ts';

type AnswerDeps = Pick<WorkerDeps, 'db' | 'provider' | 'breakers'>;

export type Answer = { ok: true; result: unknown } | { ok: false; failure: Failure };

/** Returns the answer of the webhook, or fetches the result: a webhook with OK and a null payload is a success to fetch. */
export async function readAnswer(deps: AnswerDeps, row: GenerationRow): Promise<Answer> {
  if (row.provider_error !== null)
    return { ok: false, failure: readKeptError(row.provider_error, row.deadline_at) };
  if (row.provider_result !== null) return { ok: true, result: row.provider_result };
  const request = toRequest(row);
  if (!request) throw new AppError('provider_unavailable');
  const answer = await deps.provider.result(request).catch((error: unknown) => {
    throw new UnreadResultError(error);
  });
  // Only an answer that is fetched names its units; webhooks leave them to the hourly comparison with fal.
  if (answer.billedUnits !== undefined)
    await recordBilledUnits(deps.db.pool, {
      requestId: request.requestId,
      generationId: row.id,
      attempt: row.attempt,
      kind: row.kind,
      endpoint: request.endpoint,
      units: answer.billedUnits,
    });
  return answer;
}

/** A provider that cannot be asked for a result says nothing about it; a file that it does not deliver may be broken. */
export async function isProviderDown({ breakers }: AnswerDeps, error: unknown): Promise<boolean> {
  if (error instanceof UnreadResultError) return true;
  return (await breakers.read()).some(
    ({ subject, state }) => state === 'open' && (subject === 'provider' || subject === 'account'),
  );
}

/** The provider was not to be asked how a generation ended. */
class UnreadResultError extends AppError {
  constructor(cause: unknown) {
    super('provider_unavailable', { cause });
  }
}
