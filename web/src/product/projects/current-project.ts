import { useSyncExternalStore } from 'react';
import { readDraft, writeShared } from '#lib/drafts.ts';
import { createStore } from '#lib/store.ts';

const draftName = 'project';

/** What an address names where the record has none. */
export const noProject = 'none';

const choices = createStore(0);

/** The project that new generations go into, which every form shares; it is forgotten when its user signs out. */
export function currentProjectId(): string | undefined {
  return readDraft(draftName).id as string | undefined;
}

export function useCurrentProjectId(): string | undefined {
  return useSyncExternalStore(choices.subscribe, currentProjectId, currentProjectId);
}

export function keepCurrentProject(id: string | undefined): void {
  writeShared(draftName, { id });
  choices.set(choices.get() + 1);
}
