import { Outlet, useLocation } from '@tanstack/react-router';
import WifiOff from 'lucide-react/icons/wifi-off';
import { lazy, type RefObject, Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { loadMessages } from '#lib/i18n/i18n.ts';
import { realtimeStatus } from '#lib/realtime.ts';
import { useStore } from '#lib/store.ts';
import { useAccount } from '#product/account/account-store.ts';
import { type AppDialog, dialogStore, openDialog } from '#product/dialogs/dialog-store.ts';
import { startRealtime } from '#product/realtime/start-realtime.ts';
import { Header } from './header.tsx';
import { Sidebar } from './sidebar.tsx';
import { SidebarProvider, useSidebar } from './sidebar-context.tsx';

/** The frame around every page. */
export function AppShell() {
  return (
    <SidebarProvider>
      <Frame />
    </SidebarProvider>
  );
}

function Frame() {
  const { t } = useTranslation('shell');
  const contentRef = useRef<HTMLElement>(null);
  useFocusOnNewPage(contentRef);
  useRealtime();
  useShortcuts();
  return (
    <div className="flex min-h-dvh">
      <a
        href="#content"
        className="sr-only z-50 rounded-md bg-accent px-4 py-2 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        {t('skip')}
      </a>
      <Sidebar />
      <div className="flex min-w-0 flex-1 flex-col">
        <Header />
        <OfflineBanner />
        <main ref={contentRef} id="content" tabIndex={-1} className="flex flex-1 flex-col outline-none">
          <Outlet />
        </main>
      </div>
      <DialogHost />
    </div>
  );
}

const AnyDialog = lazy(async () => {
  const [{ AnyDialog }] = await Promise.all([import('./dialogs/any-dialog.tsx'), loadMessages('dialogs')]);
  return { default: AnyDialog };
});

/** Shows the open dialog. The code and the messages of the dialogs load with the first one. */
function DialogHost() {
  const dialog: AppDialog | null = useStore(dialogStore);
  if (!dialog) return null;
  return (
    <Suspense fallback={null}>
      <AnyDialog dialog={dialog} />
    </Suspense>
  );
}

/** Overlays the page, so that nothing below it moves when the connection is lost. */
function OfflineBanner() {
  const { t } = useTranslation('shell');
  const status = useStore(realtimeStatus);
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-17 z-20 flex justify-center px-4">
      {status === 'disconnected' ? (
        <p className="flex animate-arrive items-center gap-2 rounded-full bg-warn-soft px-4 py-2 text-sm text-warn-text shadow-float">
          <WifiOff size={16} aria-hidden="true" />
          {t('reconnecting')}
        </p>
      ) : null}
    </div>
  );
}

/** ctrl/cmd+B, ctrl/cmd+K and "?". The form has its own ctrl/cmd+Enter. */
function useShortcuts(): void {
  const { toggle } = useSidebar();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      const key = event.key.toLowerCase();
      if (isCommand && key === 'b') toggle();
      else if (isCommand && key === 'k') openDialog({ name: 'jump' });
      else if (event.key === '?' && !isTyping(event.target)) openDialog({ name: 'shortcuts' });
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [toggle]);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input:not([type="range"]), textarea, select') !== null;
}

/** Stays connected for as long as the same user is signed in. */
function useRealtime(): void {
  const userId = useAccount().info?.user.id;
  useEffect(() => (userId === undefined ? undefined : startRealtime()), [userId]);
}

/** Moves focus to the content after each navigation, as a real page load would, but not on the first page. */
function useFocusOnNewPage(contentRef: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const shownPath = useRef(pathname);
  useEffect(() => {
    if (shownPath.current === pathname) return;
    shownPath.current = pathname;
    contentRef.current?.focus({ preventScroll: true });
  }, [pathname, contentRef]);
}
