import { sql } from 'kysely';
import type { Db } from '../../connect.ts';
import { escapeLike } from '../../escape-like.ts';
import type { GenerationRow } from '../../generation-row.ts';

type AnswersPage = { userId: string; page: number; pageSize: number; search: string };

/**
 * One page of a user's questions about images where question or answer holds the text, and how many there are in all.
 * Reads the user's own questions through generation_history and looks up the answer of each: they are few, and an
 * index over everybody's answers would be read for all users at once.
 */
export async function searchAnswers(
  db: Db,
  { userId, page, pageSize, search }: AnswersPage,
): Promise<{ rows: GenerationRow[]; total: number }> {
  const pattern = `%${escapeLike(search)}%`;
  const matching = db.kysely
    .selectFrom('generation as g')
    .where('g.user_id', '=', userId)
    .where('g.medium', '=', sql.lit('text'))
    .where('g.deleted_at', 'is', null)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('g.prompt', 'ilike', pattern),
        exists(
          selectFrom('output as o')
            .select('o.id')
            .whereRef('o.generation_id', '=', 'g.id')
            .where('o.text', 'ilike', pattern),
        ),
      ]),
    );
  const [rows, { total }] = await Promise.all([
    matching
      .selectAll('g')
      .orderBy('g.created_at', 'desc')
      .orderBy('g.id', 'desc')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
    matching.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { rows, total };
}
