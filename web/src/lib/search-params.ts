/**
 * Query strings as plain text, one value a name. The router's own reading turns `?prompt=123` into a number; a
 * route that wants one says so in its schema.
 */
export function readSearch(query: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(query));
}

/** The query of what is set; absent, null and empty values are left out. */
export function writeSearch(search: Readonly<Record<string, unknown>>): string {
  const set = Object.entries(search).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  );
  const query = new URLSearchParams(set.map(([name, value]) => [name, String(value)])).toString();
  return query === '' ? '' : `?${query}`;
}
