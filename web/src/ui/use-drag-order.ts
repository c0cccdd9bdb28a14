import { type ComponentProps, type DragEvent, useEffect, useRef, useState } from 'react';
import { orderByTouch } from './touch-order.ts';

export type DragProps = Pick<
  ComponentProps<'li'>,
  'ref' | 'draggable' | 'onDragStart' | 'onDragEnd' | 'onDragOver' | 'onDrop'
> & { isDragged: boolean };

/**
 * Returns what makes an item of a list draggable to the place of another one: at once with a mouse, after a long press with
 * a finger or a pen. The items, the first of all too, are the children of their list.
 */
export function useDragOrder<Item extends { id: string }>(
  items: readonly Item[],
  onMove: (item: Item, place: number) => void,
): (item: Item, place: number) => DragProps {
  const [draggedId, setDraggedId] = useState<string>();
  const ref = useTouchOrder(items, onMove, setDraggedId);
  return (item, place) => ({
    ref,
    draggable: true,
    isDragged: item.id === draggedId,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = 'move';
      setDraggedId(item.id);
    },
    onDragEnd: () => setDraggedId(undefined),
    onDragOver: (event: DragEvent) => {
      if (draggedId !== undefined) event.preventDefault();
    },
    onDrop: (event: DragEvent) => {
      const dragged = items.find(({ id }) => id === draggedId);
      if (!dragged) return;
      event.preventDefault();
      setDraggedId(undefined);
      onMove(dragged, place);
    },
  });
}

/** The same function at each render: an item that is drawn again is still under the finger. */
function useTouchOrder<Item extends { id: string }>(
  items: readonly Item[],
  onMove: (item: Item, place: number) => void,
  setDraggedId: (id: string | undefined) => void,
) {
  const present = useRef({ items, onMove });
  useEffect(() => {
    present.current = { items, onMove };
  });
  const [ref] = useState(() => (element: HTMLLIElement | null) => {
    if (!element) return undefined;
    const findPlace = () => [...(element.parentElement?.children ?? [])].indexOf(element);
    const findItem = () => present.current.items[findPlace()];
    return orderByTouch(element, {
      onLift: () => setDraggedId(findItem()?.id),
      onDrop: (place) => {
        const item = findItem();
        if (item) present.current.onMove(item, place);
      },
      onEnd: () => setDraggedId(undefined),
    });
  });
  return ref;
}
