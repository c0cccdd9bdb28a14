import type { PublicGeneration } from '@atelier/contract';
import {
  type Contents,
  ContentsDraft,
  type DayContent,
  resized,
  type Shapes,
  unknownShapes,
} from './day-contents.ts';

/** A day as the server counts it, YYYY-MM-DD, with how many generations it has. */
export type DayCount = readonly [day: string, count: number];
/** The day that the server counts a generation in. */
export type DayOf = (generation: PublicGeneration) => string;

/** Number of generations that a call for the window returns: enough to fill it soon. A longer day has several pages. */
export const generationsPerCall = 50;
/** Number of generations that a call for a selection returns, in whole pages: the most that the API has. */
export const selectedPerCall = 2 * generationsPerCall;
/** A call that reads generations: one page of a long day, or all of several short ones. `to` is the newest day. */
export type DaysCall = { from: string; to: string; page: number; pageSize: number };

/** `start` is the place of its first generation among all of them. */
export type CountedDay = Readonly<{ name: string; start: number; count: number }>;

/**
 * The generations of a library that are loaded, each at its place among all of them. Only the number of generations of
 * each day is known in advance; any part can be loaded without what is before it, and dropped again. It never changes:
 * each change returns another one, which shares what is the same.
 */
export class LoadedDays {
  readonly days: readonly CountedDay[];
  /** Contents of the days, by the index of the day; most days have none. */
  readonly #contents: Contents;
  /** Places by the id of the generation, filled at the first question. */
  #places: ReadonlyMap<string, number> | undefined;

  constructor(days: readonly CountedDay[] = [], contents: Contents = new Map()) {
    this.days = days;
    this.#contents = contents;
  }

  get total(): number {
    const last = this.days.at(-1);
    return last ? last.start + last.count : 0;
  }

  dayAt(place: number): CountedDay | undefined {
    const day = this.days[this.indexAt(place)];
    return day && place >= day.start && place < day.start + day.count ? day : undefined;
  }

  /** The index of the day that a place is in. */
  indexAt(place: number): number {
    let low = 0;
    let high = this.days.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.days[middle]?.start ?? 0) <= place) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  at(place: number): PublicGeneration | undefined {
    const index = this.indexAt(place);
    return this.#contents.get(index)?.generations.get(place - (this.days[index]?.start ?? 0));
  }

  locate(id: string): number | undefined {
    this.#places ??= new Map(this.#entries().map(([place, { id }]) => [id, place]));
    return this.#places.get(id);
  }

  /** The shapes of a day by its index; undefined when nothing of it has ever been loaded. */
  shapesOf(index: number): Shapes | undefined {
    return this.#contents.get(index)?.shapes;
  }

  /** The cost of the generations of a day, by its index; undefined while not all of them are loaded. */
  sumCredits(index: number): number | undefined {
    const generations = this.#contents.get(index)?.generations;
    if (!generations || generations.size !== this.days[index]?.count) return undefined;
    return [...generations.values()].reduce((sum, { credits }) => sum + credits.settled, 0);
  }

  /** All loaded generations, in order. */
  all(): PublicGeneration[] {
    return this.#entries()
      .sort(([a], [b]) => a - b)
      .map(([, generation]) => generation);
  }

  #entries(): [place: number, generation: PublicGeneration][] {
    return [...this.#contents].flatMap(([index, { generations }]) => {
      const start = this.days[index]?.start ?? 0;
      return [...generations].map(([at, generation]): [number, PublicGeneration] => [start + at, generation]);
    });
  }

  /** The call that is needed first for what is between two places; undefined when all of it is loaded. */
  findCall(from: number, to: number, pageSize = generationsPerCall): DaysCall | undefined {
    const end = Math.min(to, this.total);
    let place = Math.max(0, from);
    while (place < end) {
      const index = this.indexAt(place);
      const day = this.days[index];
      if (!day) return undefined;
      const page = Math.floor((place - day.start) / generationsPerCall);
      if (!this.#contents.get(index)?.freshPages.has(page))
        return this.#callFor(index, place - day.start, pageSize);
      place = Math.min(day.start + day.count, day.start + (page + 1) * generationsPerCall);
    }
    return undefined;
  }

  /** A short day is read together with the ones before it that are short too. */
  #callFor(index: number, at: number, pageSize: number): DaysCall | undefined {
    const day = this.days[index];
    if (!day) return undefined;
    if (day.count > pageSize)
      return { from: day.name, to: day.name, page: Math.floor(at / pageSize) + 1, pageSize };
    let count = 0;
    let oldest = day;
    for (let next = index; next < this.days.length; next += 1) {
      const older = this.days[next];
      if (!older || count + older.count > pageSize) break;
      count += older.count;
      oldest = older;
    }
    return { from: oldest.name, to: day.name, page: 1, pageSize };
  }

  /** The place after the last one that a call reads. */
  findEnd({ from, page, pageSize }: DaysCall): number {
    const day = this.days.find(({ name }) => name === from);
    return day ? day.start + Math.min(day.count, page * pageSize) : this.total;
  }

  /**
   * Returns the days with new counts. A day that has changed keeps what is loaded until it is read again, moved so that
   * its oldest generations stay where they are: new ones are usually its newest.
   */
  withCounts(counts: readonly DayCount[]): LoadedDays {
    const known = new Map(this.days.map(({ name, count }, index) => [name, { index, count }]));
    const contents = new Map<number, DayContent>();
    let start = 0;
    const days = counts.map(([name, count], index) => {
      const before = known.get(name);
      const content = before && this.#contents.get(before.index);
      if (content) contents.set(index, resized(content, before.count, count));
      const day = { name, start, count };
      start += count;
      return day;
    });
    return new LoadedDays(days, contents);
  }

  /**
   * Returns the days with the reply to a call in its place; `isAsCounted` says whether it has as many as were counted.
   */
  withPage(
    { from, to, page, pageSize }: DaysCall,
    generations: readonly PublicGeneration[],
    readDay: DayOf,
  ): { loaded: LoadedDays; isAsCounted: boolean } {
    let isAsCounted = true;
    const draft = this.#draft();
    const newest = generations.map((generation) => newer(generation, this.#find(generation.id)));
    for (const [index, day] of this.days.entries()) {
      if (day.name < from || day.name > to) continue;
      const own = from === to ? newest : newest.filter((generation) => readDay(generation) === day.name);
      const first = (page - 1) * pageSize;
      const expected = Math.max(0, Math.min(pageSize, day.count - first));
      if (own.length !== expected) isAsCounted = false;
      for (let at = first; at < first + expected; at += 1) draft.put(index, at, own[at - first]);
      for (let at = first; at < first + pageSize; at += generationsPerCall)
        draft.of(index).freshPages.add(at / generationsPerCall);
    }
    return { loaded: new LoadedDays(this.days, draft.contents), isAsCounted };
  }

  /** Returns the days with the newest generations of all in their places, after the days were counted. */
  withNewest(generations: readonly PublicGeneration[]): LoadedDays {
    const draft = this.#draft();
    let next = 0;
    for (const [index, { count }] of this.days.entries()) {
      const rest = generations.slice(next);
      if (rest.length === 0) break;
      for (let at = 0; at < Math.min(count, rest.length); at += 1) draft.put(index, at, rest[at]);
      for (let page = 0; page * generationsPerCall < count; page += 1) {
        if (Math.min(count, (page + 1) * generationsPerCall) <= rest.length)
          draft.of(index).freshPages.add(page);
      }
      next += count;
    }
    return new LoadedDays(this.days, draft.contents);
  }

  /** Returns the days with newer revisions of loaded generations in place of these; the same when there are none. */
  withNewer(generations: Iterable<PublicGeneration>): LoadedDays {
    const draft = this.#draft();
    let isChanged = false;
    for (const generation of generations) {
      const known = this.#find(generation.id);
      const place = this.locate(generation.id);
      if (!known || place === undefined || known.revision >= generation.revision) continue;
      const index = this.indexAt(place);
      draft.put(index, place - (this.days[index]?.start ?? 0), generation);
      isChanged = true;
    }
    return isChanged ? new LoadedDays(this.days, draft.contents) : this;
  }

  /** Returns the days with the shapes that loaded generations have now; the same when none has changed. */
  withShapes(toShape: (generation: PublicGeneration) => number): LoadedDays {
    const changed = new Map<number, DayContent>();
    for (const [index, content] of this.#contents) {
      let shapes: Float32Array | undefined;
      for (const [at, generation] of content.generations) {
        const shape = Math.fround(toShape(generation));
        if (Object.is((shapes ?? content.shapes)?.[at], shape)) continue;
        shapes ??= content.shapes?.slice() ?? unknownShapes(this.days[index]?.count ?? 0);
        shapes[at] = shape;
      }
      if (shapes) changed.set(index, { ...content, shapes });
    }
    return changed.size === 0 ? this : new LoadedDays(this.days, new Map([...this.#contents, ...changed]));
  }

  /** Returns the days with everything to be read again; what is loaded is shown until then. */
  expired(): LoadedDays {
    const stale = [...this.#contents].map(([index, content]): [number, DayContent] => [
      index,
      { ...content, freshPages: new Set() },
    ]);
    return new LoadedDays(this.days, new Map(stale));
  }

  /** Returns the days without the pages of which nothing is between two places; the same when there are none. */
  within(from: number, to: number): LoadedDays {
    const draft = this.#draft();
    let isChanged = false;
    for (const [index, { generations }] of this.#contents) {
      const { start = 0, count = 0 } = this.days[index] ?? {};
      for (const at of generations.keys()) {
        const page = Math.floor(at / generationsPerCall);
        const firstPlace = start + page * generationsPerCall;
        if (firstPlace < to && Math.min(firstPlace + generationsPerCall, start + count) > from) continue;
        draft.of(index).generations.delete(at);
        draft.of(index).freshPages.delete(page);
        isChanged = true;
      }
    }
    return isChanged ? new LoadedDays(this.days, draft.contents) : this;
  }

  #find(id: string): PublicGeneration | undefined {
    const place = this.locate(id);
    return place === undefined ? undefined : this.at(place);
  }

  #draft(): ContentsDraft {
    return new ContentsDraft(this.#contents, (id) => {
      const place = this.locate(id);
      const index = place === undefined ? -1 : this.indexAt(place);
      const day = this.days[index];
      return day && place !== undefined ? { index, at: place - day.start } : undefined;
    });
  }
}

function newer(listed: PublicGeneration, known: PublicGeneration | undefined): PublicGeneration {
  return known && known.revision > listed.revision ? known : listed;
}
