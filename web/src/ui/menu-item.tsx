import Check from 'lucide-react/icons/check';
import type { ReactNode } from 'react';

type MenuItemProps = {
  children: ReactNode;
  onSelect: () => void;
  icon?: ReactNode;
  /** Set for one of a group of options; the chosen one has a tick. */
  isChecked?: boolean;
};

export function MenuItem({ children, onSelect, icon, isChecked }: MenuItemProps) {
  const isChoice = isChecked !== undefined;
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: aria-checked is set only together with the role that has it
    <button
      type="button"
      role={isChoice ? 'menuitemradio' : 'menuitem'}
      aria-checked={isChecked}
      tabIndex={-1}
      onClick={onSelect}
      className={menuItemClassName}
    >
      <span aria-hidden="true" className="grid size-4 place-items-center">
        {isChecked ? <Check size={16} /> : icon}
      </span>
      {children}
    </button>
  );
}

/** The classes of a menu item, also for links in a menu. */
export const menuItemClassName =
  'flex min-h-9 pointer-coarse:min-h-11 w-full items-center gap-2.5 rounded-sm px-2.5 text-left text-sm text-ink-soft hover:bg-hover hover:text-ink ' +
  'focus-visible:bg-hover focus-visible:text-ink -outline-offset-2';

export function MenuHeading({ text }: { text: string }) {
  return <p className="px-2.5 pt-2 pb-1 text-xs text-ink-faint">{text}</p>;
}
