import type { PublicGeneration } from '@atelier/contract';
import i18next from 'i18next';
import { createStore, useStore } from '#lib/store.ts';
import { useAccount } from '#product/account/account-store.ts';
import { followKept, readKept, writeKept } from '#product/kept/kept.ts';
import type { NoticeWay } from './push-subscription.ts';

type Notices = {
  /** How the user of this page has turned them on in this browser. */
  way: NoticeWay | undefined;
  /** Permission of the browser; undefined when it has no notifications, and when the build prerenders a page. */
  permission: NotificationPermission | undefined;
};

const readNotices = (): Notices => ({ way: readKept('notify'), permission: readPermission() });
const notices = createStore(readNotices());
followKept('notify', () => notices.set(readNotices()));

function readPermission(): NotificationPermission | undefined {
  return 'Notification' in globalThis ? Notification.permission : undefined;
}

function keepWay(way: Notices['way']): void {
  writeKept('notify', way);
  notices.set({ way, permission: readPermission() });
}

/** Whose subscription this page has stored, and in which language: once is enough. */
let stored = '';

/** Turns them on or off. Asks the browser for the permission where it was not given yet. Rejects with an ApiError. */
async function chooseNotices(isWanted: boolean, userId: string): Promise<void> {
  const load = () => import('./push-subscription.ts');
  if (!isWanted) {
    keepWay(undefined);
    return (await load()).endPush();
  }
  // First, because browsers ask only as long as the press is fresh.
  const permission = await Notification.requestPermission();
  keepWay(undefined);
  if (permission !== 'granted') return;
  const way = await (await load()).subscribeToPush();
  stored = `${userId} ${i18next.language}`;
  keepWay(way);
}

/** Renews what keeps this browser notified, which may have been lost since its page was last open. */
export async function renewNotices(userId: string): Promise<void> {
  const wanted = `${userId} ${i18next.language}`;
  if (stored === wanted) return;
  stored = wanted;
  try {
    const { subscribeToPush } = await import('./push-subscription.ts');
    const way = await subscribeToPush();
    const known = notices.get().way;
    if (known !== undefined && known !== way) keepWay(way);
  } catch (error) {
    stored = '';
    console.warn('The notifications of this browser could not be renewed', error);
  }
}

/** iPhones and iPads have notifications for apps of the home screen alone. An iPad calls itself a Mac. */
function needsInstallation(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);
}

export type NoticeState = 'unsupported' | 'install' | 'denied' | 'off' | NoticeWay;

/** Whether the user of this page is notified in this browser, or why not, and what turns it on and off. */
export function useEndNotices() {
  const shown = useStore(notices);
  const userId = useAccount().info?.user.id;
  return {
    state: readState(shown),
    choose: async (isWanted: boolean) => {
      if (userId !== undefined) await chooseNotices(isWanted, userId);
    },
  };
}

function readState({ way, permission }: Notices): NoticeState {
  if (permission === undefined) return needsInstallation() ? 'install' : 'unsupported';
  // Refused for this site, which only the browser's own settings can change.
  if (permission === 'denied') return 'denied';
  return way !== undefined && permission === 'granted' ? way : 'off';
}

type EndNotice = Pick<PublicGeneration, 'id' | 'medium'> & {
  /** Batch that ended with this generation as its last line. */
  batchId?: string;
  title: string;
  onOpen: () => void;
};

/** Notifies while the page is hidden, where its service worker does not. Several tabs show one: they share its tag. */
export async function notifyEnd({ title, onOpen, ...generation }: EndNotice): Promise<void> {
  if (!document.hidden || notices.get().way !== 'page') return;
  if (readPermission() !== 'granted') return;
  const options = { icon: '/icons/192.png', tag: generation.id, data: generation };
  try {
    // Phones allow them to service workers alone.
    const registration = await navigator.serviceWorker?.getRegistration();
    if (registration) return await registration.showNotification(title, options);
    const notice = new Notification(title, options);
    notice.onclick = () => {
      window.focus();
      onOpen();
      notice.close();
    };
  } catch (error) {
    console.warn('The browser refused a notification', error);
  }
}
