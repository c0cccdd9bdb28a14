import type { TestApi } from './start-test-api.ts';

export type TestAuditEvent = {
  name: string;
  actor: string;
  actor_id: string | null;
  user_id: string | null;
  reason: string | null;
  details: Record<string, unknown>;
  occurrences: number;
  request_id: string | null;
  address: string | null;
};

/** Reads the audit log, oldest first, with the counted refusals. */
export async function auditEvents(
  { deps, store }: Pick<TestApi, 'deps' | 'store'>,
  { name, userId }: { name?: string; userId?: string },
): Promise<TestAuditEvent[]> {
  await deps.audit.flush();
  const { rows } = await store.owner.pool.query<TestAuditEvent>(
    `select name, actor, actor_id, user_id, reason, details, occurrences, request_id, address from audit_event
      where ($1::text is null or name = $1) and ($2::uuid is null or user_id = $2) order by id`,
    [name ?? null, userId ?? null],
  );
  return rows;
}
