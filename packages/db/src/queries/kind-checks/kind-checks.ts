import type { KindFinding } from '@atelier/contract';
import { preparedQuery, type Queryable } from '../../prepared.ts';

const record = preparedQuery(
  'record-kind-check',
  `insert into kind_check (kind, endpoint, findings, found_at, checked_at)
   values ($1, $2, $3::jsonb, case when $3::jsonb <> '[]' then now() end, now())
   on conflict (kind) do update
      set endpoint = excluded.endpoint, findings = excluded.findings, checked_at = now(), failure = null,
          found_at = case when excluded.findings <> '[]' then coalesce(kind_check.found_at, now()) end`,
);

type Checked = { kind: string; endpoint: string };

/** The provider answered: what it says replaces what it said before. */
export async function recordKindCheck(
  on: Queryable,
  { kind, endpoint, findings }: Checked & { findings: readonly KindFinding[] },
): Promise<void> {
  await record(on, [kind, endpoint, JSON.stringify(findings)]);
}

const recordFailure = preparedQuery(
  'record-kind-check-failure',
  `insert into kind_check (kind, endpoint, failure) values ($1, $2, $3)
   on conflict (kind) do update set failure = excluded.failure`,
);

/** The provider did not answer: what was known of the kind stays. */
export async function recordKindCheckFailure(
  on: Queryable,
  { kind, endpoint, reason }: Checked & { reason: string },
): Promise<void> {
  await recordFailure(on, [kind, endpoint, reason.slice(0, 500).toWellFormed()]);
}

const deleteOthers = preparedQuery(
  'delete-other-kind-checks',
  'delete from kind_check where kind <> all($1::text[])',
);

/** Forgets kinds that are not sold any more; all of them when nothing is checked. */
export async function deleteOtherKindChecks(on: Queryable, kinds: readonly string[]): Promise<void> {
  await deleteOthers(on, [kinds]);
}

export type KindCheckRow = Checked & {
  findings: KindFinding[];
  found_at: Date | null;
  checked_at: Date | null;
  failure: string | null;
};

const list = preparedQuery<KindCheckRow>(
  'list-kind-checks',
  `select kind, endpoint, findings, found_at, checked_at, failure from kind_check
    order by found_at desc nulls last, kind`,
);

/** All kinds that were checked; those with findings first, the newest before the others. */
export function listKindChecks(on: Queryable): Promise<KindCheckRow[]> {
  return list(on, []);
}

const count = preparedQuery<{ findings: number; oldest_seconds: number }>(
  'count-kind-findings',
  `select coalesce(sum(jsonb_array_length(findings)), 0)::integer as findings,
          coalesce(extract(epoch from now() - min(coalesce(checked_at, added_at))), 0)::double precision
            as oldest_seconds
     from kind_check`,
);

/** Findings of all kinds, and how long ago the check was that is longest ago; 0 when none was made. */
export async function countKindFindings(
  on: Queryable,
): Promise<{ findings: number; oldest_seconds: number }> {
  const [row] = await count(on, []);
  return row ?? { findings: 0, oldest_seconds: 0 };
}
