import type { Kind, Medium } from '@atelier/catalog';
import { use, useEffect, useReducer } from 'react';
import { loadKindWords } from './kind-words.ts';
import { tracked } from './tracked.ts';

/**
 * The kinds whose forms this page has needed so far: their fields, rules and prices, and their words. Each loads by
 * itself, so that what a page loads does not grow with the number of kinds.
 */
const loaded = new Map<string, Kind>();
const loading = new Map<string, Promise<Kind | undefined>>();

/** Loads a kind with its words; undefined for an id that the catalog does not have. */
export function loadKind(id: string): Promise<Kind | undefined> {
  const known = loading.get(id);
  if (known) return known;
  const begun = tracked(fetchKind(id));
  loading.set(id, begun);
  // The next one who needs it tries again.
  begun.catch(() => loading.delete(id));
  return begun;
}

/** Loads all kinds of a medium, in the order of the menu. */
export async function loadKindsOfMedium(medium: Medium): Promise<Kind[]> {
  const { kindEntries } = await import('./kind-entries.build.ts');
  const ids = kindEntries.filter((entry) => entry.medium === medium).map(({ id }) => id);
  const kinds = await Promise.all(ids.map(loadKind));
  return kinds.filter((kind) => kind !== undefined);
}

const media = new Map<Medium, Promise<readonly Kind[]>>();

/** Begins what `useKindsOfMedium` waits for. Does not reject. */
export function prepareKindsOfMedium(medium: Medium): void {
  void beginLoadingKinds(medium).catch(() => undefined);
}

/** Returns all kinds of a medium, for lists of the other models of a form; suspends until they have loaded. */
export function useKindsOfMedium(medium: Medium): readonly Kind[] {
  return use(beginLoadingKinds(medium));
}

function beginLoadingKinds(medium: Medium): Promise<readonly Kind[]> {
  const known = media.get(medium);
  if (known) return known;
  const begun = tracked(loadKindsOfMedium(medium));
  media.set(medium, begun);
  begun.catch(() => media.delete(medium));
  return begun;
}

/** Returns the kind of a page, or undefined when the catalog does not have the id; suspends until it has loaded. */
export function useKind(id: string): Kind | undefined {
  return use(loadKind(id));
}

/** Returns the kind of a page of a medium, or undefined when the medium has no such kind; suspends until it has loaded. */
export function useKindOfMedium(medium: Medium, id: string): Kind | undefined {
  const kind = useKind(id);
  return kind?.medium === medium ? kind : undefined;
}

/** Returns the kind for generations of any kind: undefined until it has loaded, null when the catalog does not have it. */
export function useKindOnceLoaded(id: string): Kind | null | undefined {
  return useKindsOnceLoaded([id]).get(id);
}

/** Returns several kinds, each as `useKindOnceLoaded` does. */
export function useKindsOnceLoaded(ids: readonly string[]): ReadonlyMap<string, Kind | null> {
  const [, refresh] = useReducer((count: number) => count + 1, 0);
  const missing = ids.filter((id) => !loaded.has(id) && !unknown.has(id)).join(' ');
  useEffect(() => {
    if (missing === '') return;
    let isShown = true;
    const show = () => {
      if (isShown) refresh();
    };
    const load = () => void Promise.all(missing.split(' ').map(loadKind)).then(show, reportOrWait);
    const reportOrWait = (error: unknown) => {
      if (navigator.onLine) console.error('The form of a kind could not be loaded', error);
      else if (isShown) window.addEventListener('online', load, { once: true });
    };
    load();
    return () => {
      isShown = false;
      window.removeEventListener('online', load);
    };
  }, [missing]);
  return new Map(
    ids.flatMap((id): [string, Kind | null][] => {
      const kind = loaded.get(id) ?? (unknown.has(id) ? null : undefined);
      return kind === undefined ? [] : [[id, kind]];
    }),
  );
}

/** The name of the model of a kind that has loaded, as "Kling 3.0 Pro". */
export function findModelLabel({ id }: Kind): string {
  return labels.get(id) ?? '';
}

const labels = new Map<string, string>();

const unknown = new Set<string>();

async function fetchKind(id: string): Promise<Kind | undefined> {
  const { kindFiles, modelLabels } = await import('./kind-files.ts');
  const load = kindFiles.get(id);
  if (!load) {
    unknown.add(id);
    return undefined;
  }
  const [kind] = await Promise.all([load(), loadKindWords(id)]);
  loaded.set(id, kind);
  labels.set(id, modelLabels[id] ?? '');
  return kind;
}
