import { Outlet, useLocation, useMatch } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { loadMessages } from '#lib/i18n/i18n.ts';
import { lazyPart, Part } from '#lib/parts/lazy-part.tsx';
import { useStore } from '#lib/store.ts';
import { useAccount } from '#product/account/account-store.ts';
import { type AppDialog, closeDialog, dialogStore, openDialog } from '#product/dialogs/dialog-store.ts';
import { BottomBar } from './bottom-bar.tsx';
import { Header } from './header.tsx';
import { Sidebar } from './sidebar.tsx';
import { SidebarProvider, useSidebar } from './sidebar-context.tsx';

type AppShellProps = {
  /** Shown in place of every page to the owner of a closed account. */
  closedPage: ReactNode;
};

/** The frame around every page. */
export function AppShell({ closedPage }: AppShellProps) {
  return (
    <SidebarProvider>
      <Frame closedPage={closedPage} />
    </SidebarProvider>
  );
}

/** Pages that the owner of a closed account can read. */
const openToClosed = /^\/(erasure\/|terms$|privacy$)/;

function Frame({ closedPage }: AppShellProps) {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  const isClosed = useAccount().status === 'closed' && !openToClosed.test(pathname);
  // Matches change with the page, the location before it.
  const hasOwnFrame = useMatch({ from: '/', shouldThrow: false }) !== undefined && !isClosed;
  useShortcuts();
  return (
    <div className="flex min-h-dvh">
      <a
        href="#content"
        className="sr-only z-50 rounded-md bg-accent px-4 py-2 text-on-accent focus:not-sr-only focus:fixed top-2 left-2"
      >
        {t('skip')}
      </a>
      {hasOwnFrame ? null : (
        <Part>
          <Sidebar />
        </Part>
      )}
      <div className="flex min-w-0 flex-1 flex-col pb-(--bottom-bar-height)">
        {hasOwnFrame ? null : (
          <Part>
            <Header />
          </Part>
        )}
        <Part note="nowhere">
          <AccountNotices />
        </Part>
        {hasOwnFrame ? (
          <Outlet />
        ) : (
          <main
            id="content"
            tabIndex={-1}
            className="flex min-h-[calc(100dvh-var(--header-height)-var(--bottom-bar-height))] grow flex-col outline-none"
          >
            {isClosed ? closedPage : <Outlet />}
          </main>
        )}
      </div>
      <Part note="nowhere">
        <BottomBar />
      </Part>
      <DialogHost />
      <Suspense fallback={null}>
        <ShellEffects />
      </Suspense>
    </div>
  );
}

/** Loads after the first render: a page is shown before it connects. */
const loadEffects = () => import('./shell-effects.tsx');
const ShellEffects = lazyPart(async () => (await loadEffects()).ShellEffects, { note: 'nowhere' });

const AnyDialog = lazyPart(
  async () => {
    const [{ AnyDialog }] = await Promise.all([import('./dialogs/any-dialog.tsx'), loadMessages('dialogs')]);
    return AnyDialog;
  },
  { note: 'above', onClose: closeDialog },
);

/** Shows the open dialog. The code and the messages of the dialogs load with the first one. */
function DialogHost() {
  const dialog: AppDialog | null = useStore(dialogStore);
  return dialog ? <AnyDialog dialog={dialog} /> : null;
}

const AccountNoticeCard = lazyPart(async () => {
  const [{ AccountNoticeCard }] = await Promise.all([
    import('./account-notice.tsx'),
    loadMessages('account'),
  ]);
  return AccountNoticeCard;
});

/**
 * The newest notice, which stays until answered. Sticks to the end of the window and has its
 * room below the end of the page: nothing of the page moves when it comes, and all of it can be scrolled out from behind.
 */
function AccountNotices() {
  const { notices = [] } = useAccount().info ?? {};
  return (
    <div role="status" className="pointer-events-none sticky bottom-(--bottom-bar-height) z-30 order-last">
      {notices[0] ? (
        <Suspense fallback={null}>
          <AccountNoticeCard key={notices[0].id} notices={notices} />
        </Suspense>
      ) : null}
    </div>
  );
}

/** ctrl/cmd+B, ctrl/cmd+K, "?" and M. The form has its own ctrl/cmd+Enter. */
function useShortcuts(): void {
  const { toggle } = useSidebar();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      // Finds the key as `pressedKey` does, which is more than every page should load for two letters.
      const place = event.key > '~' ? event.code.slice(3) : event.key;
      const key = place.toLowerCase();
      if (isCommand && key === 'b') toggle();
      else if (isCommand && key === 'k') openDialog({ name: 'jump' });
      else if (event.key === '?' && !isTyping(event.target)) openDialog({ name: 'shortcuts' });
      else if (key === 'm' && isFree(event)) findModelButton()?.click();
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

/** Whether a letter alone is meant for the page, and for nothing in it. */
function isFree(event: KeyboardEvent): boolean {
  const { ctrlKey, metaKey, altKey, repeat, target, defaultPrevented } = event;
  const isTaken = ctrlKey || metaKey || altKey || repeat || defaultPrevented || isTyping(target);
  return !isTaken && document.querySelector('dialog[open]') === null;
}

function findModelButton(): HTMLElement | null {
  return document.querySelector('[aria-keyshortcuts="m"]');
}
