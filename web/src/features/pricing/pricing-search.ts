import type { SearchSchemaInput } from '@tanstack/react-router';
import { ownPath } from '#lib/navigation/own-path.ts';

/** `redirect` is where the user came from; `pack` is what they chose before they signed in. */
export type PricingSearch = { redirect?: string; pack?: string };

/** Plain code, since what reads addresses is part of every page; what does not fit is left out. */
export function readPricingSearch(search: PricingSearch & SearchSchemaInput): PricingSearch {
  return { redirect: ownPath(search.redirect), pack: search.pack };
}

/** What the payment page leads back with. `redirect` is where the user bought from. */
export type ReturnSearch = { purchase?: string; redirect?: string; cancelled?: string };

export function readReturnSearch(search: ReturnSearch & SearchSchemaInput): ReturnSearch {
  const { purchase, redirect, cancelled } = search;
  return { purchase, redirect: ownPath(redirect), cancelled };
}
