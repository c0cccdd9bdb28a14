import * as z from 'zod/mini';

/** PostgreSQL takes neither NUL nor half of a surrogate pair. */
export const storable = z.refine<string>(
  (text) => text.isWellFormed() && !text.includes('\u0000'),
  'Text contains characters that cannot be stored',
);
