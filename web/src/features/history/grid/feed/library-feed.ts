import type { PublicGeneration } from '@atelier/contract';
import { createStore } from '#lib/store.ts';
import { shareOfRow } from '../half-tile.ts';
import {
  type DayCount,
  type DaysCall,
  generationsPerCall,
  LoadedDays,
  selectedPerCall,
} from './loaded-days.ts';
import { toShape } from './tile-shape.ts';

/** Reads of a library with its filters applied. */
export type LibrarySource = {
  readDays: (signal?: AbortSignal) => Promise<readonly DayCount[]>;
  /** A page of days, or the newest generations of all. */
  readPage: (call: DaysCall | undefined, signal?: AbortSignal) => Promise<readonly PublicGeneration[]>;
};

/** Range of places without `to` itself. */
export type Places = { from: number; to: number };

/** Calls at the same time; what has been scrolled past before its turn is not read at all. */
const maxCalls = 2;
/** Generations this far from the window are dropped. */
const keptGenerations = 600;

/** The state that the grid shows. It never changes: a change is another one. */
export type FeedState = Readonly<{
  loaded: LoadedDays;
  /** The mean ratio of what is loaded, for what is not. */
  ratio: number;
  /** The parts of days of which each generation that ended without a result is shown. */
  unfolded: ReadonlySet<string>;
  /** Why the last call failed; nothing more is read until `retry`. */
  error: Error | undefined;
}>;

/** Ratio until something is known of a library: between square images and wide videos. */
const usualRatio = 1.5;

/** The generations of one view of the library: reads what the window needs, and forgets what is far from it. */
export class LibraryFeed {
  readonly state = createStore<FeedState>({
    loaded: new LoadedDays(),
    ratio: usualRatio,
    unfolded: new Set(),
    error: undefined,
  });
  /** When the newest generation of the last count was made; empty without any. */
  #newestAt = '';
  readonly #source: LibrarySource;
  readonly #calls = new Map<string, AbortController>();
  #wanted: Places = { from: 0, to: generationsPerCall };
  #near = this.#wanted;
  #window = this.#wanted;
  #hiddenIds: ReadonlySet<string> = new Set();
  #refreshing: Promise<void> | undefined;

  constructor(source: LibrarySource) {
    this.#source = source;
  }

  get loaded(): LoadedDays {
    return this.state.get().loaded;
  }

  /** Counts the days again and reads the newest generations; the others are read again when they are needed. */
  async refresh(signal?: AbortSignal): Promise<void> {
    const [days, newest] = await Promise.all([
      this.#source.readDays(signal),
      this.#source.readPage(undefined, signal),
    ]);
    for (const call of this.#calls.values()) call.abort();
    this.#calls.clear();
    this.#newestAt = newest[0]?.created_at ?? '';
    const loaded = this.#shaped(this.loaded.withCounts(days).expired().withNewest(newest));
    this.#change({ loaded, ratio: learnRatio(loaded, this.state.get().ratio), error: undefined });
    this.#readNext();
  }

  /**
   * Whether the last count may lack a generation because it ended later: an earlier one that took longer is as new as one that
   * was made since.
   */
  mayLack({ id, finished_at: endedAt }: Pick<PublicGeneration, 'id' | 'finished_at'>): boolean {
    return endedAt !== null && endedAt > this.#newestAt && this.loaded.locate(id) === undefined;
  }

  /** The places that are in or near the window; those in it are read first. */
  want(near: Places, inWindow = near): void {
    if (near.from !== this.#near.from || near.to !== this.#near.to) this.#wanted = near;
    this.#near = near;
    this.#window = inWindow;
    this.#readNext();
  }

  /** Wants what the window will show from a place on, before it is known what that is: about as much as it shows now. */
  wantFrom(place: number): void {
    this.want({ from: place, to: place + Math.max(1, this.#window.to - this.#window.from) });
  }

  /** Wants more than the window needs at one end, until the window moves. */
  widen(direction: 'before' | 'after'): void {
    const { from, to } = this.#wanted;
    this.#wanted =
      direction === 'before'
        ? { from: from - generationsPerCall, to }
        : { from, to: to + generationsPerCall };
    this.#readNext();
  }

  /** Takes over newer revisions; `hiddenIds` are being deleted. */
  update(newer: Iterable<PublicGeneration>, hiddenIds: ReadonlySet<string>): void {
    this.#hiddenIds = hiddenIds;
    const loaded = this.#shaped(this.loaded.withNewer(newer));
    if (loaded !== this.loaded) this.#change({ loaded });
  }

  retry(): void {
    this.#change({ error: undefined });
    this.#readNext();
  }

  toggleFold(key: string): void {
    const unfolded = new Set(this.state.get().unfolded);
    if (!unfolded.delete(key)) unfolded.add(key);
    this.#change({ unfolded });
  }

  /** Everything between two places, in order, read where it is not loaded; at most `most` generations. */
  async between(from: number, to: number, most: number): Promise<PublicGeneration[]> {
    const generations: PublicGeneration[] = [];
    const end = Math.min(to + 1, from + most);
    let place = from;
    while (place < end) {
      const call = this.loaded.findCall(place, place + 1, selectedPerCall);
      if (call) await this.#read(call, new AbortController(), (loaded) => loaded);
      const day = this.loaded.dayAt(place);
      if (!day) break;
      const nextPage =
        day.start + (Math.floor((place - day.start) / generationsPerCall) + 1) * generationsPerCall;
      for (const last = Math.min(end, nextPage, day.start + day.count); place < last; place += 1) {
        const generation = this.loaded.at(place);
        if (generation) generations.push(generation);
      }
    }
    this.#change({ loaded: this.#withoutFar(this.loaded) });
    return generations;
  }

  #readNext(): void {
    if (this.state.get().error) return;
    const [call] = [...this.#missing(this.#window), ...this.#missing(this.#wanted)];
    if (!call || this.#calls.size >= maxCalls) return;
    const key = formatKey(call);
    const controller = new AbortController();
    this.#calls.set(key, controller);
    this.#read(call, controller, (loaded) => this.#withoutFar(loaded))
      .catch((error: unknown) => {
        if (controller.signal.aborted) return;
        this.#change({ error: error instanceof Error ? error : new Error(String(error)) });
      })
      .finally(() => {
        if (this.#calls.get(key) === controller) this.#calls.delete(key);
        this.#readNext();
      });
    this.#readNext();
  }

  /** The calls that are needed and have not been sent. */
  #missing({ from, to }: Places): DaysCall[] {
    const calls: DaysCall[] = [];
    let place = Math.max(0, from);
    while (calls.length < maxCalls && place < Math.min(to, this.loaded.total)) {
      const call = this.loaded.findCall(place, to);
      if (!call) break;
      if (!this.#calls.has(formatKey(call))) calls.push(call);
      place = this.loaded.findEnd(call);
    }
    return calls;
  }

  async #read(
    call: DaysCall,
    { signal }: AbortController,
    keep: (loaded: LoadedDays) => LoadedDays,
  ): Promise<void> {
    const generations = await this.#source.readPage(call, signal);
    if (signal.aborted) return;
    const { loaded, isAsCounted } = this.loaded.withPage(call, generations, readDay);
    this.#change({ loaded: keep(this.#shaped(loaded)) });
    if (!isAsCounted) await this.#countAgain();
  }

  /** The days have changed since they were counted. */
  async #countAgain(): Promise<void> {
    this.#refreshing ??= this.#source.readDays().then((days) => {
      this.#change({ loaded: this.loaded.withCounts(days) });
    });
    try {
      await this.#refreshing;
    } finally {
      this.#refreshing = undefined;
    }
  }

  #shaped(loaded: LoadedDays): LoadedDays {
    return loaded.withShapes((generation) => toShape(generation, this.#hiddenIds));
  }

  #withoutFar(loaded: LoadedDays): LoadedDays {
    const { from, to } = this.#wanted;
    return loaded.within(from - keptGenerations, to + keptGenerations);
  }

  #change(change: Partial<FeedState>): void {
    this.state.set({ ...this.state.get(), ...change });
  }
}

/** Estimates from the newest that is loaded how wide the rest is; a small difference does not change the estimate. */
function learnRatio(loaded: LoadedDays, known: number): number {
  let sum = 0;
  let count = 0;
  for (let day = 0; day < 50; day += 1) {
    for (const shape of loaded.shapesOf(day)?.subarray(0, generationsPerCall) ?? []) {
      if (!(shape > 0)) continue;
      sum += shareOfRow(shape);
      count += 1;
    }
  }
  const ratio = count > 0 ? sum / count : usualRatio;
  return Math.abs(ratio - known) >= 0.05 ? ratio : known;
}

function formatKey({ from, to, page }: DaysCall): string {
  return `${from} ${to} ${page}`;
}

/** The day of a generation in the time zone of the browser, which is the one that the server is asked to count in. */
export function readDay({ created_at }: Pick<PublicGeneration, 'created_at'>): string {
  const time = new Date(created_at);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
}
