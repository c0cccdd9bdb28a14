import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & {
  label: string;
  isSmall?: boolean;
  tooltipSide?: TooltipSide;
  /** The key that does the same, such as "F": its tooltip says so. */
  shortcut?: string;
};

/** A square button with only an icon; the label is its accessible name and its tooltip. */
export function IconButton({
  label,
  isSmall,
  tooltipSide,
  shortcut,
  className,
  type = 'button',
  children,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type={type}
      aria-label={label}
      className={classNames(
        'relative inline-grid shrink-0 place-items-center rounded-md text-ink-soft transition-colors duration-150',
        'hover:bg-hover hover:text-ink disabled:opacity-50',
        isSmall ? 'size-8' : 'size-10 pointer-coarse:size-11',
        className,
      )}
      {...rest}
    >
      {children}
      <Tooltip text={shortcut ? `${label} · ${shortcut}` : label} side={tooltipSide} />
    </button>
  );
}

/**
 * `-start` and `-end`: aligned with the control's edge, for one at the edge of a box. `rail`: beside the rail, whose
 * scroller would cut off what is not fixed to the window.
 */
type TooltipSide =
  | 'below'
  | 'below-start'
  | 'below-end'
  | 'right'
  | 'rail'
  | 'left'
  | 'above'
  | 'above-start'
  | 'above-end';

const sides: Record<TooltipSide, string> = {
  below: 'top-full left-1/2 mt-1.5 -translate-x-1/2',
  'below-start': 'top-full left-0 mt-1.5',
  'below-end': 'top-full right-0 mt-1.5',
  above: 'bottom-full left-1/2 mb-1.5 -translate-x-1/2',
  'above-start': 'bottom-full left-0 mb-1.5',
  'above-end': 'right-0 bottom-full mb-1.5',
  left: 'top-1/2 right-full mr-2 -translate-y-1/2',
  rail: 'fixed left-13 ml-1.5',
  right: 'top-1/2 left-full ml-2 -translate-y-1/2',
};

type TooltipProps = { text: string; side?: TooltipSide };

/**
 * A label beside the `relative` control that it is in, shown by the style sheet on hover and on focus with Tab. It repeats
 * the control's accessible name, so it is hidden from assistive technology.
 */
export function Tooltip({ text, side = 'below' }: TooltipProps) {
  return (
    <span
      aria-hidden="true"
      data-tooltip
      className={classNames(
        'pointer-events-none z-40 hidden w-max max-w-60 rounded-sm bg-ink px-1.5 py-1 text-xs font-normal text-canvas',
        'md:block',
        side !== 'rail' && 'absolute',
        sides[side],
      )}
    >
      {text}
    </span>
  );
}
