import { useSyncExternalStore } from 'react';
import { createSignal } from '#lib/store.ts';
import { followKept, readKept, writeKept } from '#product/kept/kept.ts';

/** Value in an address for a generation without a project. */
export const noProject = 'none';

const choices = createSignal();
followKept('project', choices.notify);

/** The project that new generations go into, which every form shares; it is forgotten when its user signs out. */
export function currentProjectId(): string | undefined {
  return readKept('project');
}

export function useCurrentProjectId(): string | undefined {
  return useSyncExternalStore(choices.subscribe, currentProjectId, currentProjectId);
}

export function keepCurrentProject(id: string | undefined): void {
  writeKept('project', id);
  choices.notify();
}
