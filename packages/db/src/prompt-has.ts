import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { escapeLike } from './escape-like.ts';

/**
 * Whether a generation's prompt has this text, literally and in any case. Uses generation_search for three letters and
 * more, and generation_search_pairs for any number of letters beyond ASCII.
 */
export function promptHas(search: string): RawBuilder<SqlBool> {
  const isLike = sql<SqlBool>`prompt ilike ${`%${escapeLike(search)}%`}`;
  if (Buffer.byteLength(search) === search.length) return isLike;
  return sql<SqlBool>`(${isLike} and search_pairs(prompt) @> search_pairs(${search})
    and octet_length(prompt) > char_length(prompt))`;
}
