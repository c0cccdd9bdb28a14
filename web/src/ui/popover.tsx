import {
  type ComponentProps,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { classNames } from './class-names.ts';

/** Attribute of an element beside which popovers of buttons in it open: all of it stays in sight. */
export const popoverAnchor = { 'data-popover-anchor': '' };

export const panelClasses =
  'fixed m-0 animate-arrive overflow-y-auto rounded-lg border border-line bg-surface text-ink shadow-float';

type PopoverProps = {
  /** Renders the button that opens it, with these props. */
  renderButton: (props: Pick<ComponentProps<'button'>, 'popoverTarget'>) => ReactNode;
  side?: 'below' | 'above';
  align?: 'start' | 'end';
  className?: string;
  /** Rendered only while it is open; takes a function that closes it. */
  children: (close: () => void) => ReactNode;
};

/** A panel beside its button. The browser closes it on Escape or a click outside, and returns the focus. */
export function Popover({ renderButton, side, align, className, children }: PopoverProps) {
  const id = useId();
  const ref = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const place = useEffectEvent(() => {
    const button = ref.current?.previousElementSibling;
    if (ref.current && button instanceof HTMLElement) placePopover(ref.current, button, { side, align });
  });
  useEffect(() => {
    if (!isOpen) return;
    // Its content may be loaded after it has opened.
    const observer = new ResizeObserver(place);
    if (ref.current) observer.observe(ref.current);
    window.addEventListener('resize', place);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', place);
    };
  }, [isOpen]);
  return (
    <>
      {renderButton({ popoverTarget: id })}
      <div
        ref={ref}
        id={id}
        popover="auto"
        className={classNames(panelClasses, 'max-w-[calc(100vw-1rem)]', className)}
        onBeforeToggle={() => {
          setOpen(true);
          place();
        }}
        onToggle={({ newState }) => {
          // Its content stays until it is closed: the browser returns the focus from what is still there.
          if (newState !== 'open') setOpen(false);
        }}
      >
        {isOpen ? children(() => ref.current?.hidePopover()) : null}
      </div>
    </>
  );
}

const gapPx = 6;
const edgePx = 8;

type Place = { side?: 'below' | 'above'; align?: 'start' | 'end' };

/** Least room beside the button; with less, the popover covers the button instead. */
const leastPx = 160;

/**
 * Places a popover below or above its button, aligned with its start or end, inside the window; what does not fit there
 * scrolls. With a button inside of an anchor the anchor counts as the button. Without a `side` it goes below if there is
 * room, else where there is more. Called before the popover opens, too: `toggle` comes after a frame in which it would be
 * in the window's corner.
 */
export function placePopover(popover: HTMLElement, button: HTMLElement, { side, align }: Place = {}): void {
  const box = (button.closest('[data-popover-anchor]') ?? button).getBoundingClientRect();
  const { style } = popover;
  style.maxHeight = '';
  // A closed popover has no size.
  style.display = 'block';
  const { offsetWidth: widthPx, offsetHeight: wholePx } = popover;
  const wantedPx = align === 'start' ? box.left : box.right - widthPx;
  const mostPx = document.documentElement.clientWidth - widthPx - edgePx;
  const below = window.innerHeight - box.bottom - gapPx - edgePx;
  const above = box.top - gapPx - edgePx;
  const isAbove = side === 'above' || (side === undefined && wholePx > below && above > below);
  const roomPx = isAbove ? above : below;
  // The popover lies over its button in a low window.
  const isOver = wholePx > roomPx && roomPx < leastPx;
  const mostHighPx = isOver ? window.innerHeight - 2 * edgePx : roomPx;
  const heightPx = Math.min(wholePx, mostHighPx);
  // Also for what it loads later. Its own bound, where it has one, may be lower.
  const ownPx = Number.parseFloat(getComputedStyle(popover).maxHeight) || mostHighPx;
  const besidePx = isAbove ? box.top - gapPx - heightPx : box.bottom + gapPx;
  style.left = `${Math.max(edgePx, Math.min(wantedPx, mostPx))}px`;
  style.maxHeight = `${Math.min(ownPx, mostHighPx)}px`;
  style.top = `${isOver ? edgePx : besidePx}px`;
  style.display = '';
}
