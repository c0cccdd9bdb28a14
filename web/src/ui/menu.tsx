import Check from 'lucide-react/icons/check';
import { type ReactNode, useId, useRef } from 'react';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';
import { placePopover } from './popover.tsx';

type MenuProps = {
  label: string;
  icon: ReactNode;
  children: ReactNode;
  align?: 'start' | 'end';
  /** Shows the label beside the icon. */
  hasLabel?: boolean;
};

/**
 * A button with a list of actions below it. The browser's popover handles Escape, light dismiss, the top layer and
 * returning the focus; arrow keys, Home and End move inside.
 */
export function Menu({ label, icon, children, align = 'end', hasLabel }: MenuProps) {
  const id = useId();
  const buttonRef = useRef<HTMLButtonElement>(null);
  const listRef = useRef<HTMLDivElement>(null);
  return (
    <>
      {hasLabel ? (
        <Button ref={buttonRef} variant="ghost" size="sm" aria-haspopup="menu" popoverTarget={id}>
          {icon}
          {label}
        </Button>
      ) : (
        <IconButton ref={buttonRef} label={label} aria-haspopup="menu" popoverTarget={id}>
          {icon}
        </IconButton>
      )}
      <div
        ref={listRef}
        id={id}
        popover="auto"
        role="menu"
        aria-label={label}
        tabIndex={-1}
        className="fixed m-0 min-w-52 animate-arrive rounded-lg border border-line bg-surface p-1.5 text-ink shadow-float"
        onToggle={(event) => {
          if (event.newState !== 'open' || !buttonRef.current || !listRef.current) return;
          placePopover(listRef.current, buttonRef.current, { align });
          moveMenuFocus(listRef.current, 'Home');
        }}
        onKeyDown={(event) => {
          if (event.key === 'Tab') event.currentTarget.hidePopover();
          else if (moveMenuFocus(event.currentTarget, event.key)) event.preventDefault();
        }}
        onClick={(event) => {
          if ((event.target as Element).closest('[role^="menuitem"]')) event.currentTarget.hidePopover();
        }}
      >
        {children}
      </div>
    </>
  );
}

const steps: Record<string, (index: number, count: number) => number> = {
  ArrowDown: (index, count) => (index + 1) % count,
  ArrowUp: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Moves the focus among the items. Returns whether the key is one that moves it. */
function moveMenuFocus(menu: HTMLElement, key: string): boolean {
  const step = steps[key];
  const items = [...menu.querySelectorAll<HTMLElement>('[role^="menuitem"]')];
  if (!step || items.length === 0) return false;
  const index = items.indexOf(document.activeElement as HTMLElement);
  items[step(index, items.length)]?.focus();
  return true;
}

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
  'flex min-h-9 w-full items-center gap-2.5 rounded-sm px-2.5 text-left text-sm text-ink-soft hover:bg-hover hover:text-ink ' +
  'focus-visible:bg-hover focus-visible:text-ink focus-visible:outline-none';

export function MenuHeading({ text }: { text: string }) {
  return <p className="px-2.5 pt-2 pb-1 text-xs text-ink-faint">{text}</p>;
}
