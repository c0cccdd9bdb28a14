import type { Db } from '../../connect.ts';
import { namedQuery, type Queryable } from '../../prepared.ts';
import { inPreparedTransaction, takeTurn } from '../../transaction.ts';

/** Most open reports of one page; further ones are counted and not kept. */
const maxOpenReports = 20;
const dueWithin = '48 hours';

export type NewReport = {
  id: string;
  /** SHA-256 of the token of the shared page. */
  tokenHash: Buffer;
  reason: string;
  details: string;
  signature: string | null;
  email: string | null;
  /** Language of the page that it was written on. */
  language: string;
  /** SHA-256 of the token of the page that shows its state. */
  statusHash: Buffer;
};

export type Reported = {
  generation_id: string;
  user_id: string;
  /** Whether the report was kept; otherwise it was only counted, and has no page of its own. */
  is_kept: boolean;
  is_hidden: boolean;
};

const insert = namedQuery<Reported>(
  'insert-report',
  `with work as (
     select s.id as share_id, s.generation_id, s.user_id
       from share s join generation g on g.id = s.generation_id join app_user u on u.id = s.user_id
      where s.token_hash = :tokenHash and s.ended_at is null and s.hidden_at is null
        and (s.ends_at is null or s.ends_at > now())
        and g.deleted_at is null and g.taken_down_at is null and u.closed_at is null
        for no key update of s
   ), added as (
     insert into report (id, share_id, generation_id, reason, details, signature, email, language, status_hash, due_at)
     select :id, share_id, generation_id, :reason, :details, :signature, :email, :language, :statusHash,
            now() + interval '${dueWithin}'
       from work
      where (select count(*) from report r where r.share_id = work.share_id and r.decided_at is null) < ${maxOpenReports}
     returning id
   ), counted as (
     update report set repeats = repeats + 1
      where not exists (select from added)
        and id = (select r.id from report r join work on work.share_id = r.share_id
                   where r.decided_at is null order by (r.reason = :reason) desc, r.created_at limit 1)
   ), hidden as (
     update share s set hidden_at = now()
       from work where s.id = work.share_id and :hides::boolean
     returning s.id
   )
   select generation_id, user_id, exists (select from added) as is_kept, exists (select from hidden) as is_hidden
     from work`,
);

/** Reasons that hide a page at once, until an operator has decided. */
const hidingReasons: readonly string[] = ['intimate', 'minor'];

/**
 * Stores a report of a shared page, in one transaction with what it causes. A flood is bounded: a page has at most twenty
 * open ones. Returns undefined when there is no such page.
 */
export async function insertReport(db: Pick<Db, 'pool'>, report: NewReport): Promise<Reported | undefined> {
  return inPreparedTransaction(db, async (on) => {
    await takeTurn(on, `reports of ${report.tokenHash.toString('hex')}`);
    const [row] = await insert(on, { ...report, hides: hidingReasons.includes(report.reason) });
    return row;
  });
}

export type ReportState = {
  id: string;
  generation_id: string;
  reason: string;
  created_at: Date;
  due_at: Date;
  decision: 'kept' | 'removed' | 'restored' | null;
  decided_at: Date | null;
  is_hidden: boolean;
  email: string | null;
  /** When the reader of that address confirmed that it is theirs. */
  confirmed_at: Date | null;
  /** State of the newest mail with a link to confirm it; null when none was sent within the days that a link works. */
  link_state: 'waiting' | 'sent' | 'given_up' | null;
};

const find = namedQuery<ReportState>(
  'find-report-state',
  `select r.id, r.generation_id, r.reason, r.email, r.confirmed_at, r.created_at, r.due_at, r.decision, r.decided_at, s.hidden_at is not null as is_hidden,
          (select m.state from mail m where m.report_id = r.id and m.kind = 'report_address'
            order by m.created_at desc limit 1) as link_state
     from report r join share s on s.id = r.share_id
    where r.status_hash = :statusHash`,
);

/** Reads what the reporter may know. Returns undefined when there is no such report. */
export async function findReportState(on: Queryable, statusHash: Buffer): Promise<ReportState | undefined> {
  const [row] = await find(on, { statusHash });
  return row;
}
