const gapPx = 6;
const edgePx = 8;

type Place = { side?: 'below' | 'above'; align?: 'start' | 'end' };

/**
 * Puts a popover under or above its button, in line with its start or end, inside the window. Without a side it lies
 * under it where there is room, else above.
 */
export function placePopover(popover: HTMLElement, button: HTMLElement, { side, align }: Place = {}): void {
  const box = button.getBoundingClientRect();
  const { offsetWidth: widthPx, offsetHeight: heightPx } = popover;
  const wantedPx = align === 'start' ? box.left : box.right - widthPx;
  const mostPx = document.documentElement.clientWidth - widthPx - edgePx;
  popover.style.left = `${Math.max(edgePx, Math.min(wantedPx, mostPx))}px`;
  const isRoomBelow = box.bottom + gapPx + heightPx <= window.innerHeight || box.top < heightPx + gapPx;
  const isAbove = side === 'above' || (side === undefined && !isRoomBelow);
  popover.style.top = `${isAbove ? box.top - heightPx - gapPx : box.bottom + gapPx}px`;
}
