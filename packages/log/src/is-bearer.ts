import { timingSafeEqual } from 'node:crypto';

/** Whether an Authorization header carries this token; never when no token is set. */
export function isBearer(authorization: string | undefined, token: string | undefined): boolean {
  if (!token) return false;
  const given = Buffer.from(authorization ?? '');
  const expected = Buffer.from(`Bearer ${token}`);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
