import type { SearchSchemaInput } from '@tanstack/react-router';

export type PrefillSearch = Record<string, string>;

/** What links may give: numbers and switches as such. */
type PrefillInput = Readonly<Record<string, string | number | boolean | undefined>>;

/**
 * A query that fills a form. Any names and texts pass here: the form checks each against its own field and says
 * what it dropped (ruling 6). Plain code, since what reads addresses is part of every page.
 */
export function prefillSearch(search: PrefillInput & SearchSchemaInput): PrefillSearch {
  const given = Object.entries(search).filter(
    ([, value]) => value !== undefined && typeof value !== 'object',
  );
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}
