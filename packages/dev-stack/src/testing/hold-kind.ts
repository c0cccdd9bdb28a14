import { toKindSubject } from '@atelier/contract';
import pg from 'pg';

/**
 * Opens the breaker of a kind, as if its model was gone, and makes no probe for an hour; returns the function that lets what
 * waits start again. `databaseUrl` is the connection string of a stack's processes.
 */
export async function holdKind(databaseUrl: string, kind: string): Promise<() => Promise<void>> {
  const subject = toKindSubject(kind);
  await query(
    databaseUrl,
    `insert into provider_breaker (subject, state, code, detail, opened_at, probe_at)
     values ($1, 'open', 'model_gone', 'HTTP 410: This endpoint is gone', now(), now() + interval '1 hour')
     on conflict (subject) do update
        set state = 'open', opened_at = now(), probe_at = now() + interval '1 hour', ramp_started_at = null, since = now()`,
    subject,
  );
  return () =>
    query(
      databaseUrl,
      `update provider_breaker set state = 'ramping', probe_at = null, ramp_started_at = now() where subject = $1`,
      subject,
    );
}

async function query(databaseUrl: string, text: string, subject: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(text, [subject]);
  } finally {
    await client.end();
  }
}
