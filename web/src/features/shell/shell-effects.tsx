import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import WifiOff from 'lucide-react/icons/wifi-off';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lastRefusal } from '#lib/api/request.ts';
import { watchKeyboardHeight } from '#lib/browser/keyboard-height.ts';
import { loadMessages } from '#lib/i18n/i18n.ts';
import { openUnlessLeaving } from '#lib/navigation/leaving.ts';
import { lazyPart, withPart } from '#lib/parts/lazy-part.tsx';
import { realtimeStatus } from '#lib/realtime.ts';
import { useStore } from '#lib/store.ts';
import { accountFailure, refreshAccount, showClosed, useAccount } from '#product/account/account-store.ts';
import { leaveEnded, takeEnded } from '#product/account/signed-out.ts';
import { openDialog } from '#product/dialogs/dialog-store.ts';
import type { OwnGeneration } from '#product/drop/take-drop.ts';
import { watchDrags } from '#product/drop/watch-drags.ts';
import { writeGenerationView } from '#product/generation/actions/generation-address.ts';
import { generationTarget, historyTarget } from '#product/generation/actions/generation-target.ts';
import { makeExcerpt } from '#product/generation/excerpt.ts';
import { generationsStore } from '#product/generation/store/generations-store.ts';
import {
  countUnseen,
  findThumbnail,
  markSeen,
  noteEnd,
  unseenIds,
} from '#product/generation/store/recent-ends.ts';
import {
  getEndKey,
  isMediumListedAt,
  isMediumShownAt,
  watchEnds,
} from '#product/generation/store/watch-ends.ts';
import { showErrorToast } from '#product/messages/message-toasts.ts';
import { noteRecentPath } from '#product/navigation/recent-paths.ts';
import { startRealtime } from '#product/realtime/start-realtime.ts';
import { startKeepingFocus } from '#ui/keep-focus.ts';
import { showToast } from '#ui/show-toast.ts';
import { startTooltips } from '#ui/tooltips.ts';
import { useNextPage } from './next-page.ts';

const DropOverlay = lazyPart(
  async () => {
    const [{ DropOverlay }] = await Promise.all([
      import('#product/drop/drop-overlay.tsx'),
      loadMessages('dialogs'),
    ]);
    return DropOverlay;
  },
  { note: 'above' },
);
const Notifications = lazyPart(async () => (await import('./notifications.ts')).Notifications, {
  note: 'nowhere',
});

/** Effects around every page once it is shown: the events of the account, and the messages about them. */
export function ShellEffects() {
  useFocusOnNewPage();
  useRecentPaths();
  useRealtime();
  useSameUser();
  useSignInAgain();
  useClosedAccount();
  useTooltips();
  useEffect(startKeepingFocus, []);
  useEffect(watchKeyboardHeight, []);
  useNextPage();
  useEnds();
  useSeen();
  useAccountFailureToast();
  useSignedOutToast();
  const isDragOver = useDrops();
  return (
    <>
      <OfflineBanner />
      <Suspense fallback={null}>
        <Notifications />
      </Suspense>
      {isDragOver ? (
        <Suspense fallback={null}>
          <DropOverlay />
        </Suspense>
      ) : null}
    </>
  );
}

/** Moves focus to the content after each navigation, as a real page load would, but not on the first page. */
function useFocusOnNewPage(): void {
  const { pathname } = useLocation();
  const shownPath = useRef(pathname);
  useEffect(() => {
    if (shownPath.current === pathname) return;
    shownPath.current = pathname;
    document.getElementById('content')?.focus({ preventScroll: true });
  }, [pathname]);
}

/** Notes what the search offers before anything is typed. */
function useRecentPaths(): void {
  const { pathname } = useLocation();
  useEffect(() => noteRecentPath(pathname), [pathname]);
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

/** Starts tooltips, which appear on hover alone until this has loaded. */
function useTooltips(): void {
  useEffect(() => startTooltips(document.documentElement), []);
}

/** Stays connected for as long as the same user is signed in. */
function useRealtime(): void {
  const userId = useAccount().info?.user.id;
  useEffect(() => (userId === undefined ? undefined : startRealtime()), [userId]);
}

/** A page of one user never becomes one of another, which may sign in in another tab: it is loaded again. */
function useSameUser(): void {
  const { status, info } = useAccount();
  const shown = useRef<string>(undefined);
  const userId = info?.user.id;
  useEffect(() => {
    if (status === 'anonymous' && shown.current !== undefined) leaveEnded();
    if (userId === undefined) return;
    if (shown.current !== undefined && shown.current !== userId)
      openUnlessLeaving(() => window.location.reload());
    shown.current = userId;
  }, [status, userId]);
}

/** Opens the dialog for every call that needs a fresh sign-in, whatever page or form sent it. */
function useSignInAgain(): void {
  useEffect(() => {
    const open = () => {
      if (lastRefusal.get()?.code === 'sign_in_again') openDialog({ name: 'sign-in-again' });
    };
    // A call may have been refused before this was loaded.
    open();
    return lastRefusal.subscribe(open);
  }, []);
}

/** Another tab may have signed in to a closed account: the answer to any call of this one says so. */
function useClosedAccount(): void {
  useEffect(() => lastRefusal.subscribe(() => void showClosed(lastRefusal.get())), []);
}

const cutPaths = ['/creator/cut', '/creator/shots'];
/** Long enough to reach the action of a toast. */
const actionMs = 10_000;

/**
 * Reports a generation that ends: in the tray, and with a toast for every failure and for a result that this page does
 * not show. One that the user cancelled needs none.
 */
function useEnds(): void {
  const { t } = useTranslation(['shell', 'kinds']);
  const navigate = useNavigate();
  const router = useRouter();
  useEffect(
    () =>
      watchEnds((generation) => {
        const { kind, medium, status } = generation;
        const { pathname } = router.state.location;
        // The bench and the page of films say it themselves.
        const isShown = kind === 'cut' ? cutPaths.includes(pathname) : isMediumShownAt(pathname, medium);
        const hasFailed = status === 'failed';
        if (status === 'cancelled') return;
        noteEnd(generation.id);
        if (generation.batch_id !== null)
          return withPart(
            () => import('#product/batches/announce-batch-end.ts'),
            ({ announceBatchEnd }) => announceBatchEnd(generation, router),
          );
        if (isShown && !document.hidden) markSeen([generation.id]);
        const name = makeExcerpt(generation.prompt, 60) || t(`kinds:kinds.${kind}.title`);
        const picture = hasFailed ? undefined : findThumbnail(generation);
        const open = () => {
          markSeen([generation.id]);
          void navigate(generationTarget(generation));
        };
        // Not the prompt: others may see the screen (docs/adr/0018-web-push.md).
        const title = t(getEndKey(generation), { name: t(`kinds:kinds.${kind}.title`) });
        withPart(
          () => import('#product/notifications/end-notices.ts'),
          ({ notifyEnd }) => notifyEnd({ id: generation.id, medium, title, onOpen: open }),
        );
        if (isShown && !hasFailed) return;
        showToast(t(getEndKey(generation), { name }), {
          picture,
          givesWay: true,
          tone: hasFailed ? 'error' : 'success',
          ...(isShown ? {} : { action: { label: t('ended.open'), onPress: open }, durationMs: actionMs }),
        });
      }),
    [t, navigate, router],
  );
}

/** Files that are dropped anywhere. Returns whether some are being dragged over the page. */
function useDrops(): boolean {
  const navigate = useNavigate();
  const router = useRouter();
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const open = ({ position, ...generation }: OwnGeneration) => {
      const view = writeGenerationView({ id: generation.id, image: position + 1 });
      const isOpenedHere = isMediumListedAt(router.state.location.pathname, generation.medium);
      if (!isOpenedHere) return void navigate({ ...historyTarget(generation), search: { view } });
      void navigate({
        to: '.',
        search: (known: object) => ({ ...known, view }),
        state: ({ generationDepth = 0 }) => ({ generationDepth: generationDepth + 1 }),
        resetScroll: false,
      });
    };
    const onDrop = (files: readonly File[]) =>
      withPart(
        () => import('#product/drop/take-drop.ts'),
        ({ takeDrop }) => takeDrop(files, open),
        showErrorToast,
      );
    return watchDrags({ onOver: setOver, onDrop });
  }, [navigate, router]);
  return isOver;
}

/** A result is seen when the page that shows or lists it is in front; until then there is a mark in the tab title. */
function useSeen(): void {
  const { pathname } = useLocation();
  useEffect(countUnseen, []);
  useEffect(() => {
    const see = () => {
      if (document.hidden) return;
      const { entries } = generationsStore.get();
      const isListed = (id: string) => {
        const medium = entries.get(id)?.generation.medium;
        return medium !== undefined && isMediumListedAt(pathname, medium);
      };
      markSeen(unseenIds().filter(isListed));
    };
    see();
    document.addEventListener('visibilitychange', see);
    // Results that the page reads after a reload are seen once they are in the store.
    const stop = generationsStore.subscribe(see);
    return () => {
      document.removeEventListener('visibilitychange', see);
      stop();
    };
  }, [pathname]);
}

/** A toast on the start page, where a page whose session was ended elsewhere leads. */
function useSignedOutToast(): void {
  const { t } = useTranslation('shell');
  useEffect(() => {
    if (takeEnded()) showToast(t('account.ended'), { durationMs: actionMs });
  }, [t]);
}

/** A toast when the account cannot be read, once until it can be again. */
function useAccountFailureToast(): void {
  const { t } = useTranslation('shell');
  const hasFailed = useStore(accountFailure);
  useEffect(() => {
    if (!hasFailed) return;
    const action = { label: t('retry'), onPress: () => void refreshAccount() };
    return showToast(t('failed_fetch_user_data'), { tone: 'error', action, durationMs: actionMs });
  }, [hasFailed, t]);
}
