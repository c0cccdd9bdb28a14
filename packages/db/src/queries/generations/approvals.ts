// Questions of an API key to its owner: may it spend more than it may without asking. Locks go key, then approval, as in a
// reservation that uses one.
import type { ApprovalAnswer, ApprovalSummary } from '@atelier/contract';
import type { Db } from '../../connect.ts';
import { preparedQuery, type Queryable } from '../../prepared.ts';
import { inTransaction } from '../../transaction.ts';
import { isKeyValid } from './reserve/state.ts';

export type ApprovalRow = {
  id: string;
  api_key_id: string;
  key_name: string;
  key_ending: string;
  cost: number;
  summary: ApprovalSummary;
  created_at: Date;
  expires_at: Date;
  answer: ApprovalAnswer | null;
  answered_at: Date | null;
  used_at: Date | null;
  is_expired: boolean;
  has_key_ended: boolean;
};

/** A question, and for how long after it, and again after its answer, it holds. */
const lifeTime = `interval '1 hour'`;
/** How many of one key may be open. */
const maxOpen = 20;

const shown = `a.id, a.api_key_id, k.name as key_name, k.ending as key_ending, a.cost, a.summary, a.created_at, a.expires_at,
          a.answer, a.answered_at, a.used_at, a.expires_at <= now() as is_expired, not (${isKeyValid('k')}) as has_key_ended`;
const joined = 'approval a join api_key k on k.id = a.api_key_id';

type AskedInput = { userId: string; apiKeyId: string; inputSha256: Buffer };

const findNewest = preparedQuery<ApprovalRow>(
  'find-approval-of-input',
  `select ${shown} from ${joined}
    where a.user_id = $1 and a.api_key_id = $2 and a.input_sha256 = $3
    order by a.created_at desc limit 1`,
);

/** The newest question about this input that holds: neither used nor expired. Uses approval_of_input. */
export async function findHeldApproval(
  on: Queryable,
  { userId, apiKeyId, inputSha256 }: AskedInput,
): Promise<ApprovalRow | undefined> {
  const [row] = await findNewest(on, [userId, apiKeyId, inputSha256]);
  return row && !row.used_at && !row.is_expired ? row : undefined;
}

const lockKey = preparedQuery<{ id: string }>(
  'lock-asking-key',
  `select k.id from api_key k where k.id = $1 and k.user_id = $2 and ${isKeyValid('k')} for no key update`,
);
const countOpen = preparedQuery<{ open: number }>(
  'count-open-approvals',
  `select count(*)::integer as open from approval
    where api_key_id = $1 and answer is null and expires_at > now()`,
);
const endOlder = preparedQuery(
  'end-older-approvals',
  `update approval set expires_at = now()
    where api_key_id = $1 and input_sha256 = $2 and used_at is null and expires_at > now()`,
);
const insert = preparedQuery(
  'insert-approval',
  `insert into approval (id, user_id, api_key_id, input_sha256, cost, summary, expires_at)
   values ($1, $2, $3, $4, $5, $6, now() + ${lifeTime})`,
);
const insertPushes = preparedQuery(
  'insert-approval-pushes',
  `insert into push_message (approval_id, session_id)
   select $1, s.session_id from push_subscription s where s.user_id = $2 for key share of s`,
);

/** `isNew`: its owner has to be notified. */
export type AskedApproval =
  | { ok: true; approval: ApprovalRow; isNew: boolean }
  | { ok: false; reason: 'api_key_ended' | 'too_many_open' };

export type NewApproval = AskedInput & { id: string; cost: number; summary: ApprovalSummary };

/**
 * Asks the owner of a key. Of many calls about one input at the same time one asks, and the others get its question. One
 * with another price replaces the previous one, unless that was refused.
 */
export function askForApproval(db: Pick<Db, 'kysely'>, asked: NewApproval): Promise<AskedApproval> {
  const { id, userId, apiKeyId, inputSha256, cost, summary } = asked;
  return inTransaction(db, async (on) => {
    const [key] = await lockKey(on, [apiKeyId, userId]);
    if (!key) return { ok: false, reason: 'api_key_ended' };
    // Read again: the lock may have been waited for.
    const held = await findHeldApproval(on, asked);
    if (held && (held.cost === cost || held.answer === 'refuse'))
      return { ok: true, approval: held, isNew: false };
    await endOlder(on, [apiKeyId, inputSha256]);
    const [counted] = await countOpen(on, [apiKeyId]);
    if (!counted || counted.open >= maxOpen) return { ok: false, reason: 'too_many_open' };
    await insert(on, [id, userId, apiKeyId, inputSha256, cost, JSON.stringify(summary)]);
    await insertPushes(on, [id, userId]);
    const [approval] = await findOwn(on, [id, userId]);
    if (!approval) throw new Error('An approval that was inserted is there');
    return { ok: true, approval, isNew: true };
  });
}

const use = preparedQuery<{ id: string }>(
  'use-approval',
  `update approval set used_at = now()
    where id = $1 and answer = 'approve' and used_at is null and expires_at > now()
   returning id`,
);

/** Runs in the transaction that reserves. Returns false when another reservation was faster, or its time is over. */
export async function markApprovalUsed(on: Queryable, id: string): Promise<boolean> {
  return (await use(on, [id])).length > 0;
}

const findOwn = preparedQuery<ApprovalRow>(
  'find-own-approval',
  `select ${shown} from ${joined} where a.id = $1 and a.user_id = $2`,
);

/** Returns undefined when it is unknown or another user's. */
export async function findOwnApproval(
  on: Queryable,
  { id, userId }: { id: string; userId: string },
): Promise<ApprovalRow | undefined> {
  const [row] = await findOwn(on, [id, userId]);
  return row;
}

const findLeft = preparedQuery<{ left_seconds: number }>(
  'find-open-approval',
  `select ceil(extract(epoch from a.expires_at - now()))::integer as left_seconds from ${joined}
    where a.id = $1 and a.answer is null and a.expires_at > now() and ${isKeyValid('k')}`,
);

/** How long it can still be answered; undefined when it cannot. */
export async function findOpenSeconds(on: Queryable, id: string): Promise<number | undefined> {
  const [row] = await findLeft(on, [id]);
  return row?.left_seconds;
}

const listOpen = preparedQuery<ApprovalRow>(
  'list-open-approvals',
  `select ${shown} from ${joined}
    where a.user_id = $1 and a.answer is null and a.expires_at > now() and ${isKeyValid('k')}
    order by a.created_at desc, a.id limit 400`,
);

/** Questions that the user can answer, newest first. Uses approval_user. */
export function listOpenApprovals(on: Queryable, userId: string): Promise<ApprovalRow[]> {
  return listOpen(on, [userId]);
}

const answerOnce = preparedQuery<{ id: string }>(
  'answer-approval',
  `update approval a set answer = $3, answered_at = now(), expires_at = now() + ${lifeTime}
     from api_key k
    where a.id = $1 and a.user_id = $2 and a.answer is null and a.expires_at > now()
      and k.id = a.api_key_id and ${isKeyValid('k')}
   returning a.id`,
);

/** Answers once: returns false when it was answered, has expired, its key has ended, or it is another user's. */
export async function answerApproval(
  on: Queryable,
  { id, userId, answer }: { id: string; userId: string; answer: ApprovalAnswer },
): Promise<boolean> {
  return (await answerOnce(on, [id, userId, answer])).length > 0;
}
