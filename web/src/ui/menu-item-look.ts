/** The classes of a line in a menu, also for links in one. */
export const menuItemLook =
  'flex min-h-9 w-full items-center gap-2.5 rounded-sm px-2.5 text-left text-sm text-ink-soft hover:bg-hover hover:text-ink ' +
  'focus-visible:bg-hover focus-visible:text-ink focus-visible:outline-none';
