import { Gauge, type Registry } from 'prom-client';

type CheckedStorage = {
  check: () => Promise<unknown>;
  readSpace?: () => Promise<{ freeBytes: number; neededBytes: number }>;
};

/** How to check the storage, with the room on its disk as metrics. */
export function measureStorage(
  registry: Registry,
  { check, readSpace }: CheckedStorage,
): () => Promise<void> {
  const registers = [registry];
  const free = new Gauge({
    name: 'atelier_storage_free_bytes',
    help: 'Room on the disk that results pass through or stay on, where it is least',
    registers,
  });
  const needed = new Gauge({
    name: 'atelier_storage_needed_bytes',
    help: 'Room that results need there: below it nothing is submitted',
    registers,
  });
  return async () => {
    const space = await readSpace?.();
    if (space) {
      free.set(space.freeBytes);
      needed.set(space.neededBytes);
    }
    await check();
  };
}
