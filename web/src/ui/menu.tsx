import { type ComponentProps, type ReactNode, useId, useRef } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { IconButton } from './icon-button.tsx';
import { panelClasses, placePopover } from './popover.tsx';

type MenuProps = {
  label: string;
  icon?: ReactNode;
  children: ReactNode;
  align?: 'start' | 'end';
  side?: 'below' | 'above';
  /** Shows the label beside the icon. */
  hasLabel?: boolean;
  /** Looks of the button, and what it shows in place of icon and label; without `aria-label` where its content names it. */
  button?: Pick<
    ComponentProps<typeof Button>,
    | 'variant'
    | 'size'
    | 'className'
    | 'children'
    | 'disabled'
    | 'aria-busy'
    | 'aria-keyshortcuts'
    | 'aria-label'
  >;
  className?: string;
  tooltipSide?: ComponentProps<typeof IconButton>['tooltipSide'];
};

/**
 * A button with a list of actions below it. The browser's popover handles Escape, light dismiss, the top layer and
 * returning the focus; arrow keys, Home and End move inside.
 */
export function Menu(props: MenuProps) {
  const { label, icon, children, align = 'end', side, hasLabel, button, className, tooltipSide } = props;
  const id = useId();
  const buttonRef = useRef<HTMLButtonElement>(null);
  return (
    <>
      {hasLabel || button ? (
        <Button
          ref={buttonRef}
          variant="ghost"
          size="sm"
          aria-haspopup="menu"
          aria-label={button ? label : undefined}
          popoverTarget={id}
          {...button}
        >
          {button ? (
            button.children
          ) : (
            <>
              {icon}
              {label}
            </>
          )}
        </Button>
      ) : (
        <IconButton
          ref={buttonRef}
          label={label}
          tooltipSide={tooltipSide}
          aria-haspopup="menu"
          popoverTarget={id}
        >
          {icon}
        </IconButton>
      )}
      <div
        id={id}
        popover="auto"
        role="menu"
        aria-label={label}
        tabIndex={-1}
        className={classNames(panelClasses, 'min-w-52 p-1.5 outline-none', className)}
        onBeforeToggle={({ currentTarget }) => {
          if (buttonRef.current) placePopover(currentTarget, buttonRef.current, { align, side });
        }}
        onToggle={({ newState, currentTarget }) => {
          // Its items may still be loading; the keys reach them from here.
          if (newState === 'open' && !moveMenuFocus(currentTarget, 'Home')) currentTarget.focus();
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
