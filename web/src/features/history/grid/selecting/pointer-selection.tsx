import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import type { SelectionState } from '../../selection/selection.ts';
import type { LibraryFeed } from '../feed/library-feed.ts';
import type { GridLayout } from '../layout/grid-layout.ts';
import type { TileActions } from '../tiles/tile-overlay.tsx';
import { BandDrag } from './band-drag.ts';
import type { Band } from './places-in-band.ts';
import { selectByTouch } from './touch-selection.ts';

type PointerSelectionProps = {
  gridRef: RefObject<HTMLElement | null>;
  feed: LibraryFeed;
  grid: GridLayout;
  selection: SelectionState;
  actions: TileActions;
  originPx: number;
};

/** Selects without the boxes: the mouse by a band that begins in an empty place, a finger by a long press. */
export function PointerSelection(props: PointerSelectionProps) {
  const { gridRef, originPx } = props;
  const latest = useEffectEvent(() => props);
  const [band, setBand] = useState<Band>();
  useEffect(() => {
    const element = gridRef.current;
    if (!element) return;
    let drag: BandDrag | undefined;
    const begin = (event: PointerEvent) => {
      // A finger that misses a tile by a hair ends no selection.
      if (event.pointerType !== 'mouse' || event.button !== 0 || !isEmptyPlace(event, element)) return;
      drag?.end();
      drag = new BandDrag(event, () => ({ element, ...latest() }), setBand);
    };
    document.addEventListener('pointerdown', begin);
    const endTouch = selectByTouch(element, () => {
      const { grid, selection, actions } = latest();
      return {
        isSelecting: selection.isSelecting,
        generationAt: (place) => grid.loaded.at(place),
        isSelected: selection.isSelected,
        toggle: (generation, place) => actions.onToggle(generation, place, false),
      };
    });
    return () => {
      document.removeEventListener('pointerdown', begin);
      endTouch();
      drag?.end();
    };
  }, [gridRef]);
  if (!band) return null;
  const { leftPx, rightPx, topPx, bottomPx } = band;
  return (
    <div
      data-band
      aria-hidden="true"
      className="pointer-events-none absolute z-30 rounded-sm border border-accent-text bg-accent-text/15"
      style={{ left: leftPx, top: topPx - originPx, width: rightPx - leftPx, height: bottomPx - topPx }}
    />
  );
}

/**
 * Returns whether the pointer is between or beside the tiles and their days, or on the page beside or below the grid.
 */
function isEmptyPlace({ target, clientX, clientY }: MouseEvent, grid: HTMLElement): boolean {
  // Its scroll bar belongs to the page, too.
  if (!(target instanceof Element) || clientX >= document.documentElement.clientWidth) return false;
  if (target.contains(grid)) return clientY > grid.getBoundingClientRect().top;
  return grid.contains(target) && !target.closest('[data-place], [data-generation], a, button, input');
}
