/** `localStorage` is shared by all tabs and stays; `sessionStorage` is of one tab, and goes with it. */
export type Area = 'localStorage' | 'sessionStorage';

export const areas: readonly Area[] = ['localStorage', 'sessionStorage'];

export function readItem(area: Area, key: string): string | undefined {
  try {
    return storageAt(area)?.getItem(key) ?? undefined;
  } catch {
    return undefined; // A browser that forbids storage has nothing stored.
  }
}

/** Whether it was stored: browsers forbid storage, and run out of it. */
export function writeItem(area: Area, key: string, text: string): boolean {
  try {
    const items = storageAt(area);
    items?.setItem(key, text);
    return items !== undefined;
  } catch (error) {
    console.warn(`"${key}" could not be stored in this browser (${area})`, error);
    return false;
  }
}

export function removeItem(area: Area, key: string): void {
  try {
    storageAt(area)?.removeItem(key);
  } catch (error) {
    console.warn(`"${key}" could not be removed from this browser (${area})`, error);
  }
}

export function listKeys(area: Area): string[] {
  try {
    const items = storageAt(area);
    const keys = Array.from({ length: items?.length ?? 0 }, (_, index) => items?.key(index));
    return keys.filter((key) => typeof key === 'string');
  } catch {
    return []; // A browser that forbids storage has nothing stored.
  }
}

/** Reading the property itself throws where a browser forbids storage; some apps that show pages have `null` there. */
function storageAt(area: Area): Storage | undefined {
  return typeof window === 'undefined' ? undefined : (window[area] ?? undefined);
}
