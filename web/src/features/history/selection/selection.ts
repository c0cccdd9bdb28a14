import type { PublicGeneration } from '@atelier/contract';
import { useMemo, useState } from 'react';
import { useStore } from '#lib/store.ts';
import { generationsStore } from '#product/generation/store/generations-store.ts';

/** Selection across all parts of the library, kept until the user leaves the library. */
export function useSelection() {
  const [selection, setSelection] = useState(nothingSelected);
  const { deletedIds } = useStore(generationsStore);
  return useMemo(() => {
    // Another tab may have deleted what was selected here.
    const generations = [...selection.generations.values()].filter(({ id }) => !deletedIds.has(id));
    return {
      generations,
      anchorId: selection.anchorId,
      isSelected: (id: string) => selection.generations.has(id),
      isWhole: (page: readonly PublicGeneration[]) => isWholePage(selection, page),
      toggle: (page: readonly PublicGeneration[], id: string, isRange: boolean) =>
        setSelection((known) => toggled(known, page, id, isRange)),
      togglePage: (page: readonly PublicGeneration[]) => setSelection((known) => pageToggled(known, page)),
      update: (newer: readonly PublicGeneration[]) => setSelection((known) => updated(known, newer)),
      /** Selects these generations and no others. */
      choose: (wanted: readonly PublicGeneration[]) =>
        setSelection({ generations: changed(new Map(), wanted, true), anchorId: wanted.at(-1)?.id }),
      add: (more: readonly PublicGeneration[]) =>
        setSelection((known) => ({ ...known, generations: changed(known.generations, more, true) })),
      clear: () => setSelection(nothingSelected),
    };
  }, [selection, deletedIds]);
}

export type SelectionState = ReturnType<typeof useSelection>;

/** The selected generations of any page, and the one that was toggled last, where a range starts. */
export type Selection = {
  generations: ReadonlyMap<string, PublicGeneration>;
  anchorId: string | undefined;
};

export const nothingSelected: Selection = { generations: new Map(), anchorId: undefined };

/**
 * Selects or deselects a generation. With `isRange`, everything on the page between the anchor and it changes with
 * it; an anchor on another page makes no range.
 */
export function toggled(
  selection: Selection,
  page: readonly PublicGeneration[],
  id: string,
  isRange: boolean,
): Selection {
  const end = page.findIndex((generation) => generation.id === id);
  const anchor = page.findIndex((generation) => generation.id === selection.anchorId);
  const start = isRange && anchor >= 0 ? anchor : end;
  const range = page.slice(Math.min(start, end), Math.max(start, end) + 1);
  return { generations: changed(selection.generations, range, !selection.generations.has(id)), anchorId: id };
}

/** Selects a whole page, or deselects it when all of it is selected already. */
export function pageToggled(selection: Selection, page: readonly PublicGeneration[]): Selection {
  return {
    generations: changed(selection.generations, page, !isWholePage(selection, page)),
    anchorId: undefined,
  };
}

export function isWholePage({ generations }: Selection, page: readonly PublicGeneration[]): boolean {
  return page.length > 0 && page.every(({ id }) => generations.has(id));
}

/** Takes over newer revisions of selected generations. */
export function updated(selection: Selection, newer: readonly PublicGeneration[]): Selection {
  const known = newer.filter(({ id }) => selection.generations.has(id));
  return { ...selection, generations: changed(selection.generations, known, true) };
}

function changed(
  known: ReadonlyMap<string, PublicGeneration>,
  range: readonly PublicGeneration[],
  isSelected: boolean,
): Map<string, PublicGeneration> {
  const next = new Map(known);
  for (const generation of range) {
    if (isSelected) next.set(generation.id, generation);
    else next.delete(generation.id);
  }
  return next;
}
