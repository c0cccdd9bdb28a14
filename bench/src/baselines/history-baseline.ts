import type pg from 'pg';

export type HistoryPage = {
  userId: string;
  medium: 'video' | 'image';
  page: number;
  pageSize: number;
  search?: string;
  model?: string;
};

/** The baseline of P7: rows, count and files of a page, in three straightforward queries. */
export async function readHistoryBaseline(pool: pg.Pool, query: HistoryPage): Promise<void> {
  const { userId, medium, page, pageSize, search, model } = query;
  const where = `from generation where user_id = $1 and medium = $2 and deleted_at is null
                 and ($3::text is null or prompt ilike $3) and ($4::text is null or model = $4)`;
  const values = [userId, medium, search === undefined ? null : `%${search}%`, model ?? null];
  const { rows } = await pool.query<{ id: string }>(
    `select * ${where} order by created_at desc, id desc limit ${pageSize} offset ${(page - 1) * pageSize}`,
    values,
  );
  await pool.query(`select count(*) ${where}`, values);
  await pool.query('select * from output where generation_id = any($1)', [rows.map(({ id }) => id)]);
}
