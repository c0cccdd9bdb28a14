/** The values of a form, by field, or other work of the user: kept in the browser by name, to survive reloads and signing in. */
export type Draft = Readonly<Record<string, unknown>>;

/** What the storage calls a draft: this and its name. */
export const draftPrefix = 'atelier.draft.';

/** What the browser had no room for; it lasts as long as the page. */
const unstored = new Map<string, Draft>();

/** The draft of this tab, else the one that any tab wrote last: two tabs do not overwrite each other's text. */
export function readDraft(name: string): Draft {
  return unstored.get(name) ?? read('sessionStorage', name) ?? read('localStorage', name) ?? {};
}

export function writeDraft(name: string, draft: Draft): void {
  write('localStorage', name, draft);
  if (write('sessionStorage', name, draft)) unstored.delete(name);
  else unstored.set(name, draft);
}

/** Writes a draft that all tabs have in common, as long as the browser has room for it. */
export function writeShared(name: string, draft: Draft): void {
  if (write('localStorage', name, draft)) {
    unstored.delete(name);
    storage('sessionStorage')?.removeItem(draftPrefix + name);
  } else writeDraft(name, draft);
}

export function clearDrafts(): void {
  unstored.clear();
  for (const area of ['localStorage', 'sessionStorage'] as const) {
    const items = storage(area);
    for (const key of Object.keys(items ?? {})) if (key.startsWith(draftPrefix)) items?.removeItem(key);
  }
}

type Area = 'localStorage' | 'sessionStorage';

function read(area: Area, name: string): Draft | undefined {
  const text = storage(area)?.getItem(draftPrefix + name);
  if (!text) return undefined;
  try {
    const draft: unknown = JSON.parse(text);
    return typeof draft === 'object' && draft !== null ? (draft as Draft) : undefined;
  } catch {
    return undefined; // Not written by this app; the form falls back to its defaults.
  }
}

/** Whether it was stored. If not, this tab has none, so that no older draft is read in its place. */
function write(area: Area, name: string, draft: Draft): boolean {
  const items = storage(area);
  try {
    items?.setItem(draftPrefix + name, JSON.stringify(draft));
    return items !== undefined;
  } catch (error) {
    console.warn(`A draft could not be stored in this browser (${area})`, error);
    if (area === 'sessionStorage') items?.removeItem(draftPrefix + name);
    return false;
  }
}

/** Reading the property itself throws where a browser forbids storage. */
function storage(area: Area): Storage | undefined {
  try {
    return window[area];
  } catch {
    return undefined;
  }
}
