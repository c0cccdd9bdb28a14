/** The current path and query, for returning to it later. */
export function currentPath(): string {
  return window.location.pathname + window.location.search;
}

/** A path of this app, read from a query; undefined for anything outside it, so that a link cannot redirect elsewhere. */
export function ownPath(text: string | undefined): string | undefined {
  if (!text?.startsWith('/')) return undefined;
  const url = URL.parse(text, window.location.origin);
  if (!url || url.origin !== window.location.origin || url.pathname.startsWith('/api/')) return undefined;
  // Normalising can bring a second slash to the front ("/.//host").
  return url.pathname.startsWith('//') ? undefined : url.pathname + url.search + url.hash;
}
