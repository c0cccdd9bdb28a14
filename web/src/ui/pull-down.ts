import { type PointerEvent, useRef } from 'react';

/** How far a finger pulls what it closes, in pixels. */
const closingPx = 80;

/** Handlers of the head of a dialog that a finger pulls down to close; short of that, the dialog returns. */
export function usePullDown(onClose: () => void) {
  const from = useRef<number>(undefined);
  const pull = (event: PointerEvent<HTMLElement>, byPx: number) => {
    const dialog = event.currentTarget.closest('dialog');
    if (dialog) dialog.style.translate = byPx > 0 ? `0 ${byPx}px` : '';
  };
  const findPulled = ({ clientY }: PointerEvent) =>
    from.current === undefined ? 0 : Math.max(0, clientY - from.current);
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      from.current = event.pointerType === 'touch' && event.isPrimary ? event.clientY : undefined;
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => pull(event, findPulled(event)),
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const isClosing = findPulled(event) >= closingPx;
      from.current = undefined;
      if (isClosing) onClose();
      else pull(event, 0);
    },
    onPointerCancel: (event: PointerEvent<HTMLElement>) => {
      from.current = undefined;
      pull(event, 0);
    },
  };
}
