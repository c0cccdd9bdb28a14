// Our own storage and the reading of media: files are their bytes, and either may fail.
import type { Readable } from 'node:stream';
import type { Scheduler, SimulatedProcess } from '../scheduler.ts';
import { readFile, writeFile } from './disk.ts';

export type Storage = ReturnType<typeof createStorage>;

export function createStorage(scheduler: Scheduler) {
  const files = new Map<string, Buffer>();
  let isDown = false;

  function call<T>(process: SimulatedProcess, label: string, perform: () => T): Promise<T> {
    const lost = () => Object.assign(new Error('storage answers 503'), { code: 'ServiceUnavailable' });
    return scheduler.step(
      process,
      { kind: 'storage', label: `storage ${label}` },
      () => {
        if (isDown) throw lost();
        return perform();
      },
      lost,
    );
  }

  return {
    storeOf: (process: SimulatedProcess) => ({
      async put(key: string, source: Readable): Promise<{ bytes: number }> {
        const chunks: Buffer[] = [];
        for await (const chunk of source) chunks.push(chunk as Buffer);
        const content = Buffer.concat(chunks);
        return call(process, 'put', () => {
          files.set(key, content);
          return { bytes: content.length };
        });
      },
      // Outages of the check itself are those of a process that does not submit, which ends at its deadline.
      check: async () => undefined,
      delete: (key: string) => call(process, 'delete', () => void files.delete(key)),
    }),
    mediaOf: (process: SimulatedProcess) => ({
      probe: (path: string) =>
        scheduler.step(
          process,
          { kind: 'media', label: 'media probe' },
          () => ({ contentType: 'image/png', bytes: readFile(path).length, width: 64, height: 64 }),
          () => Object.assign(new Error('the media process died'), { code: 'EPIPE' }),
        ),
      poster: async (_path: string, posterPath: string) => {
        writeFile(posterPath, Buffer.from('poster'));
        return { placeholder: 'x' };
      },
    }),
    measureSize: (key: string) => files.get(key)?.length,
    readText: (key: string) => files.get(key)?.toString(),
    keys: () => [...files.keys()],
    setDown(next: boolean): void {
      scheduler.note(`         storage is ${next ? 'down' : 'up'}`);
      isDown = next;
    },
  };
}
