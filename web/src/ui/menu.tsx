import { type ReactNode, useId, useRef } from 'react';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';
import { moveMenuFocus } from './move-menu-focus.ts';
import { placePopover } from './place-popover.ts';

type MenuProps = {
  label: string;
  icon: ReactNode;
  children: ReactNode;
  align?: 'start' | 'end';
  /** Shows the label beside the icon. */
  hasWords?: boolean;
};

/**
 * A button with a list of actions below it. The browser's popover gives Escape, light dismiss, the top layer and
 * focus back; arrow keys, Home and End move inside.
 */
export function Menu({ label, icon, children, align = 'end', hasWords }: MenuProps) {
  const id = useId();
  const buttonRef = useRef<HTMLButtonElement>(null);
  const listRef = useRef<HTMLDivElement>(null);
  return (
    <>
      {hasWords ? (
        <Button ref={buttonRef} look="ghost" size="sm" aria-haspopup="menu" popoverTarget={id}>
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
