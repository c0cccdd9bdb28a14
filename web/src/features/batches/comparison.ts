import type { PublicGeneration } from '@atelier/contract';
import { useState } from 'react';
import { useGenerationAddress } from '#product/generation/actions/generation-address.ts';

export type Comparison = ReturnType<typeof useComparison>;

/** Results that are selected, at most two; a third replaces the first. Only those with names can be compared. */
export function useComparison(generations: readonly PublicGeneration[], named: readonly PublicGeneration[]) {
  const { open } = useGenerationAddress();
  const [ids, setIds] = useState<readonly string[]>([]);
  const chosen = ids.flatMap((id) => generations.find((generation) => generation.id === id) ?? []);
  const [first, second] = chosen;
  const areNamed = chosen.every((generation) => named.includes(generation));
  return {
    ids: chosen.map(({ id }) => id),
    toggle: (id: string) =>
      setIds((known) =>
        known.includes(id) ? known.filter((each) => each !== id) : [...known, id].slice(-2),
      ),
    clear: () => setIds([]),
    compare: first && second && areNamed ? () => open({ id: first.id, compare: second.id }) : undefined,
  };
}
