import type { SearchSchemaInput } from '@tanstack/react-router';
import { ownPath } from '#lib/navigation/own-path.ts';

/** What the payment page leads back with. `redirect` is where the user bought from. */
export type ReturnSearch = { purchase?: string; redirect?: string; cancelled?: string };

export function readReturnSearch(search: ReturnSearch & SearchSchemaInput): ReturnSearch {
  const { purchase, redirect, cancelled } = search;
  return { purchase, redirect: ownPath(redirect), cancelled };
}
