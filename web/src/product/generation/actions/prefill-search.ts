import type { SearchSchemaInput } from '@tanstack/react-router';

export type PrefillSearch = Record<string, string>;

/** Links may give numbers and switches as such. */
type PrefillInput = Readonly<Record<string, string | number | boolean | undefined>>;

/**
 * A query that fills a form. Any names and texts pass here: the form checks each against its own field and reports
 * what it dropped. Plain code without a schema library, because every page loads the route tree.
 */
export function prefillSearch(search: PrefillInput & SearchSchemaInput): PrefillSearch {
  const given = Object.entries(search).filter(
    ([, value]) => value !== undefined && typeof value !== 'object',
  );
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}
