import { preparedQuery, type Queryable } from '../../../prepared.ts';
import { nextDay } from '../../../spent-that-day.ts';
import {
  answerRefusal,
  findClosedKind,
  findLimit,
  isKeyValid,
  type LimitName,
  leftByLimits,
  type Refusal,
  rowState,
  type State,
  selectState,
} from './rule.ts';

type Asked = {
  userId: string;
  apiKeyId?: string | null;
  maxRunning: number;
  maxWaiting: number;
};

type Refused = Asked & {
  /** Of all generations together, and how many there are. */
  costCredits: number;
  count: number;
  idempotency: { key: string } | null;
  /** Everything that was asked for. */
  kinds: readonly string[];
};

/** Times at which the limits of a day, and a place of the user $1, are free again. */
export const whenFree = `${nextDay} as frees_at,
          (select ceil(min(extract(epoch from coalesce(submitted_at, started_at, created_at) - now()) + expected_seconds))
             from generation where user_id = $1 and status in ('pending', 'processing'))::integer as free_in_seconds`;

const asked = {
  apiKeyId: '$2::uuid',
  maxRunning: '$3::integer',
  maxWaiting: '$4::integer',
  costCredits: '$5::bigint',
  count: '$6::integer',
};
/** An account without a row has no credits. */
const rows = `(values (true)) one
     left join credit_account a on a.user_id = $1
     left join api_key k on k.id = ${asked.apiKeyId} and k.user_id = $1 and ${isKeyValid('k')}`;
const state = {
  ...rowState({ account: 'a', key: 'k' }),
  available: 'coalesce(a.available, 0)',
  is_key_used: 'exists (select from idempotency_key where user_id = $1 and key = $7::uuid)',
  closed_kind: findClosedKind('= any($8)'),
};

const find = preparedQuery<
  State & { refused_by: LimitName | null; frees_at: Date; free_in_seconds: number | null }
>(
  'explain-refusal',
  `select ${findLimit(state, asked)} as refused_by, ${selectState(state)}, ${whenFree} from ${rows}`,
);

/** Why a reservation was refused, read after it. */
export async function explainRefusal(on: Queryable, refused: Refused): Promise<Refusal> {
  const { userId, apiKeyId = null, maxRunning, maxWaiting, costCredits, count, idempotency, kinds } = refused;
  const ofLimits = [userId, apiKeyId, maxRunning, maxWaiting];
  const [row] = await find(on, [...ofLimits, costCredits, count, idempotency?.key ?? null, kinds]);
  if (!row) throw new Error('A row of values is always there');
  return answerRefusal(row.refused_by, { state: row, required: costCredits, on });
}

/** What could be reserved now. */
export type Allowance = {
  available: number;
  /** Credits that the balance and every limit of credits leave. */
  credits: number;
  /** How many more can start or wait. */
  places: number;
};

const left = leftByLimits(state, asked);
const findLeft = preparedQuery<Allowance>(
  'find-allowance',
  `select ${state.available} as available, ${left.credits}::bigint as credits, ${left.places}::integer as places
     from ${rows}`,
);

/** As of now: another submission may take it. Limits that are not set do not count. */
export async function findAllowance(
  on: Queryable,
  { userId, apiKeyId = null, maxRunning, maxWaiting }: Asked,
): Promise<Allowance> {
  const [row] = await findLeft(on, [userId, apiKeyId, maxRunning, maxWaiting]);
  return row ?? { available: 0, credits: 0, places: 0 };
}

/** How many of these costs can be reserved in their order, and the balance after them. */
export function countFitting(
  costs: readonly number[],
  { available, credits, places }: Allowance,
): { count: number; leftCredits: number } {
  let cost = 0;
  let count = 0;
  for (const each of costs) {
    if (count === places || cost + each > credits) break;
    cost += each;
    count += 1;
  }
  return { count, leftCredits: available - cost };
}
