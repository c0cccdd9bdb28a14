import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react';
import { writeCookie } from '#lib/cookies.ts';

type Sidebar = {
  isCollapsed: boolean;
  isSheetOpen: boolean;
  /** Collapses the sidebar to icons, or expands it; below 768 px it opens or closes the sheet. */
  toggle: () => void;
  closeSheet: () => void;
};

const SidebarContext = createContext<Sidebar | null>(null);
const rememberedDays = 7;
const mobileQuery = '(max-width: 767.98px)';

export function SidebarProvider({ children }: { children: ReactNode }) {
  // early.js reads the cookie before the first paint and sets the attribute.
  const [isCollapsed, setCollapsed] = useState(
    () => !import.meta.env.SSR && document.documentElement.dataset.sidebar === 'collapsed',
  );
  const [isSheetOpen, setSheetOpen] = useState(false);

  const toggle = useCallback(() => {
    if (matchMedia(mobileQuery).matches) {
      setSheetOpen((isOpen) => !isOpen);
      return;
    }
    const next = document.documentElement.dataset.sidebar === 'collapsed' ? 'open' : 'collapsed';
    document.documentElement.dataset.sidebar = next;
    writeCookie('sidebar', next, rememberedDays);
    setCollapsed(next === 'collapsed');
  }, []);
  const closeSheet = useCallback(() => setSheetOpen(false), []);

  const sidebar = useMemo(
    () => ({ isCollapsed, isSheetOpen, toggle, closeSheet }),
    [isCollapsed, isSheetOpen, toggle, closeSheet],
  );
  return <SidebarContext value={sidebar}>{children}</SidebarContext>;
}

export function useSidebar(): Sidebar {
  const sidebar = use(SidebarContext);
  if (!sidebar) throw new Error('useSidebar is called outside its provider');
  return sidebar;
}
