import { setTimeout as wait } from 'node:timers/promises';
import { AtelierError } from './atelier-error.ts';
import type { components } from './schema.gen.ts';
import { type Connection, sendUntilAnswered } from './send.ts';

export type Generation = components['schemas']['Generation'];

export type WatchOptions = {
  /** Called with each generation at first, and whenever it has changed. */
  onChange?: (generation: Generation) => void;
  /** Ends the watching; the generations run on. */
  signal?: AbortSignal;
};

const firstPauseMs = 1_000;
const longestPauseMs = 10_000;
const idsPerCall = 100;

/** Accepted, and not ended. */
export function isRunning({ status }: Pick<Generation, 'status'>): boolean {
  return status === 'waiting' || status === 'pending' || status === 'processing';
}

/**
 * Asks for generations until all of them have ended, every second at first and every ten later. Returns them in the order of
 * the ids, failed ones too. Lost connections are made again: the generations are the site's, and go on meanwhile.
 */
export async function watchAll(
  connection: Connection,
  ids: readonly string[],
  { onChange, signal }: WatchOptions = {},
): Promise<Generation[]> {
  const latest = new Map<string, Generation>();
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 1.3, longestPauseMs)) {
    const open = ids.filter((id) => isOpen(latest.get(id)));
    for (const generation of await readAll(connection, open, signal)) {
      const previous = latest.get(generation.id);
      if (previous && previous.revision >= generation.revision) continue;
      latest.set(generation.id, generation);
      onChange?.(generation);
    }
    const all = ids.flatMap((id) => latest.get(id) ?? []);
    if (!all.some(isRunning)) return all;
    await wait(pauseMs, undefined, { signal });
  }
}

function isOpen(generation: Generation | undefined): boolean {
  return generation === undefined || isRunning(generation);
}

/** Reads generations a hundred at a time. Throws AtelierError `not_found` when the key's owner does not have one of them. */
export async function readAll(
  connection: Connection,
  ids: readonly string[],
  signal?: AbortSignal,
): Promise<Generation[]> {
  const found: Generation[] = [];
  for (let at = 0; at < ids.length; at += idsPerCall)
    found.push(...(await readSome(connection, ids.slice(at, at + idsPerCall), signal)));
  return found;
}

async function readSome(
  connection: Connection,
  ids: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Generation[]> {
  const [only] = ids;
  if (only !== undefined && ids.length === 1) return [await readOne(connection, only, signal)];
  const query = { ids: ids.join(',') };
  const listed = await sendUntilAnswered(
    connection,
    (each) => connection.api.GET('/api/generations', { params: { query }, signal: each }),
    { signal },
  ).catch((error: unknown) => {
    // A key that may only generate follows each by itself.
    if (error instanceof AtelierError && error.code === 'key_scope_missing') return { data: [] };
    throw error;
  });
  const byId = new Map(listed.data.map((generation) => [generation.id, generation]));
  const all: Generation[] = [];
  for (const id of ids) all.push(byId.get(id) ?? (await readOne(connection, id, signal)));
  return all;
}

async function readOne(
  connection: Connection,
  id: string,
  signal: AbortSignal | undefined,
): Promise<Generation> {
  const { generation } = await sendUntilAnswered(
    connection,
    (each) => connection.api.GET('/api/generations/{id}', { params: { path: { id } }, signal: each }),
    { signal },
  );
  return generation;
}
