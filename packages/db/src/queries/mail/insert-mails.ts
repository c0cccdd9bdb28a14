import type { Db } from '../../connect.ts';
import { namedQuery, type Queryable } from '../../prepared.ts';
import { inTransaction } from '../../transaction.ts';

/** Links to one address within a day, whatever reports name it: anyone can type the address of anyone. */
export const maxAddressMailsPerDay = 3;

const lockAddress = namedQuery(
  'lock-mail-address',
  `select pg_advisory_xact_lock(hashtextextended(encode(:addressHash, 'hex'), 0))`,
);

const insertAddress = namedQuery<{ id: string }>(
  'insert-address-mail',
  `insert into mail (kind, generation_id, report_id, address_hash, language)
   select 'report_address', generation_id, id, :addressHash, language
     from report
    where id = :reportId and email is not null and confirmed_at is null
      and (select count(*) from mail
            where address_hash = :addressHash and created_at > now() - interval '24 hours') < ${maxAddressMailsPerDay}
   returning id`,
);

type AddressMail = {
  reportId: string;
  /** Keyed hash of the address: counts without a table of addresses. */
  addressHash: Buffer;
};

/**
 * Has a link sent to the address of a report, by which its reader confirms it. Undefined: the address was written to
 * three times within a day, is confirmed, or was removed. Uses mail_address.
 */
export function insertAddressMail(db: Db, mail: AddressMail): Promise<string | undefined> {
  return inTransaction(db, async (on) => {
    // Locks the address, so that each of many requests at the same moment counts those before it.
    await lockAddress(on, { addressHash: mail.addressHash });
    const [row] = await insertAddress(on, mail);
    return row?.id;
  });
}

// A transaction has one now(): reports of this moment are those that it has decided.
const insertDecisions = namedQuery<{ id: string }>(
  'insert-decision-mails',
  `insert into mail (kind, generation_id, report_id, language, decision, note)
   (select distinct on (lower(email)) 'report_decision', generation_id, id, language, decision, null
      from report
     where generation_id = :generationId and decided_at = now() and confirmed_at is not null and email is not null
     order by lower(email), created_at, id)
   union all
   select 'work_decision', g.id, null, coalesce(u.language, 'en'), :decision, :note
     from generation g join app_user u on u.id = g.user_id
    where g.id = :generationId and u.erased_at is null
   returning id`,
);

type MailedDecision = {
  generationId: string;
  decision: 'kept' | 'removed' | 'restored';
  /** The operator's reason, for the owner. */
  note: string;
};

/**
 * Writes one mail to each confirmed address of the reporters and one to the owner, in the transaction of the decision.
 * Returns their ids.
 */
export async function insertDecisionMails(on: Queryable, decision: MailedDecision): Promise<string[]> {
  const rows = await insertDecisions(on, decision);
  return rows.map(({ id }) => id);
}

const confirm = namedQuery<{ generation_id: string; mail_id: string | null }>(
  'confirm-report-address',
  `with confirmed as (
     update report set confirmed_at = now()
      where id = :reportId and confirmed_at is null and email is not null
     returning id, generation_id, language, decision
   ), late as (
     insert into mail (kind, generation_id, report_id, language, decision)
     select 'report_decision', generation_id, id, language, decision from confirmed where decision is not null
     returning id
   )
   select generation_id, (select id from late) as mail_id from confirmed`,
);

export type ConfirmedAddress = {
  generationId: string;
  /** The mail with a decision that was there before; null while the report is open. */
  mailId: string | null;
};

/** Returns undefined when the address was already confirmed, or the report is gone. */
export async function confirmReportAddress(
  on: Queryable,
  reportId: string,
): Promise<ConfirmedAddress | undefined> {
  const [row] = await confirm(on, { reportId });
  return row && { generationId: row.generation_id, mailId: row.mail_id };
}
