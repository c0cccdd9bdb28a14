import * as z from 'zod/mini';

/** PostgreSQL takes neither NUL nor half of a surrogate pair. */
export const storable = z.refine<string>(
  (text) => text.isWellFormed() && !text.includes('\u0000'),
  'Text contains characters that cannot be stored',
);

/** Letters with their marks in one form: what looks the same is found, counted and compared as the same. */
export const composed = z.normalize('NFC');

/** Joiners, marks and signs of direction alone leave a name that cannot be seen. An empty one is refused as too short. */
const visible = z.refine<string>(
  (text) => text === '' || /[\p{L}\p{N}\p{P}\p{S}]/u.test(text),
  'A name needs a character that can be seen',
);

/** Name that a user gives to something, at most so long, without spaces around it. */
export const ownName = (maxLength: number) =>
  z.string().check(z.trim(), composed, z.minLength(1), z.maxLength(maxLength), storable, visible);
