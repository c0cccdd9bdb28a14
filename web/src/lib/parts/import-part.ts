import { reloadForNewBuild } from './new-build.ts';

/** A network that failed a moment ago may answer now. */
const pauseMs = 400;

/** By address, the files that have been fetched or are on their way. */
const fetched = new Map<string, Promise<void>>();

/** The requests that are on their way. */
const running = new Set<AbortController>();

/** Makes every request again that is on its way: those that wait for them go on waiting. */
export function fetchAgain(): void {
  for (const request of running) request.abort();
}

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
  const begun = isPresent(file, href) ? Promise.resolve() : fetchPatiently(href);
  fetched.set(href, begun);
  begun.catch(() => fetched.delete(href));
  return begun;
}

/** Once more where it fails, and as often as `fetchAgain` ends it. */
async function fetchPatiently(href: string): Promise<void> {
  for (let failures = 0; ; ) {
    const request = new AbortController();
    running.add(request);
    try {
      return await (href.endsWith('.css')
        ? addStyle(href, request.signal)
        : fetchScript(href, request.signal));
    } catch (error) {
      if (!request.signal.aborted) failures += 1;
      if (failures > 1) throw error;
    } finally {
      running.delete(request);
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
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
async function fetchScript(href: string, signal: AbortSignal): Promise<void> {
  const reply = await fetch(href, { signal }).catch((error: unknown) => {
    throw new PartError(href, error);
  });
  if (!reply.ok) throw new PartError(href);
  // Only a whole body is kept.
  await reply.arrayBuffer();
}

function addStyle(href: string, signal: AbortSignal): Promise<void> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = href;
  return new Promise((resolve, reject) => {
    const fail = () => {
      link.remove();
      reject(new PartError(href));
    };
    link.onload = () => {
      signal.removeEventListener('abort', fail);
      resolve();
    };
    link.onerror = fail;
    signal.addEventListener('abort', fail);
    document.head.append(link);
  });
}

/** A file of the app that could not be fetched. */
export class PartError extends Error {
  constructor(href: string, cause?: unknown) {
    super(`${href} could not be loaded`, { cause });
    this.name = 'PartError';
  }
}
