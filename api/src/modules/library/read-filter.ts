import { type LibraryFilter as FilterQuery, invalidQuery } from '@atelier/contract';
import type { DayOrMoment, Db, LibraryFilter } from '@atelier/db';

/** No image has this size, so an unknown one matches nothing and is no error. */
const noSize = { width: 0, height: 0 };

/** Reads the filter of a query. Throws invalid_query for a time zone that does not exist. */
export async function readFilter(db: Db, query: FilterQuery): Promise<LibraryFilter> {
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
    media: readList(medium),
    statuses: readList(status),
    kinds: readList(kind),
    models: readList(model),
    modes: readList(mode),
    sizes: readList(size)?.map(readSize),
    from: from === undefined ? undefined : readWhen(from),
    to: to === undefined ? undefined : readWhen(to),
    isFavorite: favorite === undefined ? undefined : favorite === 'true',
    tags: readList(tag) ?? [],
    projectId: project === 'none' ? null : project,
    batchId: batch,
    search: search.trim(),
    zone: await readZone(db, zone),
  };
}

function readList<Value>(value: Value | Value[] | undefined): Value[] | undefined {
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

/** Throws invalid_query for what is no time zone. */
async function readZone(db: Db, zone: string): Promise<string> {
  const name = await db.resolveTimeZone(zone);
  if (name !== undefined) return name;
  throw invalidQuery([{ path: 'zone', code: 'unknown_time_zone', message: 'zone is not a time zone' }]);
}
