import { preparedQuery, type Queryable } from '../../prepared.ts';

export type ReportRow = {
  id: string;
  reason: string;
  details: string;
  signature: string | null;
  email: string | null;
  confirmed_at: string | null;
  repeats: number;
  created_at: string;
  due_at: string;
  decision: string | null;
  decided_at: string | null;
  decided_by: string | null;
  note: string | null;
};

export type ReportedWork = {
  generation_id: string;
  user_id: string;
  user_email: string;
  kind: string;
  medium: string;
  prompt: string;
  input: unknown;
  created_at: Date;
  deleted_at: Date | null;
  taken_down_at: Date | null;
  taken_down_reason: string | null;
  /** Its newest share: in sight, hidden until a decision, or ended. */
  share_state: 'active' | 'hidden' | 'ended';
  due_at: Date;
  reports: ReportRow[];
  files: { position: number; content_type: string; has_poster: boolean; text: string | null }[];
};

const selectWorks = (works: string) => `
  select g.id as generation_id, g.user_id, u.email as user_email, g.kind, g.medium, g.prompt, g.input, g.created_at,
         g.deleted_at, g.taken_down_at, g.taken_down_reason, works.due_at,
         (select case when s.hidden_at is not null then 'hidden'
                      when s.ended_at is not null or s.ends_at <= now() then 'ended' else 'active' end
            from share s where s.generation_id = g.id order by s.created_at desc, s.id desc limit 1) as share_state,
         (select jsonb_agg(to_jsonb(r) - 'status_hash' order by r.created_at desc, r.id)
            from report r where r.generation_id = g.id) as reports,
         coalesce((select jsonb_agg(jsonb_build_object('position', o.position, 'content_type', o.content_type,
                                                       'has_poster', o.poster_key is not null, 'text', o.text)
                                    order by o.position)
                     from output o
                    where o.generation_id = g.id and (o.storage_key is not null or o.text is not null)), '[]') as files
    from (${works}) as works join generation g on g.id = works.generation_id join app_user u on u.id = g.user_id`;

const listOpen = preparedQuery<ReportedWork>(
  'list-reported-works',
  `${selectWorks(
    `select generation_id, min(due_at) as due_at from report where decided_at is null
      group by generation_id order by min(due_at), generation_id limit 100`,
  )} order by works.due_at, g.id`,
);

const listDecided = preparedQuery<ReportedWork>(
  'list-decided-works',
  `${selectWorks(
    `select generation_id, min(due_at) as due_at, max(decided_at) as decided_at from report
      where decided_at is not null group by generation_id order by max(decided_at) desc, generation_id limit 100`,
  )} order by works.decided_at desc, g.id`,
);

/** Generations with open reports, the one that is due first at the top, or the last decided ones. Uses report_open. */
export function listReportedWorks(on: Queryable, state: 'open' | 'decided'): Promise<ReportedWork[]> {
  return (state === 'open' ? listOpen : listDecided)(on, []);
}

const findFile = preparedQuery<{ storage_key: string; content_type: string }>(
  'find-reported-file',
  `select case when $3::boolean then o.poster_key else o.storage_key end as storage_key,
          case when $3 then 'image/webp' else o.content_type end as content_type
     from output o
    where o.generation_id = $1 and o.position = $2
      and exists (select from report r where r.generation_id = o.generation_id)
      and case when $3 then o.poster_key else o.storage_key end is not null`,
);

/** A file of a reported generation, for operators. Returns undefined when it was never reported, or has no such file. */
export async function findReportedFile(
  on: Queryable,
  { id, position, isPoster }: { id: string; position: number; isPoster: boolean },
): Promise<{ storage_key: string; content_type: string } | undefined> {
  const [row] = await findFile(on, [id, position, isPoster]);
  return row;
}

/** Bits of 64 by which the hashes of two copies of one picture may differ. */
const maxDistance = 10;

export type WorkCopy = {
  generation_id: string;
  user_id: string;
  user_email: string;
  /** 0: the same picture, as far as its hash says. */
  distance: number;
  created_at: Date;
  is_shared: boolean;
  is_taken_down: boolean;
};

const listCopies = preparedQuery<WorkCopy>(
  'list-work-copies',
  `with near as (
     select other.generation_id, min(bit_count(own.perceptual_hash # other.perceptual_hash))::integer as distance
       from output own
       join output other on other.generation_id <> own.generation_id and other.perceptual_hash is not null
        and bit_count(own.perceptual_hash # other.perceptual_hash) <= ${maxDistance}
      where own.generation_id = $1 and own.perceptual_hash is not null
      group by other.generation_id order by 2, 1 limit 50
   )
   select near.generation_id, g.user_id, u.email as user_email, near.distance, g.created_at,
          exists (select from share s where s.generation_id = g.id and s.ended_at is null
                                        and (s.ends_at is null or s.ends_at > now())) as is_shared,
          g.taken_down_at is not null as is_taken_down
     from near join generation g on g.id = near.generation_id join app_user u on u.id = g.user_id
    where g.purged_at is null
    order by near.distance, g.created_at`,
);

/** Generations of any user whose pictures are the same or nearly so. Reads all hashes, so it is for operators alone. */
export function listWorkCopies(on: Queryable, generationId: string): Promise<WorkCopy[]> {
  return listCopies(on, [generationId]);
}
