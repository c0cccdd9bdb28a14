import { createMailLinks, linkLifeDays } from '@atelier/mail';
import pg from 'pg';

/**
 * The address by which a reporter would have confirmed theirs until yesterday. `databaseUrl` is the connection string of a
 * stack's processes, `publicUrl` the stack's address.
 */
export async function expiredMailLink(
  { databaseUrl, publicUrl }: { databaseUrl: string; publicUrl: string },
  { email, language }: { email: string; language: string },
): Promise<string> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  try {
    const { rows } = await pool.query<{ id: string }>('select id from report where email = $1', [email]);
    const [report] = rows;
    if (!report) throw new Error(`Nothing was reported by ${email}`);
    const longAgoMs = Date.now() - (linkLifeDays + 1) * 86_400_000;
    const links = createMailLinks(pool, { PUBLIC_URL: publicUrl }, () => longAgoMs);
    return await links.confirmUrl(report.id, language);
  } finally {
    await pool.end();
  }
}
