/** Saves what is not saved yet; resolves once that was tried. */
type Save = () => Promise<unknown>;

const saves = new Set<Save>();

/** Has something saved before the user signs out. Returns what stops it. */
export function saveBeforeSignOut(save: Save): () => void {
  saves.add(save);
  return () => void saves.delete(save);
}

/** Resolves once everything was tried to be saved: signing out clears the browser of it. */
export async function saveAll(): Promise<void> {
  await Promise.allSettled([...saves].map((save) => save()));
}
