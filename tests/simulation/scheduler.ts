// Decides when every asynchronous step of every simulated process happens, and which of them fail. Time is virtual: it
// jumps to the next step. Steps run one at a time, and all code that follows from one runs before the next.
import type { Choices } from './choices.ts';

/** Fates of a step. `before`: it never reached the other side; `after`: it did, and only its answer was lost. */
export type Fate = 'normal' | 'fails before' | 'fails after' | 'dies before' | 'dies after';

export type StepKind = 'sql' | 'queue' | 'provider' | 'storage' | 'event' | 'media';

/** How many of a thousand steps of a kind fail, and at how many the process is killed. */
export type FaultRates = Record<StepKind | 'kill', number>;

/** Process that runs the product's code. It dies without warning and starts again empty. */
export type SimulatedProcess = {
  name: string;
  isAlive: boolean;
  /** Counts its starts: work of an earlier life is lost. */
  life: number;
  onStart: (() => void) | undefined;
};

type Event = { at: number; order: number; work: () => void | Promise<void>; isCancelled: boolean };
type Timer = Event & { process: SimulatedProcess };
type Pending = { process: SimulatedProcess; reject: (error: Error) => void; event: Event };

/** Error that ends the awaits of a killed process. Nothing that follows reaches the outside any more. */
export class ProcessKilled extends Error {
  constructor() {
    super('This process was killed');
  }
}

/** Timers that find nothing to do are events too. */
const eventsPerStep = 20;

const {
  Date: RealDate,
  setTimeout: realSetTimeout,
  clearTimeout: realClearTimeout,
  performance: realPerformance,
} = globalThis;
const quiet = () => new Promise<void>((resolve) => setImmediate(resolve));

export class Scheduler {
  readonly #choices: Choices;
  readonly #startMs: number;
  readonly #maxSteps: number;
  readonly #queue: Event[] = [];
  readonly #pending = new Set<Pending>();
  readonly #timers = new Set<Timer>();
  readonly #trace: string[] = [];
  #nowMs: number;
  #order = 0;
  #steps = 0;
  #events = 0;
  #current: SimulatedProcess | undefined;
  #rates: FaultRates | undefined;

  constructor(choices: Choices, { startMs, maxSteps }: { startMs: number; maxSteps: number }) {
    this.#choices = choices;
    this.#startMs = startMs;
    this.#nowMs = startMs;
    this.#maxSteps = maxSteps;
  }

  nowMs(): number {
    return this.#nowMs;
  }

  /** The process whose code runs. */
  current(): SimulatedProcess | undefined {
    return this.#current;
  }

  /** No step is under way. */
  isIdle(): boolean {
    return this.#pending.size === 0;
  }

  /** Sets the rates of faults; with undefined nothing fails from now on. */
  setRates(rates: FaultRates | undefined): void {
    this.#rates = rates;
  }

  note(line: string): void {
    this.#trace.push(`${((this.#nowMs - this.#startMs) / 1000).toFixed(3).padStart(9)} s  ${line}`);
  }

  trace(): readonly string[] {
    return this.#trace;
  }

  at(delayMs: number, work: Event['work']): Event {
    const event = { at: this.#nowMs + delayMs, order: this.#order++, work, isCancelled: false };
    let index = this.#queue.length;
    while (index > 0 && (this.#queue[index - 1] as Event).at > event.at) index -= 1;
    this.#queue.splice(index, 0, event);
    return event;
  }

  /** Code of `process` runs until it waits for something. */
  async #within(process: SimulatedProcess, work: () => void): Promise<void> {
    this.#current = process;
    work();
    await quiet();
    this.#current = undefined;
  }

  /**
   * One step of a process towards the outside. `perform` does it at once when its turn has come; `failure` makes the
   * error that the caller sees when it fails.
   */
  step<T>(
    process: SimulatedProcess,
    { kind, label }: { kind: StepKind; label: string },
    perform: () => T,
    failure: () => unknown,
  ): Promise<T> {
    if (!process.isAlive) return Promise.reject(new ProcessKilled());
    const drawn = this.#choices.next();
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const event = this.at(catchDelay(drawn), async () => {
      this.#pending.delete(entry);
      this.#steps += 1;
      const fate = this.#fateOf(Math.floor(drawn / 1_000), kind);
      this.note(`${process.name.padEnd(8)} ${label}${fate === 'normal' ? '' : `, ${fate}`}`);
      await this.#play(process, fate, { perform, resolve, reject, failure });
    });
    const entry: Pending = { process, reject, event };
    this.#pending.add(entry);
    return promise;
  }

  async #play<T>(process: SimulatedProcess, fate: Fate, { perform, resolve, reject, failure }: Play<T>) {
    let outcome: () => void;
    if (fate === 'fails before') outcome = () => reject(failure());
    else if (fate === 'dies before') outcome = () => reject(new ProcessKilled());
    else {
      try {
        const value = perform();
        outcome = () => (fate === 'normal' ? resolve(value) : reject(failure()));
      } catch (error) {
        outcome = () => reject(error);
      }
    }
    if (fate.startsWith('dies')) await this.kill(process);
    await this.#within(process, outcome);
  }

  #fateOf(drawn: number, kind: StepKind): Fate {
    if (!this.#rates) return 'normal';
    const roll = 999 - (drawn % 1_000);
    const isAfter = Math.floor(drawn / 1_000) % 2 === 1;
    if (roll < this.#rates.kill) return isAfter ? 'dies after' : 'dies before';
    if (roll < this.#rates.kill + this.#rates[kind]) return isAfter ? 'fails after' : 'fails before';
    return 'normal';
  }

  /** Kills a process. Some of its pending steps have left the machine and still happen. It restarts within seconds. */
  async kill(process: SimulatedProcess): Promise<void> {
    if (!process.isAlive) return;
    process.isAlive = false;
    this.note(`${process.name.padEnd(8)} is killed`);
    for (const timer of this.#timers) if (timer.process === process) this.#clear(timer);
    await this.#within(process, () => {
      for (const entry of [...this.#pending].filter((each) => each.process === process)) {
        this.#pending.delete(entry);
        entry.event.isCancelled = this.#choices.below(2) === 0;
        entry.reject(new ProcessKilled());
      }
    });
    this.at(1_000 + this.#choices.below(9_000), () => {
      process.isAlive = true;
      process.life += 1;
      this.note(`${process.name.padEnd(8)} starts`);
      process.onStart?.();
    });
  }

  /** Runs code of a process that nothing awaits, such as a request or a job. `onEnd` gets undefined when it died. */
  async task<T>(
    process: SimulatedProcess,
    work: () => Promise<T>,
    onEnd: (outcome: PromiseSettledResult<T> | undefined) => void,
  ): Promise<void> {
    const { life } = process;
    await this.#within(process, () => {
      void Promise.allSettled([work()]).then(([outcome]) =>
        onEnd(process.isAlive && process.life === life ? outcome : undefined),
      );
    });
  }

  /** Runs until `isOver`, or nothing is left. Throws when the schedule does not come to an end. */
  async run(isOver: () => boolean): Promise<void> {
    const restore = this.#replaceClock();
    try {
      while (this.#queue.length > 0 && !isOver()) {
        const event = this.#queue.shift() as Event;
        if (event.isCancelled) continue;
        this.#nowMs = Math.max(this.#nowMs, event.at);
        this.#events += 1;
        if (this.#steps > this.#maxSteps || this.#events > this.#maxSteps * eventsPerStep)
          throw new Error('the schedule does not come to an end');
        await event.work();
      }
    } finally {
      restore();
    }
  }

  #replaceClock(): () => void {
    const now = () => this.#nowMs;
    const VirtualDate = new Proxy(RealDate, {
      construct: (target, values) => Reflect.construct(target, values.length === 0 ? [now()] : values),
      get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
    });
    const setTimer = (work: (...values: unknown[]) => void, delayMs = 0, ...values: unknown[]) =>
      this.#setTimer(() => work(...values), delayMs);
    const clearTimer = (timer: unknown) => {
      if (this.#timers.has(timer as Timer)) this.#clear(timer as Timer);
      else realClearTimeout(timer as NodeJS.Timeout);
    };
    Object.assign(globalThis, {
      Date: VirtualDate,
      setTimeout: setTimer,
      clearTimeout: clearTimer,
      performance: { now },
    });
    const real = {
      Date: RealDate,
      setTimeout: realSetTimeout,
      clearTimeout: realClearTimeout,
      performance: realPerformance,
    };
    return () => Object.assign(globalThis, real);
  }

  #setTimer(work: () => void, delayMs: number): unknown {
    const process = this.#current;
    if (!process) return realSetTimeout(work, delayMs);
    const event = this.at(Math.max(0, delayMs), async () => {
      this.#timers.delete(timer);
      if (process.isAlive) await this.#within(process, work);
    });
    const timer: Timer = Object.assign(event, { process, ref: () => timer, unref: () => timer });
    this.#timers.add(timer);
    return timer;
  }

  #clear(timer: Timer): void {
    timer.isCancelled = true;
    this.#timers.delete(timer);
  }
}

type Play<T> = {
  perform: () => T;
  resolve: (value: T) => void;
  reject: (error: unknown) => void;
  failure: () => unknown;
};

/** Mostly at once, sometimes long enough for everything else to be faster. */
function catchDelay(drawn: number): number {
  const part = drawn % 1_000;
  if (part < 600) return part === 0 ? 0 : 1;
  if (part < 930) return part - 590;
  if (part < 990) return (part - 929) * 50;
  return (part - 989) * 1_500;
}
