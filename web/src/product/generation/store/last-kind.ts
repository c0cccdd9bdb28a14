import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { createStore, useStore } from '#lib/store.ts';
import { findKindAt } from '#product/navigation/find-kind-at.ts';

/** The kind of the form that was shown last since the page was loaded, for pages that follow it, such as the prices. */
export const lastKind = createStore<string | undefined>(undefined);

export function useAsLastKind(kindId: string): void {
  useEffect(() => lastKind.set(kindId), [kindId]);
}

/** The search of a link to the prices: the address of that page never changes after it has been opened. */
export function usePricingSearch(): { kind?: string } {
  const pathname = useLocation({ select: (location) => location.pathname });
  // Rerenders when another model is chosen on a page: its draft names that model.
  useStore(lastKind);
  return { kind: findKindAt(pathname) };
}
