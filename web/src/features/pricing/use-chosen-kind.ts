import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { findKindAt } from '#lib/navigation/find-kind-at.ts';
import { readLastKind } from '#product/generation/last-kind.ts';
import { type PriceTable, priceTables } from './price-tables.build.ts';
import type { PricingSearch } from './pricing-search.ts';

/**
 * The kind that the user came to buy credits for: the one in the address, or that of the form that led here, however many
 * pages ago, which is then added to the address. Undefined for users who have not seen a form.
 */
export function useChosenKind(search: PricingSearch): PriceTable | undefined {
  const navigate = useNavigate({ from: '/pricing/' });
  const [lastKind] = useState(readLastKind);
  const named = search.kind ?? findKindAt(search.redirect ?? '') ?? lastKind;
  const kind = priceTables.find(({ id }) => id === named);
  useEffect(() => {
    if (!kind || search.kind === kind.id) return;
    void navigate({ search: (known) => ({ ...known, kind: kind.id }), replace: true, resetScroll: false });
  }, [kind, search.kind, navigate]);
  return kind;
}
