import { preparedQuery, type Queryable } from '../../prepared.ts';

/** Age at which a mail is given up: what it says has long been on the page of the report and in the owner's generation. */
const maxAge = '3 days';

export type DueMail = { id: string; attempts: number; minutes_late: number };

const listDue = preparedQuery<DueMail>(
  'list-due-mails',
  `select id, attempts, floor(extract(epoch from now() - next_attempt_at) / 60)::integer as minutes_late
     from mail where state = 'waiting' and next_attempt_at <= now()
    order by next_attempt_at limit 200`,
);

/** Mails whose next attempt is due, the latest first. Uses mail_due. */
export function listDueMails(on: Queryable): Promise<DueMail[]> {
  return listDue(on, []);
}

export type ClaimedMail = {
  id: string;
  kind: 'report_address' | 'report_decision' | 'work_decision';
  generation_id: string;
  report_id: string | null;
  /** The number of this attempt. */
  attempts: number;
  language: string;
  decision: 'kept' | 'removed' | 'restored' | null;
  note: string | null;
  /** Recipient; null when the address was removed meanwhile, or its link is not needed any more. */
  address: string | null;
  /** Reason of the report. */
  reason: string | null;
  reported_at: Date | null;
  medium: string;
  made_at: Date;
};

const claim = preparedQuery<ClaimedMail>(
  'claim-mail',
  `with claimed as (
     update mail
        set attempts = attempts + 1,
            next_attempt_at = now() + make_interval(secs => least(60 * power(2, least(attempts, 10)), 3600))
      where id = $1 and state = 'waiting' and next_attempt_at <= now()
     returning *
   )
   select m.id, m.kind, m.generation_id, m.report_id, m.attempts, m.language, m.decision, m.note,
          case when m.kind = 'work_decision' then case when u.erased_at is null then u.email end
               when m.kind = 'report_address' and r.confirmed_at is not null then null
               else r.email end as address,
          r.reason, r.created_at as reported_at, g.medium, g.created_at as made_at
     from claimed m
     join generation g on g.id = m.generation_id
     join app_user u on u.id = g.user_id
     left join report r on r.id = m.report_id`,
);

/**
 * Begins an attempt: of many callers at the same moment one gets the row. The next attempt, a minute away at least, is
 * set before this one is made, so a process that is killed in between only delays it. Returns undefined when it is not due,
 * or over.
 */
export async function claimMail(on: Queryable, id: string): Promise<ClaimedMail | undefined> {
  const [row] = await claim(on, [id]);
  return row;
}

const sent = preparedQuery(
  'mark-mail-sent',
  `with sent as (
     update mail set state = 'sent' where id = $1 and state = 'waiting'
     returning id, kind, generation_id, report_id, decision
   )
   insert into audit_event (name, actor, user_id, details)
   select 'mail_sent', 'system', case when sent.report_id is null then g.user_id end,
          jsonb_strip_nulls(jsonb_build_object('mail_id', sent.id, 'kind', sent.kind,
            'generation_id', sent.generation_id, 'report_id', sent.report_id, 'decision', sent.decision))
     from sent join generation g on g.id = sent.generation_id`,
);

/** Marks it together with its event in the audit log, which names the account of an owner and never an address. */
export async function markMailSent(on: Queryable, id: string): Promise<void> {
  await sent(on, [id]);
}

const failed = preparedQuery<{ state: string }>(
  'mark-mail-failed',
  `update mail
      set state = case when $3::boolean or next_attempt_at > created_at + interval '${maxAge}' then 'given_up'
                       else state end
    where id = $1 and attempts = $2 and state = 'waiting'
   returning state`,
);

type FailedMail = {
  id: string;
  /** The number of the attempt: a later one, or one that was sent, knows better. */
  attempt: number;
  /** The same would be refused again. */
  isFinal: boolean;
};

/** Returns whether it has now been given up: it was refused for good, or the next attempt would come too late. */
export async function markMailFailed(on: Queryable, { id, attempt, isFinal }: FailedMail): Promise<boolean> {
  const [row] = await failed(on, [id, attempt, isFinal]);
  return row?.state === 'given_up';
}

const remove = preparedQuery('remove-mail', `delete from mail where id = $1 and state = 'waiting'`);

/** Removes a mail that no longer needs to be sent. */
export async function removeMail(on: Queryable, id: string): Promise<void> {
  await remove(on, [id]);
}
