import { reloadForNewBuild } from './new-build.ts';
import { PartError } from './part-error.ts';

/** A network that failed a moment ago may answer now. */
const pauseMs = 400;

/** A network that has not answered by then never will; what it has begun to send may take its time. */
const answerMs = 10_000;

/** Files that have been fetched or are on their way, by address. */
const fetched = new Map<string, Promise<void>>();

/**
 * Runs in the place of every `import()` of the built app (web/build/import-parts.ts), with the files that the import needs.
 * Browsers remember that a module failed and never ask for it again, so each file is fetched before it is imported, and once
 * more if that fails. When it is gone for good, a newer build may have replaced it: then the page is opened again, once.
 */
export async function importPart<Part>(
  load: () => Promise<Part>,
  files: readonly string[] = [],
): Promise<Part> {
  try {
    await Promise.all([...new Set([...files, ...namesIn(load)])].map(fetchFile));
    return await load();
  } catch (error) {
    await reloadForNewBuild(error);
    throw error;
  }
}

/** The build gives no list to an import of a single file: its name is in the import alone. */
function namesIn(load: () => unknown): string[] {
  const names = String(load).matchAll(/\bimport\(\s*[`'"]\.\/([^`'"]+)[`'"]\s*\)/g);
  return [...names].map(([, name]) => `assets/${name}`);
}

function fetchFile(file: string): Promise<void> {
  const { href } = new URL(file, `${location.origin}/`);
  const known = fetched.get(href);
  if (known) return known;
  const get = () => (href.endsWith('.css') ? addStyle(href) : fetchScript(href));
  const begun = isPresent(file, href)
    ? Promise.resolve()
    : get().catch(async () => {
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
        await get();
      });
  fetched.set(href, begun);
  begun.catch(() => fetched.delete(href));
  return begun;
}

/** The document has the file, or is loading it. */
function isPresent(file: string, href: string): boolean {
  if (document.querySelector(`style[data-file="/${CSS.escape(file)}"]`)) return true;
  return [
    ...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload], link[rel=stylesheet]'),
  ].some((link) => link.href === href);
}

/**
 * Into the cache of the browser, from which the import takes it. Not with a `preload` link: browsers remember a preload that
 * failed as well.
 */
async function fetchScript(href: string): Promise<void> {
  const request = new AbortController();
  const late = setTimeout(() => request.abort(), answerMs);
  const reply = await fetch(href, { signal: request.signal }).catch((error: unknown) => {
    throw new PartError(href, error);
  });
  clearTimeout(late);
  if (!reply.ok) throw new PartError(href);
  // Only a whole body is kept.
  await reply.arrayBuffer();
}

function addStyle(href: string): Promise<void> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = href;
  return new Promise((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new PartError(href));
    };
    document.head.append(link);
  });
}
