import { Outlet } from '@tanstack/react-router';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogHost } from './dialog-host.tsx';
import { Header } from './header.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { Sidebar } from './sidebar.tsx';
import { SidebarProvider } from './sidebar-context.tsx';
import { useFocusOnNewPage } from './use-focus-on-new-page.ts';
import { useRealtime } from './use-realtime.ts';
import { useShortcuts } from './use-shortcuts.ts';

/** What stands around every page. */
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
