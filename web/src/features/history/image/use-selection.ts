import type { PublicGeneration } from '@atelier/contract';
import { useState } from 'react';
import { useStore } from '#lib/store.ts';
import { generationsStore } from '#product/generation/generations-store.ts';
import { isWholePage, nothingSelected, pageToggled, toggled, updated } from './selection.ts';

/** What is selected, here and on other pages of the history; gone when the history is left. */
export function useSelection(page: readonly PublicGeneration[]) {
  const [selection, setSelection] = useState(nothingSelected);
  const { deletedIds } = useStore(generationsStore);
  return {
    // Another tab may have deleted what was selected here.
    records: [...selection.records.values()].filter(({ id }) => !deletedIds.has(id)),
    isSelected: (id: string) => selection.records.has(id),
    isWholePage: isWholePage(selection, page),
    toggle: (id: string, isRange: boolean) => setSelection((known) => toggled(known, page, id, isRange)),
    togglePage: () => setSelection((known) => pageToggled(known, page)),
    update: (news: readonly PublicGeneration[]) => setSelection((known) => updated(known, news)),
    clear: () => setSelection(nothingSelected),
  };
}
