import { setTimeout as wait } from 'node:timers/promises';
import type { Chance } from './chance.ts';
import type { Fault } from './faults/fault.ts';
import type { Stage } from './stage/open-stage.ts';

/** Times in `Date.now()` milliseconds. */
export type StruckFault = { id: string; target: string; beganAtMs: number; endedAtMs: number };

type Options = {
  faults: readonly Fault[];
  chance: Chance;
  durationMs: number;
  /** Faults at the same time. */
  lanes: number;
  signal: AbortSignal;
  onFault(fault: StruckFault): void;
};

const pauseMs = { from: 1_000, to: 5_000 };

/** Strikes until the time is over, every fault at least once and equally often, and waits until all have ended. */
export async function strikeFaults(stage: Stage, options: Options): Promise<StruckFault[]> {
  const { faults, chance, durationMs, signal } = options;
  const struck: StruckFault[] = [];
  const taken = new Set<string>();
  const until = Date.now() + durationMs;
  let deck = chance.shuffle(faults);
  let rounds = 1;
  const isOver = () => signal.aborted || (Date.now() >= until && (rounds > 1 || deck.length === 0));

  function draw(): { fault: Fault; place: string; strike: ReturnType<Fault['aim']> } | undefined {
    if (deck.length === 0) {
      deck = chance.shuffle(faults);
      rounds += 1;
    }
    for (const [index, fault] of deck.entries()) {
      const strike = fault.aim(stage, chance);
      const place = locate(strike.target);
      if (taken.has(place)) continue;
      deck.splice(index, 1);
      return { fault, place, strike };
    }
    return undefined;
  }

  async function strikeNext(): Promise<void> {
    const drawn = draw();
    if (!drawn) return;
    const { fault, place, strike } = drawn;
    taken.add(place);
    const beganAtMs = Date.now();
    const end = await strike.begin();
    await wait(strike.lastsMs, undefined, { signal }).catch(() => undefined);
    await end();
    taken.delete(place);
    const struckFault = { id: fault.id, target: strike.target, beganAtMs, endedAtMs: Date.now() };
    struck.push(struckFault);
    options.onFault(struckFault);
  }

  async function keepStriking(): Promise<void> {
    while (!isOver()) {
      await wait(chance.between(pauseMs.from, pauseMs.to), undefined, { signal }).catch(() => undefined);
      if (!isOver()) await strikeNext();
    }
  }

  const lanes = await Promise.allSettled(Array.from({ length: options.lanes }, keepStriking));
  for (const lane of lanes) if (lane.status === 'rejected') throw lane.reason;
  return struck.toSorted((a, b) => a.beganAtMs - b.beganAtMs);
}

/** Two faults of one place never overlap. */
function locate(target: string): string {
  return target.startsWith('all–fal') ? 'fal' : (target.split(/[ –]/)[0] ?? target);
}
