import { type DragEvent, useEffect, useState } from 'react';
import type { SelectionState } from '../selection/selection.ts';

/**
 * Works being dragged: the one under the pointer, with the selection if it belongs to it. `handlers` are for the element
 * around the works, each of which names itself with `data-generation` and can be dragged.
 */
export function useWorkDrag(selection: SelectionState) {
  const [ids, setIds] = useState<readonly string[]>();
  const isDragging = ids !== undefined;
  useEffect(() => {
    if (!isDragging) return;
    // A work that has left the page meanwhile does not end its drag.
    const end = () => setIds(undefined);
    window.addEventListener('dragend', end);
    window.addEventListener('drop', end);
    return () => {
      window.removeEventListener('dragend', end);
      window.removeEventListener('drop', end);
    };
  }, [isDragging]);
  const onDragStart = (event: DragEvent) => {
    const dragged = (event.target as Element).closest<HTMLElement>('[data-generation][draggable]');
    const id = dragged?.dataset.generation;
    if (!dragged || id === undefined) return;
    event.dataTransfer.effectAllowed = 'move';
    // Another application that it is dropped on gets the address of the work.
    event.dataTransfer.setData('text/uri-list', `${location.origin}${location.pathname}?view=${id}`);
    const all = selection.isSelected(id) ? selection.generations.map((generation) => generation.id) : [id];
    showDragged(event, dragged, all.length);
    // Browsers end a drag whose surroundings change in this event.
    requestAnimationFrame(() => setIds(all));
  };
  return { ids, handlers: { onDragStart } };
}

/** Shows a small copy of the picture under the pointer, with how many works are dragged, in place of the whole tile. */
function showDragged({ dataTransfer }: DragEvent, tile: HTMLElement, count: number): void {
  const picture = tile.querySelector('img');
  if (!picture?.complete) return;
  const card = document.createElement('div');
  card.style.cssText =
    'position:fixed;top:-200px;left:0;width:112px;height:64px;border-radius:8px;overflow:hidden;background:var(--color-accent)';
  const copy = new Image();
  copy.src = picture.currentSrc || picture.src;
  copy.style.cssText = 'width:100%;height:100%;object-fit:cover';
  card.append(copy);
  if (count > 1) {
    const number = document.createElement('b');
    number.textContent = String(count);
    number.style.cssText =
      'position:absolute;top:4px;right:4px;min-width:24px;padding:0 6px;border-radius:12px;text-align:center;background:var(--color-accent);color:var(--color-on-accent)';
    card.append(number);
  }
  document.body.append(card);
  dataTransfer.setDragImage(card, 56, 32);
  // The browser takes its picture after this event.
  setTimeout(() => card.remove());
}
