import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { menuItemLook } from '#ui/menu-item-look.ts';

type MenuLinkProps = { to: '/credits' | '/developers' | '/admin'; icon: ReactNode; children: ReactNode };

/** A page in a menu; a real link, so that it can be opened in a new tab. */
export function MenuLink({ to, icon, children }: MenuLinkProps) {
  return (
    <Link to={to} role="menuitem" tabIndex={-1} className={menuItemLook}>
      <span aria-hidden="true" className="grid size-4 place-items-center">
        {icon}
      </span>
      {children}
    </Link>
  );
}
