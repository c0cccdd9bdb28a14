import type { PublicGeneration } from '@atelier/contract';
import type { KeyboardEvent } from 'react';
import { markGenerations } from '#product/generation/store/mark-generations.ts';
import { pressedKey } from '#ui/pressed-key.ts';
import { refreshLibrary } from '../../history-key.ts';
import type { TileActions } from './tile-overlay.tsx';

type Tiles = {
  generationAt: (place: number) => PublicGeneration | undefined;
  /** Where a key leads from a place; undefined for another key and at the edge. */
  nextPlace: (place: number, key: string) => number | undefined;
  selectAll: () => void;
  /** Something is selected: keys that change a work are for all of that, and its bar takes them. */
  isSelecting: boolean;
  actions: TileActions;
};

/** Does what a key does on a tile; returns the place that it leads to, if any. */
export function pressTile(event: KeyboardEvent<HTMLElement>, tiles: Tiles): number | undefined {
  const { generationAt, nextPlace, selectAll, isSelecting, actions } = tiles;
  const target = event.target as HTMLElement;
  const place = Number(target.closest<HTMLElement>('[data-place]')?.dataset.place);
  const generation = generationAt(place);
  const key = pressedKey(event);
  if ((event.ctrlKey || event.metaKey) && key === 'a') {
    event.preventDefault();
    selectAll();
    return undefined;
  }
  if (!generation || event.altKey || event.ctrlKey || event.metaKey) return undefined;
  const next = nextPlace(place, event.key);
  if (next !== undefined) {
    event.preventDefault();
    return next;
  }
  if (key === 'x' || (key === ' ' && target.matches('h3 a'))) {
    event.preventDefault();
    actions.onToggle(generation, place, event.shiftKey);
  } else if (isSelecting) return undefined;
  else if (key === 'f') {
    void markGenerations([generation.id], { favorite: !generation.is_favorite }).then(refreshLibrary);
  } else if (key === 'delete') actions.onDelete(generation);
  return undefined;
}
