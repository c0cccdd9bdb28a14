import { fetchCurrentGenerations } from '#product/api/generations.ts';
import { moveToTrash, restoreFromTrash } from '#product/api/trash.ts';
import { applyGenerations, generationsStore } from '#product/generation/store/generations-store.ts';
import { trashedIds } from './trashed-ids.ts';

/** Hides generations and moves them to the trash. Rejects when that failed; then they are shown again. */
export async function trashGenerations(ids: readonly string[]): Promise<void> {
  hide(ids);
  try {
    await moveToTrash(ids);
  } catch (error) {
    show(ids);
    throw error;
  }
}

/** Most ids of one call; a list reads the others. */
const maxReadIds = 100;

/** Resolves to whether all of them were still in the trash. */
export async function restoreGenerations(ids: readonly string[]): Promise<boolean> {
  const missing = new Set(await restoreFromTrash(ids));
  const restored = ids.filter((id) => !missing.has(id));
  show(restored);
  applyGenerations(await fetchCurrentGenerations(restored.slice(0, maxReadIds)));
  return missing.size === 0;
}

function hide(ids: readonly string[]): void {
  trashedIds.set(new Set([...trashedIds.get(), ...ids]));
}

/** Shows restored generations again, also those that another page has restored, of which this page got no later event. */
export function show(ids: readonly string[]): void {
  const shown = new Set(ids);
  const without = (all: ReadonlySet<string>) => new Set([...all].filter((id) => !shown.has(id)));
  trashedIds.set(without(trashedIds.get()));
  const state = generationsStore.get();
  generationsStore.set({ ...state, deletedIds: without(state.deletedIds) });
}
