import type { Chance } from '../chance.ts';
import type { Stage } from '../stage/open-stage.ts';
import { type ProcessName, processNames } from '../stage/own-processes.ts';

/** One blow: what it hits, how long it lasts, and what it does. */
export type Strike = {
  target: string;
  lastsMs: number;
  /** Begins it and returns what ends it, which resolves once everything that it hit may recover. */
  begin(): Promise<() => Promise<void>>;
};

/** Everything that can go wrong has one file in this folder and is listed in `index.ts`. */
export type Fault = {
  id: string;
  /** Title in a few words, for the timeline. */
  title: string;
  /** Store that the fault needs; absent when every set of stores will do. */
  needs?: 'redis' | 'own-redis';
  aim(stage: Stage, chance: Chance): Strike;
};

export function pickProcess(chance: Chance, kind?: 'api' | 'worker'): ProcessName {
  return chance.pick(processNames.filter((name) => kind === undefined || name.startsWith(kind)));
}

/** Makes the strike of a fault that begins and ends in one step each. */
export function switching(
  target: string,
  lastsMs: number,
  { on, off }: { on: () => unknown; off: () => unknown },
): Strike {
  return {
    target,
    lastsMs,
    async begin() {
      await on();
      return async () => void (await off());
    },
  };
}
