import * as z from 'zod/mini';

/** PostgreSQL takes neither NUL nor half of a surrogate pair. */
export const storable = z.refine<string>(
  (text) => text.isWellFormed() && !text.includes('\u0000'),
  'Text contains characters that cannot be stored',
);

/** Letters with their marks in one form: what looks the same is found, counted and compared as the same. */
export const composed = z.normalize('NFC');
