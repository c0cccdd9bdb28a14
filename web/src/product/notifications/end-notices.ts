import type { PublicGeneration } from '@atelier/contract';
import i18next from 'i18next';
import { createStore, useStore } from '#lib/store.ts';
import { accountStore, useAccount } from '#product/account/account-store.ts';
import type { NoticeWay } from './push-subscription.ts';

type Notices = {
  /** Who turned them on in this browser, which several users may share. */
  choice: { userId: string; way: NoticeWay } | undefined;
  /** Undefined where the browser has no notifications, and while a page is painted at build time. */
  permission: NotificationPermission | undefined;
};

const storedName = 'atelier.notify';
const notices = createStore<Notices>({ choice: readChoice(), permission: readPermission() });

globalThis.addEventListener?.('storage', ({ key }) => {
  if (key === storedName) notices.set({ choice: readChoice(), permission: readPermission() });
});

function readPermission(): NotificationPermission | undefined {
  return 'Notification' in globalThis ? Notification.permission : undefined;
}

function readChoice(): Notices['choice'] {
  try {
    const [way, userId] = (localStorage.getItem(storedName) ?? '').split(' ');
    return userId && (way === 'push' || way === 'page') ? { userId, way } : undefined;
  } catch {
    return undefined;
  }
}

function keepChoice(choice: Notices['choice']): void {
  notices.set({ choice, permission: readPermission() });
  try {
    if (choice) localStorage.setItem(storedName, `${choice.way} ${choice.userId}`);
    else localStorage.removeItem(storedName);
  } catch (error) {
    console.warn('The choice could not be stored in this browser', error);
  }
}

/** Whose subscription this page has stored, and in which language: once is enough. */
let stored = '';

/** Turns them on or off. Asks the browser for the permission where it was not given yet. Rejects with an ApiError. */
async function chooseNotices(isWanted: boolean, userId: string): Promise<void> {
  const loading = import('./push-subscription.ts');
  if (!isWanted) {
    keepChoice(undefined);
    return (await loading).endPush();
  }
  // First, because browsers ask only as long as the press is fresh.
  const permission = await Notification.requestPermission();
  keepChoice(undefined);
  if (permission !== 'granted') return;
  const way = await (await loading).subscribeToPush();
  stored = `${userId} ${i18next.language}`;
  keepChoice({ userId, way });
}

/** Renews what keeps this browser notified, which may have been lost since its page was last open. */
export async function renewNotices(userId: string): Promise<void> {
  const wanted = `${userId} ${i18next.language}`;
  if (stored === wanted) return;
  stored = wanted;
  const { subscribeToPush } = await import('./push-subscription.ts');
  try {
    const way = await subscribeToPush();
    const { choice } = notices.get();
    if (choice?.userId === userId && choice.way !== way) keepChoice({ userId, way });
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
  const { choice, permission } = useStore(notices);
  const userId = useAccount().info?.user.id;
  return {
    state: stateOf(choice?.userId === userId ? choice : undefined, permission),
    choose: async (isWanted: boolean) => {
      if (userId !== undefined) await chooseNotices(isWanted, userId);
    },
  };
}

function stateOf(choice: Notices['choice'], permission: Notices['permission']): NoticeState {
  if (permission === undefined) return needsInstallation() ? 'install' : 'unsupported';
  // Refused for this site, which only the browser's own settings can change.
  if (permission === 'denied') return 'denied';
  return choice && permission === 'granted' ? choice.way : 'off';
}

type EndNotice = Pick<PublicGeneration, 'id' | 'medium'> & {
  /** What ended is the batch whose last line this was. */
  batchId?: string;
  title: string;
  onOpen: () => void;
};

/** Notifies while the page is hidden, where its service worker does not. Several tabs show one: they share its tag. */
export async function notifyEnd({ title, onOpen, ...record }: EndNotice): Promise<void> {
  const { choice } = notices.get();
  const userId = accountStore.get().info?.user.id;
  if (!document.hidden || choice?.way !== 'page' || choice.userId !== userId) return;
  if (readPermission() !== 'granted') return;
  const options = { icon: '/icons/192.png', tag: record.id, data: record };
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
