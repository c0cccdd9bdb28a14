import { findKind, type Kind, kinds } from '@atelier/catalog';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { findKindAt } from '#lib/navigation/find-kind-at.ts';
import { readLastKind } from '#product/generation/last-kind.ts';
import type { PricingSearch } from './pricing-search.ts';

export const inMenuOrder: readonly Kind[] = [...kinds].sort((a, b) => a.menu.order - b.menu.order);

/**
 * The kind that the user came to buy credits for: the one in the address, or that of the form that led here, however many
 * pages ago, which is then added to the address. Undefined for users who have not seen a form.
 */
export function useChosenKind(search: PricingSearch): Kind | undefined {
  const navigate = useNavigate({ from: '/pricing/' });
  const [lastKind] = useState(readLastKind);
  const named = search.kind ?? findKindAt(search.redirect ?? '') ?? lastKind;
  const kind = named === undefined ? undefined : findKind(named);
  useEffect(() => {
    if (!kind || search.kind === kind.id) return;
    void navigate({ search: (known) => ({ ...known, kind: kind.id }), replace: true, resetScroll: false });
  }, [kind, search.kind, navigate]);
  return kind;
}
