import type { Clock } from './clock.ts';

export type FileExpiries = {
  /** Sets from now on how long files can be read. One that an earlier result names as well lasts as long as either wants. */
  note(names: readonly string[], seconds: number | undefined): void;
  isExpired(name: string): boolean;
  clear(): void;
};

/** When files end, by their names. One without an entry does not. */
export function createFileExpiries(clock: Clock): FileExpiries {
  const expiresAtMs = new Map<string, number>();
  return {
    note(names, seconds = Number.POSITIVE_INFINITY) {
      const atMs = clock.nowMs() + seconds * 1000;
      for (const name of names) expiresAtMs.set(name, Math.max(atMs, expiresAtMs.get(name) ?? 0));
    },
    isExpired: (name) => (expiresAtMs.get(name) ?? Number.POSITIVE_INFINITY) <= clock.nowMs(),
    clear: () => expiresAtMs.clear(),
  };
}

/** Names of the emulator's files in a result. */
export function listFileNames(result: unknown): string[] {
  const text = JSON.stringify(result) ?? '';
  return [...text.matchAll(/\/files\/(?:\w+\/)?([^"/]+)"/g)].map(([, name = '']) => name);
}
