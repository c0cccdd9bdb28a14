import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Tooltip } from '#ui/tooltip.tsx';

type SidebarEntryProps = Pick<LinkProps, 'to' | 'params'> & {
  icon: ReactNode;
  label: string;
  badge?: ReactNode;
  isInSheet: boolean;
  onFollow?: () => void;
};

/** A line of the menu; with the sidebar collapsed its icon, with the words as tooltip. */
export function SidebarEntry({ icon, label, badge, isInSheet, onFollow, ...target }: SidebarEntryProps) {
  return (
    <li>
      <Link
        {...target}
        onClick={onFollow}
        activeProps={{ 'aria-current': 'page' }}
        className={
          'group/tip relative flex min-h-9 items-center gap-3 rounded-md px-2.25 text-sm font-medium text-ink-soft transition-colors duration-150 ' +
          'hover:bg-hover hover:text-ink aria-[current=page]:bg-raised aria-[current=page]:text-ink'
        }
      >
        {icon}
        <span className={isInSheet ? 'flex-1 truncate' : 'flex-1 truncate collapsed:sr-only'}>{label}</span>
        {badge ? <span className={isInSheet ? '' : 'collapsed:hidden'}>{badge}</span> : null}
        {isInSheet ? null : (
          <span className="hidden collapsed:contents">
            <Tooltip text={label} side="right" />
          </span>
        )}
      </Link>
    </li>
  );
}
