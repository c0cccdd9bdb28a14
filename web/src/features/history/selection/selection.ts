import { maxLibraryIds, type PublicGeneration } from '@atelier/contract';
import i18next from 'i18next';
import { type MouseEvent, useEffect, useMemo } from 'react';
import { createStore, useStore } from '#lib/store.ts';
import { hasEnded } from '#product/generation/store/generations-state.ts';
import { generationsStore } from '#product/generation/store/generations-store.ts';
import { showToast } from '#ui/show-toast.ts';

/** The selected generations of any page, and the one that was toggled last, where a range starts. */
export type Selection = {
  generations: ReadonlyMap<string, PublicGeneration>;
  anchorId: string | undefined;
  /** The user has begun to select, with nothing selected yet perhaps: a press then selects in place of opening. */
  isOn: boolean;
};

export const nothingSelected: Selection = { generations: new Map(), anchorId: undefined, isOn: false };

/** Outside of the library's content, because a button in its header begins and ends it. */
const store = createStore(nothingSelected);

/** Begins to select: from now on, a press on a work selects it. */
export function beginSelecting(): void {
  store.set({ ...store.get(), isOn: true });
}

/**
 * Whether a press on a work selects it in place of opening it: with a key that selects, or in select mode. The key Enter
 * opens.
 */
export function isSelectingPress(event: MouseEvent): boolean {
  const hasKey = event.ctrlKey || event.metaKey || event.shiftKey;
  return hasKey || (store.get().isOn && event.detail > 0);
}

export function endSelecting(): void {
  store.set(nothingSelected);
}

/** Whether the user is selecting, for what is outside of the library's content. */
export function useIsSelecting(): boolean {
  const { generations, isOn } = useStore(store);
  return isOn || generations.size > 0;
}

/** Selection across all parts of the library, kept until the user leaves the library. */
export function useSelection() {
  const selection = useStore(store);
  const { deletedIds } = useStore(generationsStore);
  useEffect(() => endSelecting, []);
  useEffect(() => store.set(withoutDeleted(store.get(), deletedIds)), [deletedIds]);
  return useMemo(() => {
    // Another tab may have deleted what was selected here.
    const generations = [...selection.generations.values()].filter(({ id }) => !deletedIds.has(id));
    return {
      generations,
      anchorId: selection.anchorId,
      isOn: selection.isOn,
      isSelecting: selection.isOn || generations.length > 0,
      isSelected: (id: string) => selection.generations.has(id),
      isWhole: (page: readonly PublicGeneration[]) => isWholePage(selection, page),
      toggle: (page: readonly PublicGeneration[], id: string, isRange: boolean) =>
        put(toggled(store.get(), page, id, isRange)),
      togglePage: (page: readonly PublicGeneration[]) => put(pageToggled(store.get(), page)),
      update: (newer: readonly PublicGeneration[]) => put(updated(store.get(), newer)),
      /** Selects these generations and no others. */
      choose: (wanted: readonly PublicGeneration[]) =>
        put({
          ...store.get(),
          generations: changed(new Map(), wanted, true),
          anchorId: wanted.at(-1)?.id,
        }),
      add: (more: readonly PublicGeneration[]) => {
        const known = store.get();
        put({ ...known, generations: changed(known.generations, more, true) });
      },
      clear: endSelecting,
    };
  }, [selection, deletedIds]);
}

function put(selection: Selection): void {
  const kept = cut(selection);
  if (kept !== selection) showLimit();
  store.set(kept);
}

/**
 * Returns the selection with as many generations as one call changes, those that were selected first; the same with no
 * more.
 */
export function cut(selection: Selection): Selection {
  const { generations } = selection;
  if (generations.size <= maxLibraryIds) return selection;
  return { ...selection, generations: new Map([...generations].slice(0, maxLibraryIds)) };
}

export function showLimit(): void {
  showToast(i18next.t('library:select.limit', { max: maxLibraryIds }), { tone: 'error' });
}

export type SelectionState = ReturnType<typeof useSelection>;

/** Running generations cannot be selected: nothing that is done to a selection can be done to them. */
const canBeSelected = ({ status }: PublicGeneration) => hasEnded(status);

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
  return {
    ...selection,
    generations: changed(selection.generations, range, !selection.generations.has(id)),
    anchorId: id,
  };
}

/** Selects a whole page, or deselects it when all of it is selected already. */
export function pageToggled(selection: Selection, page: readonly PublicGeneration[]): Selection {
  return {
    ...selection,
    generations: changed(selection.generations, page, !isWholePage(selection, page)),
    anchorId: undefined,
  };
}

export function isWholePage({ generations }: Selection, page: readonly PublicGeneration[]): boolean {
  const ended = page.filter(canBeSelected);
  return ended.length > 0 && ended.every(({ id }) => generations.has(id));
}

/** Returns the selection without generations that have been deleted; the same when none of it was. */
export function withoutDeleted(selection: Selection, deletedIds: ReadonlySet<string>): Selection {
  const rest = [...selection.generations].filter(([id]) => !deletedIds.has(id));
  return rest.length === selection.generations.size
    ? selection
    : { ...selection, generations: new Map(rest) };
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
    if (!isSelected) next.delete(generation.id);
    else if (canBeSelected(generation)) next.set(generation.id, generation);
  }
  return next;
}
