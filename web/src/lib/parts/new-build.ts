import { holdingCount } from './hold-reload.ts';

/** Storage key without the prefix of owned entries, which are tidied when the page opens: this must outlast that. */
const reloadedKey = 'reloaded-for';

/**
 * Opens the page again after a part could not be loaded, if that helps, and then never resolves. It does when the server
 * names another build, whose files replaced those of this page, or when the browser refuses a module whose files are there.
 * Once for each build, and never while it would lose anything: forms keep their drafts, uploads and submissions do not.
 */
export async function reloadForNewBuild(error: unknown): Promise<void> {
  const named = await findNamedBuild();
  const own = readEntry(document);
  if (!named || holdingCount() > 0) return;
  if (named === own && !isRemembered(error)) return;
  if (!keepReload(named)) return;
  location.reload();
  await new Promise(() => undefined);
}

/** Whether the browser has no module for an address, and will not ask for it again: only a new page can have it. */
export function isRemembered(error: unknown): boolean {
  return error instanceof TypeError && /\bmodule\b/i.test(error.message);
}

/** The entry that documents of the server name now; undefined when there is no answer. */
async function findNamedBuild(): Promise<string | undefined> {
  if (navigator.onLine === false) return undefined;
  try {
    const reply = await fetch(location.pathname, { headers: { accept: 'text/html' }, cache: 'no-store' });
    const page = new DOMParser().parseFromString(await reply.text(), 'text/html');
    return readEntry(page);
  } catch (error) {
    console.warn('It is not known whether there is a new build', error);
    return undefined;
  }
}

/** The path of the app's own script, which the build names in every document (`web/build/inline-first-paint.ts`). */
function readEntry(page: Document): string | undefined {
  return page.querySelector<HTMLMetaElement>('meta[name=entry]')?.content;
}

/** Whether it is the first time. Without a storage that remembers it, a page could open itself again and again. */
function keepReload(build: string): boolean {
  try {
    if (sessionStorage.getItem(reloadedKey) === build) return false;
    sessionStorage.setItem(reloadedKey, build);
    return true;
  } catch (error) {
    console.warn('A new build waits for the next reload', error);
    return false;
  }
}
