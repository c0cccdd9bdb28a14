type Room = { maxFiles: number; usedCount: number };

/** The files that a field has room for. A single field takes the first in place of what it has. */
export function takeFiles<Item>(files: readonly Item[], { maxFiles, usedCount }: Room): readonly Item[] {
  if (maxFiles === 1) return files.slice(0, 1);
  return files.slice(0, Math.max(0, maxFiles - usedCount));
}
