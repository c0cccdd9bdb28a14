import type { Queryable } from './prepared.ts';

/** Lower-case names, as PostgreSQL writes them. One list for all databases of a process: their versions are the same. */
let knownNames: Promise<Map<string, string>> | undefined;
/** What was asked for, and what the database takes for it: making a format takes longer than the rest of a filter. */
const resolved = new Map<string, string>([['UTC', 'UTC']]);
const maxResolved = 2_000;

/**
 * What PostgreSQL takes for a time zone that a browser reports: an IANA name in any case and of any age, an offset
 * (`+05:30`), or `Etc/Unknown`. Lists of browsers, JavaScript and PostgreSQL differ by years: a zone that the database does
 * not know gets the offset that it has now. Undefined for what is no time zone.
 */
export async function resolveTimeZone(on: Queryable, zone: string): Promise<string | undefined> {
  const known = resolved.get(zone);
  if (known !== undefined) return known;
  const name = await resolve(on, zone);
  if (name !== undefined && resolved.size < maxResolved) resolved.set(zone, name);
  return name;
}

async function resolve(on: Queryable, zone: string): Promise<string | undefined> {
  // What Chrome reports of a device whose zone it cannot find out.
  if (zone === 'Etc/Unknown') return 'UTC';
  const [, sign, hours, minutes = '00'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone) ?? [];
  if (sign && hours)
    return Number(hours) < 24 && Number(minutes) < 60 ? fixed(sign, hours, minutes) : undefined;
  if (!/^[a-z][\w+-]*(\/[\w+-]+)*$/i.test(zone)) return undefined;
  const names = await listNames(on);
  const canonical = canonicalName(zone);
  const own = names.get(zone.toLowerCase()) ?? names.get(canonical?.toLowerCase() ?? '');
  if (own !== undefined && (canonical !== undefined || own.includes('/'))) return own;
  return canonical === undefined ? undefined : currentOffset(canonical);
}

function listNames(on: Queryable): Promise<Map<string, string>> {
  knownNames ??= readNames(on).catch((error: unknown) => {
    knownNames = undefined;
    throw error;
  });
  return knownNames;
}

async function readNames(on: Queryable): Promise<Map<string, string>> {
  // Those below "posix" are copies; nothing of a browser is named like them.
  const { rows } = await on.query<{ name: string }>(
    `select name from pg_timezone_names where name !~ '^(posix|right)/' and name not in ('Factory', 'localtime')`,
  );
  return new Map(rows.map(({ name }) => [name.toLowerCase(), name]));
}

function canonicalName(zone: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    // The list of JavaScript has no such zone.
    return undefined;
  }
}

function currentOffset(timeZone: string): string {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  const text = format.formatToParts(new Date()).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes] = /^GMT([+-])(\d{2}):(\d{2})/.exec(text) ?? [];
  return sign && hours && minutes ? fixed(sign, hours, minutes) : 'UTC';
}

/** A zone as POSIX writes it, which counts its offsets from the other side. */
function fixed(sign: string, hours: string, minutes: string): string {
  return `<${sign}${hours}${minutes}>${sign === '+' ? '-' : '+'}${hours}:${minutes}`;
}
