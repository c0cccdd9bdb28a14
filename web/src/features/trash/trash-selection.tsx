import { maxLibraryIds, type TrashedGeneration } from '@atelier/contract';
import Trash2 from 'lucide-react/icons/trash-2';
import Undo2 from 'lucide-react/icons/undo-2';
import X from 'lucide-react/icons/x';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSingleRun } from '#lib/use-single-run.ts';
import { fetchTrash } from '#product/api/trash.ts';
import { showErrorToast } from '#product/messages/message-toasts.ts';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { pressedKey } from '#ui/pressed-key.ts';
import { showToast } from '#ui/show-toast.ts';

/** Ticked ids; `beyond` has those that the page has not listed yet, after everything was selected. */
type Ticked = {
  ids: ReadonlySet<string>;
  beyond: ReadonlySet<string>;
  anchorId: string | undefined;
  /** Boxes are there before anything is ticked. */
  isOn: boolean;
};

export const nothing: Ticked = { ids: new Set(), beyond: new Set(), anchorId: undefined, isOn: false };

export type TrashSelection = ReturnType<typeof useTrashSelection>;

/** Selection in the trash, without generations that have left it meanwhile. */
export function useTrashSelection(generations: readonly TrashedGeneration[], next: string | undefined) {
  const { t } = useTranslation('trash');
  const [ticked, setTicked] = useState(nothing);
  const listed = useMemo(() => generations.map(({ generation }) => generation.id), [generations]);
  const ids = useMemo(() => {
    const known = new Set(listed);
    return [...ticked.ids].filter((id) => known.has(id) || ticked.beyond.has(id));
  }, [listed, ticked]);
  return {
    ids,
    isSelecting: ticked.isOn || ids.length > 0,
    begin: () => setTicked({ ...nothing, isOn: true }),
    isTicked: (id: string) => ticked.ids.has(id),
    clear: () => setTicked(nothing),
    toggle: (id: string, isRange: boolean) => setTicked((known) => toggled(known, listed, id, isRange)),
    async tickAll() {
      const { ids: all, isCut } = await readOn(listed, next);
      if (isCut) showToast(t('select.limit', { max: maxLibraryIds }), { tone: 'error' });
      const ids = new Set(all);
      setTicked((known) => ({ ...known, ids, beyond: ids, anchorId: undefined }));
    },
  };
}

/** The ids of everything in the trash, those behind what is listed included: as many as one call restores or deletes. */
export async function readOn(
  listed: readonly string[],
  next: string | undefined,
): Promise<{ ids: string[]; isCut: boolean }> {
  const ids = [...listed];
  let before = next;
  while (before !== undefined && ids.length < maxLibraryIds) {
    const page = await fetchTrash(before, new AbortController().signal);
    ids.push(...page.data.map(({ generation }) => generation.id));
    before = page.next ?? undefined;
  }
  return { ids: ids.slice(0, maxLibraryIds), isCut: before !== undefined || ids.length > maxLibraryIds };
}

/** Toggles an id; with `isRange`, everything between the one toggled last and this one becomes as this one does. */
export function toggled(known: Ticked, listed: readonly string[], id: string, isRange: boolean): Ticked {
  const end = listed.indexOf(id);
  const anchor = isRange && known.anchorId !== undefined ? listed.indexOf(known.anchorId) : -1;
  const start = anchor >= 0 ? anchor : end;
  const ids = new Set(known.ids);
  const isTicked = !known.ids.has(id);
  for (const each of listed.slice(Math.min(start, end), Math.max(start, end) + 1)) {
    if (isTicked) ids.add(each);
    else ids.delete(each);
  }
  return { ...known, ids, anchorId: id };
}

/** Ctrl+A ticks everything, Escape nothing, Delete asks before it deletes what is ticked. */
export function pressInTrash(event: KeyboardEvent, selection: TrashSelection, onRemove: () => void): void {
  const isAll = (event.ctrlKey || event.metaKey) && pressedKey(event) === 'a';
  if (isAll) selection.tickAll().catch(showErrorToast);
  else if (event.key === 'Escape' && selection.isSelecting) selection.clear();
  else if (selection.ids.length === 0) return;
  else if (event.key === 'Delete') onRemove();
  else return;
  event.preventDefault();
}

type TrashBarProps = { selection: TrashSelection; onRestore: () => void; onRemove: () => void };

/** Bar at the bottom of the window that restores or deletes the ticked generations. */
export function TrashBar({ selection, onRestore, onRemove }: TrashBarProps) {
  const { t } = useTranslation('trash');
  const { isRunning, run } = useSingleRun(showErrorToast);
  const { ids, clear, tickAll } = selection;
  return (
    <div className="flex h-24 justify-center">
      <section
        aria-label={t('select.label')}
        data-replaces-bottom-bar
        className="batch-bar fixed z-30 flex animate-arrive flex-wrap items-center border-line bg-surface px-2 shadow-float"
      >
        <IconButton label={t('select.clear')} onClick={clear} tooltipSide="above-start">
          <X size={18} aria-hidden="true" />
        </IconButton>
        <p role="status" className="pr-2 text-sm font-medium whitespace-nowrap tabular-nums">
          {t('select.count', { count: ids.length })}
        </p>
        <Button variant="ghost" aria-busy={isRunning} onClick={() => run(tickAll)}>
          {t('select.all')}
        </Button>
        <Button variant="ghost" onClick={onRestore}>
          <Undo2 size={18} aria-hidden="true" />
          {t('restore')}
        </Button>
        <Button variant="ghost" onClick={onRemove}>
          <Trash2 size={18} aria-hidden="true" />
          {t('remove.confirm')}
        </Button>
      </section>
    </div>
  );
}
