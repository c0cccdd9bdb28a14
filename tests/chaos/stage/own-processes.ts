import type { Settings } from '@atelier/dev-stack';
import { StartProblem } from '@atelier/local-postgres';
import { KeptProcess } from './kept-process.ts';

export const processNames = ['api-1', 'api-2', 'worker-1', 'worker-2'] as const;
export type ProcessName = (typeof processNames)[number];

const readyLimitMs = 120_000;

export type OwnProcesses = {
  of(name: ProcessName): KeptProcess;
  all: readonly KeptProcess[];
  /** Resolves when all of them are ready; rejects when one of them is not within two minutes, or when it is aborted. */
  allReady(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
};

/** Two api and two worker processes. */
export function openProcesses(dataDir: string, env: (name: ProcessName) => Settings): OwnProcesses {
  const kept = new Map(
    processNames.map((name) => {
      const program = `${name.replace(/-\d$/, '')}/src/main.ts`;
      return [name, new KeptProcess({ name, program, dataDir, env: env(name) })];
    }),
  );
  const all = [...kept.values()];
  return {
    all,
    of(name) {
      const process = kept.get(name);
      if (!process) throw new Error(`There is no process ${name}`);
      return process;
    },
    allReady: (signal) => readyWithin(all, AbortSignal.any([signal, AbortSignal.timeout(readyLimitMs)])),
    close: async () => void (await Promise.all(all.map((each) => each.close()))),
  };
}

async function readyWithin(all: readonly KeptProcess[], signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const over = Promise.withResolvers<never>();
  const give = () => {
    const reasons = all.flatMap(({ startProblem }) => startProblem ?? []);
    over.reject(reasons.length > 0 ? new StartProblem(reasons.join('\n')) : signal.reason);
  };
  signal.addEventListener('abort', give);
  try {
    await Promise.race([Promise.all(all.map((each) => each.ready())), over.promise]);
  } finally {
    signal.removeEventListener('abort', give);
  }
}
