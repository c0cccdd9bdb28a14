// Records of the authorization server (api/src/modules/oauth): clients, requests, grants, codes and tokens. Its names for
// them are secrets, so that only their SHA-256 is stored.
import { createHash } from 'node:crypto';
import { preparedQuery, type Queryable } from '../../prepared.ts';
import { isKeyValid } from '../generations/reserve/state.ts';

/** `model`: the kind of record, as `oidc-provider` calls it. */
export type OauthRecordName = { model: string; id: string };

export type OauthRecord = OauthRecordName & {
  payload: object;
  /** The grant that it depends on: without its key it is not found any more. */
  grantId: string | null;
  /** Code that a user types on another device. */
  userCode: string | null;
  expiresAt: Date;
};

type OauthRecordRow = { payload: object; is_consumed: boolean };

const hash = (id: string) => createHash('sha256').update(id).digest();

const upsert = preparedQuery(
  'store-oauth-record',
  `insert into oauth_record (model, id_sha256, payload, grant_id, user_code, expires_at)
   values ($1, $2, $3, $4, $5, $6)
   on conflict (model, id_sha256) do update
      set payload = excluded.payload, grant_id = excluded.grant_id, user_code = excluded.user_code,
          expires_at = excluded.expires_at`,
);

export async function storeOauthRecord(
  on: Queryable,
  { model, id, payload, grantId, userCode, expiresAt }: OauthRecord,
): Promise<void> {
  await upsert(on, [model, hash(id), JSON.stringify(payload), grantId, userCode, expiresAt]);
}

/** A grant lasts as long as the key with its limits, and so does all that was issued for it. */
const found = (condition: string) =>
  `select r.payload, r.consumed_at is not null as is_consumed
     from oauth_record r
    where r.model = $1 and ${condition} and r.expires_at > now()
      and (r.grant_id is null
           or exists (select from api_key k where k.grant_id = r.grant_id and ${isKeyValid('k')}))`;
const find = preparedQuery<OauthRecordRow>('find-oauth-record', found('r.id_sha256 = $2'));
const findByCode = preparedQuery<OauthRecordRow>('find-oauth-record-by-code', found('r.user_code = $2'));

/** Returns undefined when there is none, it has expired, or its grant has ended. */
export async function findOauthRecord(
  on: Queryable,
  { model, id }: OauthRecordName,
): Promise<OauthRecordRow | undefined> {
  const [row] = await find(on, [model, hash(id)]);
  return row;
}

/** The same by the code that a user types. */
export async function findOauthRecordByCode(
  on: Queryable,
  { model, userCode }: { model: string; userCode: string },
): Promise<OauthRecordRow | undefined> {
  const [row] = await findByCode(on, [model, userCode]);
  return row;
}

const consume = preparedQuery(
  'consume-oauth-record',
  `update oauth_record set consumed_at = now() where model = $1 and id_sha256 = $2 and consumed_at is null returning model`,
);

/** Whether this call has consumed it: of several at once only one does. */
export async function consumeOauthRecord(on: Queryable, { model, id }: OauthRecordName): Promise<boolean> {
  const rows = await consume(on, [model, hash(id)]);
  return rows.length > 0;
}

const claim = preparedQuery(
  'claim-oauth-answer',
  `insert into oauth_record (model, id_sha256, payload, expires_at) values ('Answer', $1, '{}', now() + interval '1 day')
   on conflict do nothing returning model`,
);

/** Whether this call is the first that answers the request with this name. */
export async function claimOauthAnswer(on: Queryable, id: string): Promise<boolean> {
  const rows = await claim(on, [hash(id)]);
  return rows.length > 0;
}

const remove = preparedQuery(
  'delete-oauth-record',
  'delete from oauth_record where model = $1 and id_sha256 = $2',
);

export async function deleteOauthRecord(on: Queryable, { model, id }: OauthRecordName): Promise<void> {
  await remove(on, [model, hash(id)]);
}

const endGrant = preparedQuery(
  'end-oauth-grant',
  `with ended as (
     update api_key set revoked_at = now() where grant_id = $1 and revoked_at is null
   )
   delete from oauth_record where grant_id = $1`,
);

/** Ends a grant as its client asks for it: its tokens are gone, and the program is no longer listed. */
export async function endOauthGrant(on: Queryable, grantId: string): Promise<void> {
  await endGrant(on, [grantId]);
}
