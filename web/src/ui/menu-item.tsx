import Check from 'lucide-react/icons/check';
import type { ReactNode } from 'react';
import { menuItemLook } from './menu-item-look.ts';

type MenuItemProps = {
  children: ReactNode;
  onSelect: () => void;
  icon?: ReactNode;
  /** Given for one of a set: a tick stands before the chosen one. */
  isChecked?: boolean;
};

export function MenuItem({ children, onSelect, icon, isChecked }: MenuItemProps) {
  const isChoice = isChecked !== undefined;
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: checked is given only with the role that has it
    <button
      type="button"
      role={isChoice ? 'menuitemradio' : 'menuitem'}
      aria-checked={isChecked}
      tabIndex={-1}
      onClick={onSelect}
      className={menuItemLook}
    >
      <span aria-hidden="true" className="grid size-4 place-items-center">
        {isChecked ? <Check size={16} /> : icon}
      </span>
      {children}
    </button>
  );
}
