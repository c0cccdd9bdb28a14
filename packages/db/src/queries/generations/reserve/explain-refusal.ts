import { createFinder } from '../../../create-finder.ts';
import { bindParameters } from '../../../group-commit/group-statements.ts';
import { namedQuery, type Queryable } from '../../../prepared.ts';
import { nextDay } from '../../../spent-that-day.ts';
import { answerRefusal, findLimit, type LimitName, leftByLimits, type Refusal } from './rule.ts';
import {
  type AskedSql,
  askedTypes,
  entryState,
  findClosedKind,
  isKeyValid,
  rowState,
  type State,
  type StateSql,
  selectState,
} from './state.ts';

type Asked = {
  userId: string;
  apiKeyId?: string | null;
  maxRunning: number;
  maxWaiting: number;
};

type Refused = Asked & {
  /** Cost of all generations together, and their number. */
  costCredits: number;
  /** Same as in `NewGeneration`. */
  askedCost?: number;
  isApproved?: boolean;
  count: number;
  idempotency: { key: string } | null;
  /** Everything that was asked for. */
  kinds: readonly string[];
};

/** Times at which the limits of a day, and a place of the user, are free again. */
export const whenFree = (userId: string) => `${nextDay} as frees_at,
          (select ceil(min(extract(epoch from coalesce(submitted_at, started_at, created_at) - now()) + expected_seconds))
             from generation where user_id = ${userId} and status in ('pending', 'processing'))::integer as free_in_seconds`;

const v = bindParameters({ ...askedTypes, kinds: 'text[]' });
/** An account without a row has no credits. */
const joinPayer = ({ userId, apiKeyId }: Pick<AskedSql, 'userId' | 'apiKeyId'>) =>
  `left join credit_account a on a.user_id = ${userId}
     left join api_key k on k.id = ${apiKeyId} and k.user_id = ${userId} and ${isKeyValid('k')}`;
const rows = `(values (true)) one ${joinPayer(v)}`;
const payerState = { ...rowState({ account: 'a', key: 'k' }), available: 'coalesce(a.available, 0)' };
const state = { ...payerState, ...entryState(v), closed_kind: findClosedKind(`= any(${v.kinds})`) };
const nothingAsked = Object.fromEntries(Object.keys(askedTypes).map((name) => [name, null]));

const find = namedQuery<
  State & { refused_by: LimitName | null; frees_at: Date; free_in_seconds: number | null }
>(
  'explain-refusal',
  `select ${findLimit(state, v)} as refused_by, ${selectState(state)}, ${whenFree(v.userId)} from ${rows}`,
);

/** Why a reservation was refused, read after it. */
export async function explainRefusal(on: Queryable, refused: Refused): Promise<Refusal> {
  const { idempotency, costCredits: required } = refused;
  const [row] = await find(on, {
    ...nothingAsked,
    isApproved: false,
    askedCost: required,
    ...refused,
    key: idempotency?.key ?? null,
  });
  if (!row) throw new Error('A row of values is always there');
  return answerRefusal(row.refused_by, { state: row, required, on });
}

/** Credits and places that can be reserved now. */
export type Allowance = {
  available: number;
  /** Credits that the balance and every limit of credits leave. */
  credits: number;
  /** How many more can start or wait. */
  places: number;
  /** Price above which the owner of the key is asked; null when they never are. */
  ask_above: number | null;
  /** Most that one submission by the key may cost, and the kinds that it may make; null for no limit. */
  job_budget: number | null;
  key_kinds: string[] | null;
};

function selectLeft(of: StateSql, asked: AskedSql): string {
  const left = leftByLimits(of, asked);
  return `${of.available} as available, ${left.credits}::bigint as credits, ${left.places}::integer as places,
          ${selectState({ ask_above: of.ask_above, job_budget: of.job_budget, key_kinds: of.key_kinds })}`;
}

const findLeft = namedQuery<Allowance>('find-allowance', `select ${selectLeft(state, v)} from ${rows}`);

/** Returns what is left now: another submission may take it. Limits that are not set do not count. */
export async function findAllowance(on: Queryable, asked: Asked): Promise<Allowance> {
  const [row] = await findLeft(on, { ...nothingAsked, ...asked });
  return row ?? { available: 0, credits: 0, places: 0, ask_above: null, job_budget: null, key_kinds: null };
}

type Payer = Pick<Asked, 'userId' | 'apiKeyId'>;

/** `closed_kinds`: every kind that takes no submissions. */
export type PayerAllowance = Allowance & { closed_kinds: string[] };
export type PayerAllowanceFinder = (payer: Payer) => Promise<PayerAllowance>;

const given: AskedSql = {
  ...v,
  userId: 'given.user_id',
  apiKeyId: 'given.api_key_id',
  kind: 'null',
  key: 'null',
};
const findLeftOfEach = namedQuery<PayerAllowance & { payer: string }>(
  'find-allowance-of-each',
  `with closed as materialized (
     select coalesce(array_agg(c.kind), '{}') as kinds from kind_closure c where c.closed_at is not null
   )
   select ${formatPayer('given.user_id::text', 'given.api_key_id::text')} as payer,
          ${selectLeft({ ...payerState, ...entryState(given) }, given)}, closed.kinds as closed_kinds
     from closed cross join unnest(:userIds::uuid[], :apiKeyIds::uuid[]) as given (user_id, api_key_id)
     ${joinPayer(given)}`,
);
/** SQL of the text by which a payer is found in the rows. */
function formatPayer(userId: string, apiKeyId: string): string {
  return `${userId} || ' ' || coalesce(${apiKeyId}, '')`;
}

/** Finds allowances as `findAllowance` does, in one round trip for many requests at once. */
export function createPayerAllowanceFinder(
  on: Queryable,
  limits: Pick<Asked, 'maxRunning' | 'maxWaiting'>,
): PayerAllowanceFinder {
  const findByPayer = createFinder(
    (payers) => {
      const each = [...new Set(payers)].map((payer) => payer.split(' '));
      const apiKeyIds = each.map(([, apiKeyId]) => apiKeyId || null);
      return findLeftOfEach(on, { ...limits, userIds: each.map(([userId]) => userId), apiKeyIds });
    },
    (row) => row.payer,
  );
  return async ({ userId, apiKeyId }) => {
    const row = await findByPayer(`${userId} ${apiKeyId ?? ''}`);
    if (!row) throw new Error('A payer that was given has a row');
    return row;
  };
}

/** How many of these costs can be reserved in their order, and the balance after them. */
export function countFitting(
  costs: readonly number[],
  { available, credits, places }: Pick<Allowance, 'available' | 'credits' | 'places'>,
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
