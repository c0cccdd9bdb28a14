import { AppError, type LibraryFilter as FilterQuery, isTimeZone } from '@atelier/contract';
import type { DayOrMoment, LibraryFilter } from '@atelier/db';

/** No image has this size, so an unknown one matches nothing and is no error. */
const noSize = { width: 0, height: 0 };

/** What a query asks for. Throws invalid_query for a time zone that does not exist. */
export function readFilter(query: FilterQuery): LibraryFilter {
  const {
    medium,
    status,
    kind,
    model,
    mode,
    size,
    from,
    to,
    favorite,
    tag,
    project,
    batch,
    search,
    zone = 'UTC',
  } = query;
  return {
    media: listOf(medium),
    statuses: listOf(status),
    kinds: listOf(kind),
    models: listOf(model),
    modes: listOf(mode),
    sizes: listOf(size)?.map(readSize),
    from: from === undefined ? undefined : readWhen(from),
    to: to === undefined ? undefined : readWhen(to),
    isFavorite: favorite === undefined ? undefined : favorite === 'true',
    tags: listOf(tag) ?? [],
    projectId: project === 'none' ? null : project,
    batchId: batch,
    search: search.trim(),
    zone: readZone(zone),
  };
}

function listOf<Value>(value: Value | Value[] | undefined): Value[] | undefined {
  return value === undefined ? undefined : ([value].flat() as Value[]);
}

/** `1024x768`. */
export function readSize(text: string): { width: number; height: number } {
  const [, width, height] = /^(\d{1,5})\s*[x×]\s*(\d{1,5})$/.exec(text) ?? [];
  return width && height ? { width: Number(width), height: Number(height) } : noSize;
}

/** A day, or a moment. */
export function readWhen(text: string): DayOrMoment {
  return text.length === 'yyyy-mm-dd'.length ? { day: text } : { moment: new Date(text) };
}

/** What was asked for, in any case, and its name in the database: making a format takes longer than the rest of a filter. */
const knownZones = new Map<string, string>([['UTC', 'UTC']]);
const maxKnownZones = 2_000;

/** As the database knows it: names of ICU and of PostgreSQL are those of the same list. */
function readZone(zone: string): string {
  const known = knownZones.get(zone);
  if (known !== undefined) return known;
  const name = resolveZone(zone);
  if (knownZones.size < maxKnownZones) knownZones.set(zone, name);
  return name;
}

function resolveZone(zone: string): string {
  if (isTimeZone(zone)) return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  const issues = [{ path: 'zone', code: 'unknown_time_zone', message: 'This is not a time zone' }];
  throw new AppError('invalid_query', { details: { issues } });
}
