/** One short text that outlives a reload of this tab. Nothing where a browser forbids storage. */
export function readNote(name: string): string | null {
  return storage()?.getItem(name) ?? null;
}

export function writeNote(name: string, text: string | null): void {
  if (text === null) storage()?.removeItem(name);
  else storage()?.setItem(name, text);
}

/** Reading the property itself throws where storage is forbidden. */
function storage(): Storage | undefined {
  try {
    return window.sessionStorage;
  } catch {
    return undefined;
  }
}
