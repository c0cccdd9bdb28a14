import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & { label: string; isSmall?: boolean };

/** A square button with only an icon; the label is its accessible name and its tooltip. */
export function IconButton({
  label,
  isSmall,
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
        'group/tip relative inline-grid shrink-0 place-items-center rounded-md text-ink-soft transition-colors duration-150',
        'hover:bg-hover hover:text-ink disabled:opacity-50',
        isSmall ? 'size-8' : 'size-10',
        className,
      )}
      {...rest}
    >
      {children}
      <Tooltip text={label} />
    </button>
  );
}

type TooltipProps = { text: string; side?: 'below' | 'right' };

/**
 * A label beside a control with the classes `group/tip relative`, shown by CSS on hover and keyboard focus. It repeats
 * the control's accessible name, so it is hidden from assistive technology.
 */
export function Tooltip({ text, side = 'below' }: TooltipProps) {
  return (
    <span
      aria-hidden="true"
      data-tooltip
      className={classNames(
        'pointer-events-none absolute z-40 hidden w-max max-w-60 rounded-sm bg-ink px-2 py-1 text-xs font-normal text-canvas',
        'opacity-0 transition-opacity delay-300 duration-150 md:block',
        'group-hover/tip:opacity-100 group-focus-visible/tip:opacity-100',
        side === 'below'
          ? 'top-full left-1/2 mt-1.5 -translate-x-1/2'
          : 'top-1/2 left-full ml-2 -translate-y-1/2',
      )}
    >
      {text}
    </span>
  );
}
