// Rules about ends and charges that only the simulated fal can judge.
import type { Database } from './database.ts';
import type { Plan } from './plan.ts';
import { providerWaitHours } from './start-processes.ts';
import type { DeliveredResult } from './users.ts';
import { isGood, type ProviderRequest } from './world/provider-answers.ts';

/** Finds generations that ended because of fal or our account there before the wait for it was over. */
export function findProviderFailures(
  database: Database,
  requests: readonly ProviderRequest[],
  plan: Plan,
): string[] {
  const rows = database.sql(
    `select id, error_code, deadline_at, extract(epoch from finished_at - created_at)::integer as seconds
       from generation
      where status = 'failed' and error_code in ('provider_locked', 'provider_unavailable', 'timeout')`,
  );
  return rows.flatMap(({ id, error_code: code, seconds, deadline_at }) => {
    const hasWaited = Number(seconds) >= providerWaitHours * 3_600;
    const own = requests.filter(({ generationId }) => generationId === id);
    const isAllowed =
      code === 'timeout'
        ? hasWaited || hasOwnOutage(plan) || own.some((request) => isLate(request, deadline_at as Date))
        : code === 'provider_unavailable'
          ? hasWaited || hasOwnOutage(plan)
          : // fal's words may be the model's own: after three returns they end it.
            own.filter(({ outcome }) => outcome === 'account').length > 3;
    return isAllowed ? [] : [`generation ${id} failed with ${code} after ${seconds} s`];
  });
}

/** The queue or the storage was away for longer than a generation may take. */
function hasOwnOutage({ outages, queueLossesMs }: Plan): boolean {
  return queueLossesMs.length > 0 || outages.some(({ of }) => of !== 'fal');
}

function isLate({ endedAtMs, state }: ProviderRequest, deadlineAt: Date): boolean {
  return endedAtMs === undefined || state === 'gone' || endedAtMs > deadlineAt.getTime() - 60_000;
}

/** Charged is a result that fal delivered, of an attempt that was not given up. */
export function findWrongCharges(database: Database, requests: readonly ProviderRequest[]): string[] {
  const rows = database.sql(
    `select g.id, g.provider_request_id as request, s.state
       from generation g
       left join provider_submission s on s.generation_id = g.id and s.provider_request_id = g.provider_request_id
      where g.settled > 0`,
  );
  return rows.flatMap(({ id, request, state }) => {
    const found = requests.find((each) => each.id === request);
    if (!found || !isGood(found) || found.generationId !== id)
      return [`generation ${id} was charged for ${request}, which fal did not deliver`];
    return state === 'refused' || state === 'given_up'
      ? [`generation ${id} was charged for ${request}, which was given up`]
      : [];
  });
}

/** Finds what fal was asked to make again although a result had come, of an attempt that it had not refused. */
export function findLostResults(
  database: Database,
  requests: readonly ProviderRequest[],
  delivered: readonly DeliveredResult[],
): string[] {
  const rows = database.sql('select generation_id, attempt, started_at from provider_submission');
  return delivered.flatMap(({ generationId, attempt, atMs }) => {
    const isOwn = (each: ProviderRequest) => each.generationId === generationId && each.attempt === attempt;
    if (!requests.some((each) => isOwn(each) && isGood(each) && !each.isDenied)) return [];
    const later = rows.find(
      (row) => row.generation_id === generationId && (row.started_at as Date).getTime() > atMs,
    );
    return later
      ? [`attempt ${later.attempt} of generation ${generationId} came after the result of attempt ${attempt}`]
      : [];
  });
}
