import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { writeCookie } from '#lib/cookies.ts';

type Sidebar = {
  isCollapsed: boolean;
  /** Collapses the sidebar to icons, or expands it. */
  toggle: () => void;
};

const SidebarContext = createContext<Sidebar | null>(null);
const rememberedDays = 7;
/** Width at which the sidebar is collapsed until the user has chosen, the same as in the style sheet. */
const narrowQuery = '(width < 75rem)';

export function SidebarProvider({ children }: { children: ReactNode }) {
  // early.js reads the cookie before the first paint and sets the attribute.
  const [choice, setChoice] = useState(() =>
    import.meta.env.SSR ? 'auto' : document.documentElement.dataset.sidebar,
  );
  const isNarrow = useSyncExternalStore(watchWidth, readNarrow, () => false);
  const isCollapsed = choice === 'collapsed' || (choice !== 'open' && isNarrow);

  const toggle = useCallback(() => {
    const next = isCollapsed ? 'open' : 'collapsed';
    document.documentElement.dataset.sidebar = next;
    writeCookie('sidebar', next, rememberedDays);
    setChoice(next);
  }, [isCollapsed]);

  const sidebar = useMemo(() => ({ isCollapsed, toggle }), [isCollapsed, toggle]);
  return <SidebarContext value={sidebar}>{children}</SidebarContext>;
}

const readNarrow = () => matchMedia(narrowQuery).matches;

function watchWidth(onChange: () => void): () => void {
  const narrow = matchMedia(narrowQuery);
  narrow.addEventListener('change', onChange);
  return () => narrow.removeEventListener('change', onChange);
}

export function useSidebar(): Sidebar {
  const sidebar = use(SidebarContext);
  if (!sidebar) throw new Error('useSidebar is called outside its provider');
  return sidebar;
}
