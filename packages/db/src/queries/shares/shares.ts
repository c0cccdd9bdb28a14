// The owner's side of shared pages; what visitors may see is in shown-shares.ts.
import { sql } from 'kysely';
import type { Db } from '../../connect.ts';
import { namedQuery, preparedQuery, type Queryable } from '../../prepared.ts';
import { inTransaction, type TransactionStep } from '../../transaction.ts';

export type ShareState = 'active' | 'ended' | 'hidden' | 'taken_down';

export type ShareSettings = {
  shows_prompt: boolean;
  shows_settings: boolean;
  allows_download: boolean;
  allows_indexing: boolean;
  ends_at: Date | null;
};

export type ShareRow = ShareSettings & {
  id: string;
  generation_id: string;
  token: string;
  state: ShareState;
  views: number;
  created_at: Date;
  taken_down_reason: string | null;
};

const shown = `s.id, s.generation_id, s.token, s.shows_prompt, s.shows_settings, s.allows_download, s.allows_indexing,
  s.views, s.created_at, s.ends_at, g.taken_down_reason,
  case when g.taken_down_at is not null then 'taken_down'
       when s.hidden_at is not null then 'hidden'
       when s.ended_at is not null or s.ends_at <= now() then 'ended'
       else 'active' end as state`;

const find = preparedQuery<ShareRow>(
  'find-own-share',
  `select ${shown} from share s join generation g on g.id = s.generation_id
    where s.generation_id = $1 and s.user_id = $2
    order by s.created_at desc, s.id desc limit 1`,
);

/** The newest share of a generation of this owner. Uses share_generations. */
export async function findOwnShare(
  on: Queryable,
  generationId: string,
  userId: string,
): Promise<ShareRow | undefined> {
  const [row] = await find(on, [generationId, userId]);
  return row;
}

export type NewShare = ShareSettings & {
  id: string;
  generationId: string;
  userId: string;
  token: string;
  /** SHA-256 of the token, 32 bytes. */
  tokenHash: Buffer;
};

export type ShareRefusal = 'not_found' | 'not_finished' | 'nothing_to_share' | 'share_hidden' | 'taken_down';
export type ShareCreation =
  | { ok: true; share: ShareRow; isNew: boolean }
  | { ok: false; reason: ShareRefusal };

/**
 * Shares a generation, or returns the share that is active. Of several requests at once the first one makes it: they lock
 * the generation. A hidden share keeps its generation from being shared under another link. `inSameTransaction` runs for a
 * new one.
 */
export function createShare(
  db: Db,
  created: NewShare,
  inSameTransaction: TransactionStep<ShareRow>,
): Promise<ShareCreation> {
  const { id, generationId, userId, token, tokenHash } = created;
  return inTransaction<ShareCreation>(db, async (on, trx) => {
    const refusal = await findRefusal(on, generationId, userId);
    if (refusal) return { ok: false, reason: refusal };
    const known = await findOwnShare(on, generationId, userId);
    if (known?.state === 'active') return { ok: true, share: known, isNew: false };
    await sql`
      update share set ended_at = ends_at
       where generation_id = ${generationId} and ended_at is null and ends_at <= now()`.execute(trx);
    const { shows_prompt, shows_settings, allows_download, allows_indexing, ends_at } = created;
    await trx
      .insertInto('share')
      .values({
        id,
        generation_id: generationId,
        user_id: userId,
        token,
        token_hash: tokenHash,
        shows_prompt,
        shows_settings,
        allows_download,
        allows_indexing,
        ends_at,
        created_at: sql`clock_timestamp()`,
      })
      .execute();
    const share = await findOwnShare(on, generationId, userId);
    if (!share) throw new Error(`the new share of generation ${generationId} is not there`);
    await inSameTransaction(on, share);
    return { ok: true, share, isNew: true };
  });
}

const judge = preparedQuery<{
  is_finished: boolean;
  is_taken_down: boolean;
  is_hidden: boolean;
  has_result: boolean;
}>(
  'judge-share',
  `select g.finished_at is not null as is_finished, g.taken_down_at is not null as is_taken_down,
          exists (select from share s where s.generation_id = g.id and s.hidden_at is not null) as is_hidden,
          exists (select from output o where o.generation_id = g.id and not o.is_flagged
                                         and (o.storage_key is not null or o.text is not null)) as has_result
     from generation g
    where g.id = $1 and g.user_id = $2 and g.deleted_at is null
      for no key update`,
);

async function findRefusal(
  on: Queryable,
  generationId: string,
  userId: string,
): Promise<ShareRefusal | undefined> {
  const [row] = await judge(on, [generationId, userId]);
  if (!row) return 'not_found';
  if (row.is_taken_down) return 'taken_down';
  if (row.is_hidden) return 'share_hidden';
  if (!row.is_finished) return 'not_finished';
  return row.has_result ? undefined : 'nothing_to_share';
}

const change = namedQuery<ShareRow>(
  'change-share',
  `update share s
      set shows_prompt = coalesce(:shows_prompt, s.shows_prompt),
          shows_settings = coalesce(:shows_settings, s.shows_settings),
          allows_download = coalesce(:allows_download, s.allows_download),
          allows_indexing = coalesce(:allows_indexing, s.allows_indexing),
          ends_at = case when :changesEnd::boolean then :ends_at else s.ends_at end
     from generation g
    where s.generation_id = :generationId and s.user_id = :userId and g.id = s.generation_id
      and s.ended_at is null and (s.ends_at is null or s.ends_at > now())
      and g.deleted_at is null
   returning ${shown}`,
);

/** Changes the settings that are given. Returns undefined when the generation has no active share. */
export async function changeShare(
  on: Queryable,
  {
    generationId,
    userId,
    settings,
  }: { generationId: string; userId: string; settings: Partial<ShareSettings> },
): Promise<ShareRow | undefined> {
  const absent = { shows_prompt: null, shows_settings: null, allows_download: null, allows_indexing: null };
  const changesEnd = settings.ends_at !== undefined;
  const values = { ends_at: null, ...absent, ...settings, changesEnd, generationId, userId };
  const [row] = await change(on, values);
  return row;
}

const end = preparedQuery<ShareRow>(
  'end-share',
  `update share s set ended_at = least(now(), s.ends_at)
     from generation g
    where s.generation_id = $1 and s.user_id = $2 and g.id = s.generation_id and s.ended_at is null
   returning ${shown}`,
);

/** Stops sharing a generation, deleted or not. Returns undefined when it was not shared. Uses share_generation. */
export async function endShare(
  on: Queryable,
  generationId: string,
  userId: string,
): Promise<ShareRow | undefined> {
  const [row] = await end(on, [generationId, userId]);
  return row;
}

export type SharedPageRow = ShareRow & { kind: string; medium: string; prompt: string };

const list = preparedQuery<SharedPageRow>(
  'list-shares',
  `select ${shown}, g.kind, g.medium, left(g.prompt, 200) as prompt
     from share s join generation g on g.id = s.generation_id
    where s.user_id = $1 and s.ended_at is null and (s.ends_at is null or s.ends_at > now())
      and g.deleted_at is null
    order by s.created_at desc, s.id desc limit 200`,
);

/** The user's shares that have not ended, newest first. Uses share_user. */
export function listShares(on: Queryable, userId: string): Promise<SharedPageRow[]> {
  return list(on, [userId]);
}
