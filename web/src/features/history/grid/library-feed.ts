import type { PublicGeneration } from '@atelier/contract';
import { createStore } from '#lib/store.ts';
import { GridLayout } from './grid-layout.ts';
import {
  type DayCount,
  type DaysCall,
  LoadedDays,
  recordsPerCall,
  selectedPerCall,
  setShape,
} from './loaded-days.ts';
import { shapeOf } from './tile-shape.ts';

/** What reads a library, already narrowed by its filters. */
export type LibrarySource = {
  readDays: (signal?: AbortSignal) => Promise<readonly DayCount[]>;
  /** A page of days, or the newest records of all. */
  readPage: (call: DaysCall | undefined, signal?: AbortSignal) => Promise<readonly PublicGeneration[]>;
};

/** Without `to`. */
export type Places = { from: number; to: number };

/** Calls at the same time; what has been scrolled past before its turn is not read at all. */
const maxCalls = 2;
/** Records this far from the window are dropped. */
const keptRecords = 600;

/** The records of one view of the library: reads what the window needs, and forgets what is far from it. */
export class LibraryFeed {
  readonly loaded = new LoadedDays();
  readonly layout = new GridLayout(this.loaded);
  /** Raised whenever anything is to be drawn again. */
  readonly version = createStore(0);
  /** Why the last call failed; nothing more is read until `retry`. */
  error: Error | undefined;
  /** When the newest record was made, as of the last count; empty without any. */
  newestAt = '';
  readonly #source: LibrarySource;
  readonly #calls = new Map<string, AbortController>();
  #wanted: Places = { from: 0, to: recordsPerCall };
  #near = this.#wanted;
  #window = this.#wanted;
  #hiddenIds: ReadonlySet<string> = new Set();
  #refreshing: Promise<void> | undefined;

  constructor(source: LibrarySource) {
    this.#source = source;
  }

  /** Counts the days again and reads the newest records; the others are read again when they are needed. */
  async refresh(signal?: AbortSignal): Promise<void> {
    const [days, newest] = await Promise.all([
      this.#source.readDays(signal),
      this.#source.readPage(undefined, signal),
    ]);
    for (const call of this.#calls.values()) call.abort();
    this.#calls.clear();
    this.error = undefined;
    this.newestAt = newest[0]?.created_at ?? '';
    this.loaded.setDays(days);
    this.loaded.expire();
    this.loaded.fillNewest(newest);
    this.#shapeAll();
    this.layout.learnRatio();
    this.layout.setDays();
    this.#changed();
    this.#readNext();
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
      direction === 'before' ? { from: from - recordsPerCall, to } : { from, to: to + recordsPerCall };
    this.#readNext();
  }

  /** Takes over newer revisions; `hiddenIds` are being deleted. */
  update(newer: Iterable<PublicGeneration>, hiddenIds: ReadonlySet<string>): void {
    const isChanged = this.loaded.update(newer);
    if (!isChanged && hiddenIds === this.#hiddenIds) return;
    this.#hiddenIds = hiddenIds;
    this.#shapeAll();
    this.#changed();
  }

  retry(): void {
    this.error = undefined;
    this.#changed();
    this.#readNext();
  }

  toggleFold(key: string): void {
    this.layout.toggleFold(key);
    this.#changed();
  }

  /** Everything between two places, in order, read where it is not loaded; at most `most` records. */
  async between(from: number, to: number, most: number): Promise<PublicGeneration[]> {
    const records: PublicGeneration[] = [];
    const end = Math.min(to + 1, from + most);
    let place = from;
    while (place < end) {
      const call = this.loaded.findCall(place, place + 1, selectedPerCall);
      if (call) await this.#read(call, new AbortController());
      const day = this.loaded.dayAt(place);
      if (!day) break;
      const nextPage = day.start + (Math.floor((place - day.start) / recordsPerCall) + 1) * recordsPerCall;
      for (const last = Math.min(end, nextPage, day.start + day.count); place < last; place += 1) {
        const record = this.loaded.at(place);
        if (record) records.push(record);
      }
    }
    this.#dropFar();
    return records;
  }

  #dropFar(): void {
    const { from, to } = this.#wanted;
    this.loaded.dropOutside(from - keptRecords, to + keptRecords);
  }

  #readNext(): void {
    if (this.error) return;
    const [call] = [...this.#missing(this.#window), ...this.#missing(this.#wanted)];
    if (!call || this.#calls.size >= maxCalls) return;
    const key = keyOf(call);
    const controller = new AbortController();
    this.#calls.set(key, controller);
    this.#read(call, controller)
      .catch((error: unknown) => {
        if (controller.signal.aborted) return;
        this.error = error instanceof Error ? error : new Error(String(error));
        this.#changed();
      })
      .finally(() => {
        if (this.#calls.get(key) === controller) this.#calls.delete(key);
        this.#dropFar();
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
      if (!this.#calls.has(keyOf(call))) calls.push(call);
      place = this.loaded.endOf(call);
    }
    return calls;
  }

  async #read(call: DaysCall, { signal }: AbortController): Promise<void> {
    const records = await this.#source.readPage(call, signal);
    if (signal.aborted) return;
    const isAsCounted = this.loaded.fill(call, records, dayOf);
    this.#shapeAll();
    this.#changed();
    if (!isAsCounted) await this.#countAgain();
  }

  /** The days have changed since they were counted. */
  async #countAgain(): Promise<void> {
    this.#refreshing ??= this.#source.readDays().then((days) => {
      this.loaded.setDays(days);
      this.layout.setDays();
      this.#changed();
    });
    try {
      await this.#refreshing;
    } finally {
      this.#refreshing = undefined;
    }
  }

  #shapeAll(): void {
    this.loaded.each((record, day, at) => {
      setShape(day, at, shapeOf(record, this.#hiddenIds));
    });
  }

  #changed(): void {
    this.version.set(this.version.get() + 1);
  }
}

function keyOf({ from, to, page }: DaysCall): string {
  return `${from} ${to} ${page}`;
}

/** The day of a record in the time zone of the browser, which is the one that the server is asked to count in. */
export function dayOf({ created_at }: Pick<PublicGeneration, 'created_at'>): string {
  const time = new Date(created_at);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
}
