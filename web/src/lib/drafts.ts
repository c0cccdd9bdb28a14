/** The values of a form, by field. Kept per kind in the browser, to survive reloads and signing in. */
export type Draft = Readonly<Record<string, unknown>>;

const prefix = 'atelier.draft.';

export function readDraft(kindId: string): Draft {
  const text = storage()?.getItem(prefix + kindId);
  if (!text) return {};
  try {
    const draft: unknown = JSON.parse(text);
    return typeof draft === 'object' && draft !== null ? (draft as Draft) : {};
  } catch {
    return {}; // Not written by this app; the form falls back to its defaults.
  }
}

export function writeDraft(kindId: string, draft: Draft): void {
  try {
    storage()?.setItem(prefix + kindId, JSON.stringify(draft));
  } catch (error) {
    console.warn('The draft could not be stored in this browser', error);
  }
}

export function clearDrafts(): void {
  const local = storage();
  if (!local) return;
  for (const key of Object.keys(local)) if (key.startsWith(prefix)) local.removeItem(key);
}

/** Reading the property itself throws where a browser forbids storage. */
function storage(): Storage | undefined {
  try {
    return window.localStorage;
  } catch {
    return undefined;
  }
}
