/**
 * Parses a query into strings, one per name. The router's own parser turns `?prompt=123` into a number; a route that
 * needs one converts it in its schema.
 */
export function readSearch(query: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(query));
}

/** Serializes a query without undefined, null and empty values. */
export function writeSearch(search: Readonly<Record<string, unknown>>): string {
  const set = Object.entries(search).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  );
  const query = new URLSearchParams(set.map(([name, value]) => [name, String(value)])).toString();
  return query === '' ? '' : `?${query}`;
}
