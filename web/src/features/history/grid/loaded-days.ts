import type { PublicGeneration } from '@atelier/contract';

/** A day as the server counts it, YYYY-MM-DD, with how many records it has. */
export type DayCount = readonly [day: string, count: number];
/** The day that the server counts a record in. */
export type DayOf = (record: PublicGeneration) => string;

/** As many as a call for the window returns: what it shows, soon. A longer day has several pages. */
export const recordsPerCall = 50;
/** As many as a call for a selection returns, of whole pages: the most that the API has. */
export const selectedPerCall = 2 * recordsPerCall;
/** A call that reads records: one page of a long day, or all of several short ones. `to` is the newest day. */
export type DaysCall = { from: string; to: string; page: number; pageSize: number };

export type LoadedDay = {
  name: string;
  /** The place of its first record among all of them. */
  start: number;
  count: number;
  /** By place in the day. */
  records: Map<number, PublicGeneration>;
  /** The pages that are as the server has them. Records of another page may be loaded, but have to be read again. */
  freshPages: Set<number>;
  /** The shape that each record had when it was last seen, so that nothing moves when it is dropped; NaN if it never was. */
  shapes: Float32Array | undefined;
  /** Raised with each change of a shape. */
  version: number;
};

/**
 * The records of a library that are loaded, each at its place among all of them. Only the number of records of each day is
 * known in advance; any part can be loaded without what is before it, and dropped again.
 */
export class LoadedDays {
  #days: readonly LoadedDay[] = [];
  readonly #found = new Map<string, { day: LoadedDay; at: number }>();

  get days(): readonly LoadedDay[] {
    return this.#days;
  }

  get total(): number {
    const last = this.#days.at(-1);
    return last ? last.start + last.count : 0;
  }

  /**
   * Takes over new counts. A day that has changed keeps what is loaded until it is read again, moved so that its oldest
   * records stay where they are: new ones are usually its newest.
   */
  setDays(counts: readonly DayCount[]): void {
    const known = new Map(this.#days.map((day) => [day.name, day]));
    let start = 0;
    this.#days = counts.map(([name, count]) => {
      const day = known.get(name) ?? emptyDay(name, count);
      const next = day.count === count ? day : resized(day, count);
      next.start = start;
      start += count;
      return next;
    });
    this.#found.clear();
    for (const day of this.#days)
      for (const [at, record] of day.records) this.#found.set(record.id, { day, at });
  }

  dayAt(place: number): LoadedDay | undefined {
    const day = this.#days[this.indexAt(place)];
    return day && place >= day.start && place < day.start + day.count ? day : undefined;
  }

  /** The index of the day that a place is in. */
  indexAt(place: number): number {
    let low = 0;
    let high = this.#days.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#days[middle]?.start ?? 0) <= place) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  at(place: number): PublicGeneration | undefined {
    const day = this.dayAt(place);
    return day?.records.get(place - day.start);
  }

  placeOf(id: string): number | undefined {
    const found = this.#found.get(id);
    return found && found.day.start + found.at;
  }

  /** The call that is needed first for what is between two places; undefined when all of it is loaded. */
  findCall(from: number, to: number, pageSize = recordsPerCall): DaysCall | undefined {
    const end = Math.min(to, this.total);
    let place = Math.max(0, from);
    while (place < end) {
      const day = this.dayAt(place);
      if (!day) return undefined;
      const page = Math.floor((place - day.start) / recordsPerCall);
      if (!day.freshPages.has(page)) return this.#callFor(day, place - day.start, pageSize);
      place = Math.min(day.start + day.count, day.start + (page + 1) * recordsPerCall);
    }
    return undefined;
  }

  /** Puts the reply to a call in its place. False if there are not as many as were counted. */
  fill({ from, to, page, pageSize }: DaysCall, records: readonly PublicGeneration[], dayOf: DayOf): boolean {
    let isAsCounted = true;
    const newest = records.map((record) => newer(record, this.#recordOf(record.id)));
    for (const day of this.#days) {
      if (day.name < from || day.name > to) continue;
      const own = from === to ? newest : newest.filter((record) => dayOf(record) === day.name);
      const first = (page - 1) * pageSize;
      const expected = Math.max(0, Math.min(pageSize, day.count - first));
      if (own.length !== expected) isAsCounted = false;
      for (let at = first; at < first + expected; at += 1) this.#put(day, at, own[at - first]);
      for (let at = first; at < first + pageSize; at += recordsPerCall)
        day.freshPages.add(at / recordsPerCall);
    }
    return isAsCounted;
  }

  /** Puts the newest records of all in their places, after the days were counted. */
  fillNewest(records: readonly PublicGeneration[]): void {
    let next = 0;
    for (const day of this.#days) {
      const rest = records.slice(next);
      if (rest.length === 0) return;
      for (let at = 0; at < Math.min(day.count, rest.length); at += 1) this.#put(day, at, rest[at]);
      const pages = Math.ceil(day.count / recordsPerCall);
      for (let page = 0; page < pages; page += 1) {
        if (Math.min(day.count, (page + 1) * recordsPerCall) <= rest.length) day.freshPages.add(page);
      }
      next += day.count;
    }
  }

  /** The place after the last one that a call reads. */
  endOf({ from, page, pageSize }: DaysCall): number {
    const day = this.#days.find(({ name }) => name === from);
    return day ? day.start + Math.min(day.count, page * pageSize) : this.total;
  }

  each(visit: (record: PublicGeneration, day: LoadedDay, at: number) => void): void {
    for (const { day, at } of this.#found.values()) {
      const record = day.records.get(at);
      if (record) visit(record, day, at);
    }
  }

  /** Replaces loaded records by newer revisions of them; returns whether there were any. */
  update(newer: Iterable<PublicGeneration>): boolean {
    let isChanged = false;
    for (const record of newer) {
      const found = this.#found.get(record.id);
      const known = this.#recordOf(record.id);
      if (!found || !known || known.revision >= record.revision) continue;
      found.day.records.set(found.at, record);
      isChanged = true;
    }
    return isChanged;
  }

  /** Everything has to be read again; what is loaded is shown until then. */
  expire(): void {
    for (const day of this.#days) day.freshPages.clear();
  }

  /** Forgets the pages of which nothing is between two places. */
  dropOutside(from: number, to: number): void {
    for (const [id, { day, at }] of this.#found) {
      const page = Math.floor(at / recordsPerCall);
      const firstPlace = day.start + page * recordsPerCall;
      if (firstPlace < to && Math.min(firstPlace + recordsPerCall, day.start + day.count) > from) continue;
      day.records.delete(at);
      day.freshPages.delete(page);
      this.#found.delete(id);
    }
  }

  /** The loaded records around a place that follow each other without a gap, in order. */
  around(place: number): PublicGeneration[] {
    const before: PublicGeneration[] = [];
    for (let at = place - 1; ; at -= 1) {
      const record = this.at(at);
      if (!record) break;
      before.push(record);
    }
    const after: PublicGeneration[] = [];
    for (let at = place; ; at += 1) {
      const record = this.at(at);
      if (!record) break;
      after.push(record);
    }
    return [...before.reverse(), ...after];
  }

  /** All loaded records, in order. */
  all(): PublicGeneration[] {
    return [...this.#found.values()]
      .sort((a, b) => a.day.start + a.at - (b.day.start + b.at))
      .flatMap(({ day, at }) => day.records.get(at) ?? []);
  }

  /** A short day is read together with the ones before it that are short too. */
  #callFor(day: LoadedDay, at: number, pageSize: number): DaysCall {
    if (day.count > pageSize)
      return { from: day.name, to: day.name, page: Math.floor(at / pageSize) + 1, pageSize };
    let count = 0;
    let oldest = day;
    for (let index = this.indexAt(day.start); index < this.#days.length; index += 1) {
      const next = this.#days[index];
      if (!next || count + next.count > pageSize) break;
      count += next.count;
      oldest = next;
    }
    return { from: oldest.name, to: day.name, page: 1, pageSize };
  }

  #put(day: LoadedDay, at: number, record: PublicGeneration | undefined): void {
    const known = day.records.get(at);
    if (known) this.#forget(known.id, day, at);
    if (!record) return;
    // It was in another place until now.
    const found = this.#found.get(record.id);
    if (found) this.#forget(record.id, found.day, found.at);
    day.records.set(at, record);
    this.#found.set(record.id, { day, at });
  }

  #recordOf(id: string): PublicGeneration | undefined {
    const found = this.#found.get(id);
    return found?.day.records.get(found.at);
  }

  #forget(id: string, day: LoadedDay, at: number): void {
    day.records.delete(at);
    const found = this.#found.get(id);
    if (found?.day === day && found.at === at) this.#found.delete(id);
  }
}

function emptyDay(name: string, count: number): LoadedDay {
  return { name, start: 0, count, records: new Map(), freshPages: new Set(), shapes: undefined, version: 0 };
}

function resized(day: LoadedDay, count: number): LoadedDay {
  const next = emptyDay(day.name, count);
  const shift = count - day.count;
  for (const [at, record] of day.records) if (at + shift >= 0) next.records.set(at + shift, record);
  if (day.shapes) {
    for (let at = Math.max(0, shift); at < count; at += 1)
      setShape(next, at, day.shapes[at - shift] ?? Number.NaN);
  }
  return next;
}

export function setShape(day: LoadedDay, at: number, shape: number): void {
  day.shapes ??= new Float32Array(day.count).fill(Number.NaN);
  if (Object.is(day.shapes[at], Math.fround(shape))) return;
  day.shapes[at] = shape;
  day.version += 1;
}

function newer(listed: PublicGeneration, known: PublicGeneration | undefined): PublicGeneration {
  return known && known.revision > listed.revision ? known : listed;
}
