import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { beginSelecting, endSelecting, type SelectionState, useIsSelecting } from './selection.ts';

/** Begins to select, and ends it. */
export function SelectModeButton() {
  const { t } = useTranslation('library');
  const isSelecting = useIsSelecting();
  return (
    <Button className="min-h-11 shrink-0 px-3!" onClick={isSelecting ? endSelecting : beginSelecting}>
      {t(isSelecting ? 'select.done' : 'select.begin')}
    </Button>
  );
}

/** Announces how many are selected; Escape ends the selection, and Back does in which it was begun by touch. */
export function SelectionWatch({ selection }: { selection: SelectionState }) {
  const { t } = useTranslation('library');
  const { history } = useRouter();
  const { generations, isOn, isSelecting } = selection;
  useEffect(() => {
    if (!isSelecting) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || isElsewhere(event.target)) return;
      event.preventDefault();
      endSelecting();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isSelecting]);
  useEffect(() => {
    if (!isOn) return;
    return history.block({
      enableBeforeUnload: false,
      blockerFn: ({ action }) => {
        // Back closes the viewer while it is open.
        if (action !== 'BACK' || isCovered()) return false;
        endSelecting();
        return true;
      },
    });
  }, [isOn, history]);
  return (
    <p role="status" className="sr-only">
      {generations.length > 0 ? t('batch.count', { count: generations.length }) : null}
    </p>
  );
}

function isCovered(): boolean {
  return document.querySelector('dialog[open], [popover]:popover-open') !== null;
}

/** Returns true in a field that takes letters, or while something is open above the page, such as the viewer or a menu. */
export function isElsewhere(target: EventTarget | null): boolean {
  const field = 'input:not([type="checkbox"], [type="range"]), textarea, select, [role="menu"]';
  return isCovered() || (target instanceof Element && target.closest(field) !== null);
}
