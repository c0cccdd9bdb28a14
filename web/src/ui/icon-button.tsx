import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { Tooltip } from './tooltip.tsx';

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & { label: string; isSmall?: boolean };

/** A square button that shows only an icon; its label is the accessible name and the tooltip. */
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
