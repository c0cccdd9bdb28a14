import type { PublicGeneration } from '@atelier/contract';

/** The chosen records of any page, and the one that was last chosen or unchosen: a range begins there. */
export type Selection = { records: ReadonlyMap<string, PublicGeneration>; anchorId: string | undefined };

export const nothingSelected: Selection = { records: new Map(), anchorId: undefined };

/**
 * Chooses or unchooses a record. With `isRange` all records of the page from the anchor to it become what it becomes;
 * an anchor on another page makes no range.
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
  return { records: changed(selection.records, range, !selection.records.has(id)), anchorId: id };
}

/** Chooses all of a page; when all are chosen already, unchooses them. */
export function pageToggled(selection: Selection, page: readonly PublicGeneration[]): Selection {
  return {
    records: changed(selection.records, page, !isWholePage(selection, page)),
    anchorId: undefined,
  };
}

export function isWholePage({ records }: Selection, page: readonly PublicGeneration[]): boolean {
  return page.length > 0 && page.every(({ id }) => records.has(id));
}

/** Takes over newer versions of chosen records. */
export function updated(selection: Selection, news: readonly PublicGeneration[]): Selection {
  const known = news.filter(({ id }) => selection.records.has(id));
  return { ...selection, records: changed(selection.records, known, true) };
}

function changed(
  records: ReadonlyMap<string, PublicGeneration>,
  range: readonly PublicGeneration[],
  isChosen: boolean,
): Map<string, PublicGeneration> {
  const next = new Map(records);
  for (const generation of range) {
    if (isChosen) next.set(generation.id, generation);
    else next.delete(generation.id);
  }
  return next;
}
