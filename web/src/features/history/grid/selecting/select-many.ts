import { maxLibraryIds } from '@atelier/contract';
import { type SelectionState, showLimit } from '../../selection/selection.ts';
import type { LibraryFeed } from '../feed/library-feed.ts';

type Selecting = Pick<SelectionState, 'isWhole' | 'toggle' | 'togglePage'>;

/**
 * Selects everything in the grid, or of a day, or nothing of it when it is selected: as many generations as one call
 * changes.
 */
export async function toggleAll(
  feed: LibraryFeed,
  selection: Selecting,
  { start, count } = { start: 0, count: feed.loaded.total },
): Promise<void> {
  const generations = await feed.between(start, start + count - 1, maxLibraryIds);
  if (count > maxLibraryIds && !selection.isWhole(generations)) showLimit();
  selection.togglePage(generations);
}

/** Selects or deselects from the anchor to a place. Of more generations than one call changes, those nearest to the anchor. */
export async function toggleRange(
  feed: LibraryFeed,
  selection: Selecting,
  anchor: number,
  place: number,
): Promise<void> {
  const reach = maxLibraryIds - 1;
  const end = Math.max(anchor - reach, Math.min(anchor + reach, place));
  const range = await feed.between(Math.min(anchor, end), Math.max(anchor, end), maxLibraryIds);
  const last = end < anchor ? range[0] : range.at(-1);
  if (!last) return;
  if (end !== place) showLimit();
  selection.toggle(range, last.id, true);
}
