import type { SearchSchemaInput } from '@tanstack/react-router';
import { ownPath } from '#lib/navigation/own-path.ts';

// Written without zod, since what reads search params is part of every page's bundle; invalid values are left out.

/**
 * `redirect` is the page the user came from; `pack` is the one they chose before they signed in; `kind` is what they
 * were about to make.
 */
export type PricingSearch = { redirect?: string; pack?: string; kind?: string };

export function readPricingSearch(search: PricingSearch & SearchSchemaInput): PricingSearch {
  return { redirect: ownPath(search.redirect), pack: search.pack, kind: search.kind };
}

/** The search params that the checkout page returns with. `redirect` is the page the user bought from. */
export type ReturnSearch = { purchase?: string; redirect?: string; cancelled?: string };

export function readReturnSearch(search: ReturnSearch & SearchSchemaInput): ReturnSearch {
  const { purchase, redirect, cancelled } = search;
  return { purchase, redirect: ownPath(redirect), cancelled };
}
