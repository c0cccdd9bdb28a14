import { watch } from 'node:fs';
import { join } from 'node:path';
import { type ManagedProcess, type ProcessSpec, startProcess } from './managed-process.ts';

const settleMs = 150;
const stopLimitMs = 3_000;

/**
 * The same process, started again whenever a source file below `folders` changes. (Not `node --watch`: the process
 * needs its channel to us, by which it notices that the stack has gone.) Its end is no failure here: it waits for the next change.
 */
export function startWatchedProcess(spec: ProcessSpec, folders: string[]): ManagedProcess {
  let current = startProcess(spec);
  let isStopping = false;
  let timer: NodeJS.Timeout | undefined;
  /** One restart after the other: two at once would leave a process that nobody knows. */
  let restarts = Promise.resolve();
  const first = current.ready.catch((error: Error) =>
    spec.onImportant(`${error.message}\nWaiting for a change.`),
  );
  const ended = Promise.withResolvers<{ name: string; reason: string; tail: string[] }>();

  async function restart(): Promise<void> {
    await current.stop(stopLimitMs);
    if (isStopping) return;
    current = startProcess(spec);
    try {
      await current.ready;
      spec.onImportant('started again');
    } catch (error) {
      spec.onImportant(`${error instanceof Error ? error.message : error}\nWaiting for a change.`);
    }
  }

  const watchers = folders.map((folder) =>
    watch(folder, { recursive: true }, (_event, file) => {
      if (file === null || !/\.(ts|json)$/.test(file) || /\.test\.ts$/.test(file)) return;
      if (join(folder, file).includes('node_modules')) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        restarts = restarts.then(restart);
      }, settleMs);
    }),
  );
  return {
    name: spec.name,
    get pid() {
      return current.pid;
    },
    ready: first,
    ended: ended.promise,
    async stop(limitMs) {
      isStopping = true;
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
      await restarts;
      await current.stop(limitMs);
      ended.resolve(await current.ended);
    },
  };
}
