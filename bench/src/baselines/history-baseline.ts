import type pg from 'pg';

export type HistoryPage = {
  userId: string;
  /** Medium of the list; every one when undefined. */
  medium?: 'video' | 'image' | undefined;
  page: number;
  pageSize: number;
  search?: string | undefined;
  model?: string | undefined;
  /** A UTC day, `2026-03-01`. */
  day?: string | undefined;
  /** Whether the answer has the total and, for images, the sums of all of them. */
  counts: 'none' | 'total' | 'totals';
};

/** The baseline of P7: rows, files and what is counted of a page, in straightforward queries. */
export async function readHistoryBaseline(pool: pg.Pool, query: HistoryPage): Promise<void> {
  const { userId, medium, page, pageSize, search, model, day, counts } = query;
  const values: unknown[] = [userId];
  const given = (value: unknown) => `$${values.push(value)}`;
  const conditions = [
    'user_id = $1 and deleted_at is null',
    ...(medium === undefined ? [] : [`medium = ${given(medium)}`]),
    ...(search === undefined ? [] : [`prompt ilike ${given(`%${search}%`)}`]),
    ...(model === undefined ? [] : [`model = ${given(model)}`]),
    ...(day === undefined
      ? []
      : [`created_at >= ${given(day)}::date and created_at < ${given(day)}::date + 1`]),
  ];
  const where = `from generation where ${conditions.join(' and ')}`;
  const { rows } = await pool.query<{ id: string }>(
    `select * ${where} order by created_at desc, id desc limit ${pageSize} offset ${(page - 1) * pageSize}`,
    values,
  );
  if (counts !== 'none') await pool.query(`select count(*) ${where}`, values);
  if (counts === 'totals') {
    await pool.query(
      `select count(*), sum(settled), count(*) filter (where is_favorite)
         from generation where user_id = $1 and medium = $2`,
      [userId, medium],
    );
  }
  await pool.query('select * from output where generation_id = any($1)', [rows.map(({ id }) => id)]);
}
