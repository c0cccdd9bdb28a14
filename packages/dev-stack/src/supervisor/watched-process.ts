import { watch } from 'node:fs';
import { join } from 'node:path';
import { type ManagedProcess, type ProcessSpec, startProcess } from './managed-process.ts';

const settleMs = 150;
const stopLimitMs = 3_000;

/**
 * Starts a process as `startProcess` does, but restarts it when a source file below `folders` changes. A process that
 * exits is not a failure: it is restarted after the next change. (Not `node --watch`: the process needs the IPC channel
 * to notice that the stack has ended.)
 */
export function startWatchedProcess(spec: ProcessSpec, folders: string[]): ManagedProcess {
  let current = startProcess(spec);
  let isStopping = false;
  let timer: NodeJS.Timeout | undefined;
  /** Restarts run one after another: two at once would leave an untracked process. */
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
      spec.onImportant('restarted');
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
