import type { Queryable } from './prepared.ts';

/** Returns what PostgreSQL takes for a time zone that a browser reports; undefined for what is no time zone. */
export type ResolveTimeZone = (zone: string) => Promise<string | undefined>;

const maxResolved = 2_000;

/**
 * Creates the function for a database. It takes an IANA name in any case and of any age, an offset (`+05:30`), or
 * `Etc/Unknown`. Lists of browsers, JavaScript and PostgreSQL differ by years: a zone that the database does not know gets
 * the offset that it has now.
 */
export function createTimeZoneResolver(on: Queryable): ResolveTimeZone {
  let names: Promise<Map<string, string>> | undefined;
  /** Zones and their names in the database: making a format takes longer than the rest of a filter. */
  const resolved = new Map<string, string>([['UTC', 'UTC']]);

  function listNames(): Promise<Map<string, string>> {
    names ??= readNames(on).catch((error: unknown) => {
      names = undefined;
      throw error;
    });
    return names;
  }

  return async (zone) => {
    const cached = resolved.get(zone);
    if (cached !== undefined) return cached;
    const name = await resolve(zone, listNames);
    if (name !== undefined && resolved.size < maxResolved) resolved.set(zone, name);
    return name;
  };
}

async function resolve(
  zone: string,
  listNames: () => Promise<Map<string, string>>,
): Promise<string | undefined> {
  // Chrome reports this for a device whose zone it cannot find out.
  if (zone === 'Etc/Unknown') return 'UTC';
  const [, sign, hours, minutes = '00'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone) ?? [];
  if (sign && hours)
    return Number(hours) < 24 && Number(minutes) < 60 ? fixed(sign, hours, minutes) : undefined;
  if (!/^[a-z][\w+-]*(\/[\w+-]+)*$/i.test(zone)) return undefined;
  const names = await listNames();
  const canonical = canonicalName(zone);
  const own = names.get(zone.toLowerCase()) ?? names.get(canonical?.toLowerCase() ?? '');
  if (own !== undefined && (canonical !== undefined || own.includes('/'))) return own;
  return canonical === undefined ? undefined : currentOffset(canonical);
}

/** Reads the names in lower case, each with how PostgreSQL writes it. */
async function readNames(on: Queryable): Promise<Map<string, string>> {
  // Names below "posix" are copies, which no browser reports.
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
