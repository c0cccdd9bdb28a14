import { queryClient } from '#lib/query-client.ts';
import type { LibraryType } from './filters/library-view.ts';

/** The query keys of a tab start with this, and those of all tabs with its first part. */
export function historyKey(type: LibraryType) {
  return ['history', type] as const;
}

/** Reads again what is visible of the library, and everything else of it when it is visited. */
export async function refreshLibrary(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['history'] });
}
