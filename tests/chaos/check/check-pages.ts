import type { Db } from '@atelier/db';
import type { User } from '../load/user.ts';

type Row = { id: string; status: string; revision: number };

/** Checks that the last state on each open page is that of the database, up to the last revision. */
export async function checkPages({ pool }: Db, users: readonly User[]): Promise<string[]> {
  const { rows } = await pool.query<Row>(
    'select id, status, revision from generation where deleted_at is null',
  );
  const truth = new Map(rows.map((row) => [row.id, row]));
  const open = users.filter(({ isClosed }) => !isClosed);
  return open.flatMap(({ page, client }) =>
    [...page.states].flatMap(([id, { status, revision }]) => {
      const row = truth.get(id);
      if (!row || (row.status === status && row.revision === revision)) return [];
      const seen = `${status} ${revision}`;
      return [`pages: ${client.userId} sees ${id} as ${seen}, it is ${row.status} ${row.revision}`];
    }),
  );
}
