import { type ComponentProps, type DragEvent, useState } from 'react';

export type DragProps = Pick<
  ComponentProps<'li'>,
  'draggable' | 'onDragStart' | 'onDragEnd' | 'onDragOver' | 'onDrop'
> & { isDragged: boolean };

/** Returns what makes an item of a list draggable to the place of another one. */
export function useDragOrder<Item extends { id: string }>(
  items: readonly Item[],
  onMove: (item: Item, place: number) => void,
): (item: Item, place: number) => DragProps {
  const [draggedId, setDraggedId] = useState<string>();
  return (item, place) => ({
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
