import { preparedQuery, type Queryable } from '../../prepared.ts';

type Row = Record<string, unknown>;

const listProfile = preparedQuery<Row>(
  'take-out-profile',
  `select u.id, u.email, u.name, u.created_at, a.has_ever_paid, a.available as credits_available,
          a.held as credits_held, u.locked_at, u.closed_at
     from app_user u join credit_account a on a.user_id = u.id where u.id = $1`,
);
const listSignIns = preparedQuery<Row>(
  'take-out-sign-ins',
  'select provider, subject, created_at from oauth_account where user_id = $1 order by created_at',
);
const listSettings = preparedQuery<Row>(
  'take-out-settings',
  `select a.daily_cap as daily_limit_credits, not u.omits_recipes as settings_in_downloaded_files,
          u.shares_recipes as settings_in_shared_files
     from credit_account a join app_user u on u.id = a.user_id where a.user_id = $1`,
);
const listSessions = preparedQuery<Row>(
  'take-out-sessions',
  `select created_at as signed_in_at, authenticated_at as confirmed_at, last_used_at, expires_at, user_agent,
          sign_in_address, last_address,
          (select json_build_object('service', substring(p.endpoint from '^https?://([^/]+)'), 'language', p.language,
                                    'since', p.created_at)
             from push_subscription p where p.session_id = public_id) as notifications
     from user_session where user_id = $1 order by created_at`,
);
const listKeys = preparedQuery<Row>(
  'take-out-keys',
  `select id, name, ending, scopes, created_at, last_used_at, expires_at, revoked_at,
          daily_budget as daily_budget_credits, total_budget as total_budget_credits, ask_above as ask_above_credits,
          job_budget as job_budget_credits, kinds, client, spent as spent_credits
     from api_key where user_id = $1 order by created_at`,
);
const listApprovals = preparedQuery<Row>(
  'take-out-approvals',
  `select id, api_key_id, cost as cost_credits, summary, created_at, expires_at, answer, answered_at, used_at
     from approval where user_id = $1 order by created_at`,
);
const listPurchases = preparedQuery<Row>(
  'take-out-purchases',
  `select id, provider, pack, credits, amount_minor, currency, status, payment_id, created_at, paid_at,
          refunded_minor, dispute, taken as credits_taken_back, owed as credits_owed
     from purchase where user_id = $1 order by created_at`,
);
const listNotices = preparedQuery<Row>(
  'take-out-notices',
  `select e.name, n.created_at, n.acknowledged_at
     from account_notice n join audit_event e on e.id = n.event_id
    where n.user_id = $1 order by n.created_at`,
);

const listProjects = preparedQuery<Row>(
  'take-out-projects',
  `select id, name, cover_id, archived_at, created_at from project where user_id = $1 order by position, id`,
);

const listBatches = preparedQuery<Row>(
  'take-out-batches',
  `select id, name, lines, sets, cost as cost_credits, created_at,
          (select coalesce(jsonb_agg(jsonb_build_object('set', set, 'generation_id', generation_id) order by set), '[]')
             from batch_pick where batch_id = batch.id) as picks
     from batch where user_id = $1 order by created_at, id`,
);

export type TakeOutAccount = {
  profile: Row;
  settings: Row | undefined;
  sessions: Row[];
  api_keys: Row[];
  approvals: Row[];
  purchases: Row[];
  notices: Row[];
  projects: Row[];
  batches: Row[];
};

/**
 * Reads what is stored about the account itself, without secrets: the hashes of sessions and keys, and the addresses at
 * which purchases can be paid.
 */
export async function getTakeOutAccount(on: Queryable, userId: string): Promise<TakeOutAccount> {
  const read = (list: typeof listProfile) => list(on, [userId]);
  const [
    [profile],
    sign_ins,
    [settings],
    sessions,
    api_keys,
    approvals,
    purchases,
    notices,
    projects,
    batches,
  ] = await Promise.all([
    read(listProfile),
    read(listSignIns),
    read(listSettings),
    read(listSessions),
    read(listKeys),
    read(listApprovals),
    read(listPurchases),
    read(listNotices),
    read(listProjects),
    read(listBatches),
  ]);
  return {
    profile: { ...profile, sign_ins },
    settings,
    sessions,
    api_keys,
    approvals,
    purchases,
    notices,
    projects,
    batches,
  };
}

const batchSize = 1_000;

const listEvents = preparedQuery<Row & { id: number }>(
  'take-out-events',
  `select id, name, actor, occurrences, created_at,
          case when actor <> 'operator' then address end as address,
          case when actor <> 'operator' then user_agent end as user_agent,
          case when actor <> 'operator' then details end as details
     from audit_event
    where user_id = $1
      and ($2::bigint is null or (created_at, id) < (select created_at, id from audit_event where id = $2))
    order by created_at desc, id desc limit ${batchSize}`,
);

/**
 * Security events, newest first. What operators did is named; who they are and where they were is theirs. Uses
 * audit_event_user.
 */
export function readTakeOutEvents(on: Queryable, userId: string): AsyncGenerator<Row[]> {
  return readBatches((after) => listEvents(on, [userId, after ?? null]));
}

const listDeliveries = preparedQuery<Row & { id: string }>(
  'take-out-deliveries',
  `select id, generation_id, split_part(url, '?', 1) as url, state, attempts, last_status, last_problem, created_at,
          delivered_at
     from webhook_delivery
    where user_id = $1
      and ($2::uuid is null or (created_at, id) < (select created_at, id from webhook_delivery where id = $2))
    order by created_at desc, id desc limit ${batchSize}`,
);

/** Webhooks to the user's own server, newest first, without the query, which may hold a secret. Uses webhook_delivery_user. */
export function readTakeOutDeliveries(on: Queryable, userId: string): AsyncGenerator<Row[]> {
  return readBatches((after) => listDeliveries(on, [userId, after ?? null]));
}

/** A document may have a million characters. */
const filmsAtOnce = 10;

const listFilms = preparedQuery<Row & { id: string }>(
  'take-out-films',
  `select f.id, f.id as film_id, f.name, f.project_id, f.generation_id, f.document, f.created_at, f.updated_at,
          (select coalesce(jsonb_agg(jsonb_build_object('shot_id', t.shot_id, 'generation_id', t.generation_id)
                                     order by t.generation_id), '[]')
             from film_take t where t.film_id = f.id) as takes
     from film f where f.user_id = $1 and ($2::uuid is null or f.id > $2) order by f.id limit ${filmsAtOnce}`,
);

/** Films with the generations that were made for their shots, the oldest first. */
export function readTakeOutFilms(on: Queryable, userId: string): AsyncGenerator<Row[]> {
  return readBatches((after) => listFilms(on, [userId, after ?? null]), filmsAtOnce);
}

const listVersions = preparedQuery<Row & { id: string }>(
  'take-out-film-versions',
  `select v.id, v.film_id, v.name, v.reason, v.document, v.created_at
     from film f join film_version v on v.film_id = f.id
    where f.user_id = $1 and ($2::uuid is null or v.id > $2) order by v.id limit ${filmsAtOnce}`,
);

/** Earlier documents of the films. */
export function readTakeOutFilmVersions(on: Queryable, userId: string): AsyncGenerator<Row[]> {
  return readBatches((after) => listVersions(on, [userId, after ?? null]), filmsAtOnce);
}

/** `list` returns at most `size` rows after the one with this id, which is left out. */
async function* readBatches<Id>(
  list: (after?: Id) => Promise<(Row & { id: Id })[]>,
  size = batchSize,
): AsyncGenerator<Row[]> {
  let after: Id | undefined;
  for (;;) {
    const rows = await list(after);
    if (rows.length > 0) yield rows.map(({ id: _, ...line }) => line);
    if (rows.length < size) return;
    after = rows.at(-1)?.id;
  }
}
