import { type RefObject, useEffect, useState } from 'react';

/** The row that replaces the deleted ones: the next one, else the last one that is left. */
export function rowAfter(ids: readonly string[], deleted: readonly string[]): string | undefined {
  const first = ids.findIndex((id) => deleted.includes(id));
  const isLeft = (id: string) => !deleted.includes(id);
  return ids.slice(Math.max(0, first)).find(isLeft) ?? ids.findLast(isLeft);
}

type Options = {
  /** Ids of the rows, in their order. */
  ids: readonly string[];
  /** A dialog is open, which has the focus until it has closed. */
  isCovered: boolean;
  headingRef: RefObject<HTMLElement | null>;
};

/** Returns the function to call with what is deleted: the focus, which was in it, goes to the next row or the heading. */
export function useFocusAfterDelete({
  ids,
  isCovered,
  headingRef,
}: Options): (deleted: readonly string[]) => void {
  const [next, setNext] = useState<{ id: string | undefined }>();
  useEffect(() => {
    if (!next || isCovered) return;
    const row =
      next.id === undefined ? null : document.querySelector(`[data-generation="${CSS.escape(next.id)}"]`);
    const title = row?.querySelector<HTMLElement>('h3 a') ?? headingRef.current;
    title?.focus();
    setNext(undefined);
  }, [next, isCovered, headingRef]);
  return (deleted) => setNext({ id: rowAfter(ids, deleted) });
}
