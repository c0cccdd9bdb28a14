import { readDraft, writeShared } from '#lib/drafts.ts';

const draftName = 'project';

/** The project that new generations go into, which every form shares; it is forgotten when its user signs out. */
export function currentProjectId(): string | undefined {
  return readDraft(draftName).id as string | undefined;
}

export function keepCurrentProject(id: string | undefined): void {
  writeShared(draftName, { id });
}
