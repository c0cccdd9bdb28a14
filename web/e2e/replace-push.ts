import type { PushService } from '@atelier/dev-stack/push-service';
import type { Page, Worker } from '@playwright/test';

export type Subscription = ReturnType<PushService['subscribe']>;

/**
 * The browser's half of the Push API and of notifications, which headless browsers refuse: the permission, and a
 * subscription that stays over reloads. Undefined stands for a push service that does not answer.
 */
export async function replacePush(page: Page, subscription: Subscription | undefined): Promise<void> {
  await page.addInitScript((given) => {
    const allowed = {
      permission: sessionStorage.getItem('test.permission') ?? 'default',
      async requestPermission() {
        sessionStorage.setItem('test.permission', 'granted');
        allowed.permission = 'granted';
        return 'granted';
      },
    };
    Object.assign(window, { Notification: allowed });

    const storedKey = 'test.push-key';
    const readBytes = (key: string) =>
      Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
    const withKey = (key: string) => ({
      options: { applicationServerKey: readBytes(key).buffer },
      toJSON: () => ({ endpoint: given?.endpoint, keys: { p256dh: given?.p256dh, auth: given?.auth } }),
      unsubscribe: async () => {
        sessionStorage.removeItem(storedKey);
        return true;
      },
    });
    Object.assign(PushManager.prototype, {
      getSubscription: async () => {
        const key = sessionStorage.getItem(storedKey);
        return key === null ? null : withKey(key);
      },
      subscribe: async ({ applicationServerKey: key }: { applicationServerKey: string }) => {
        if (!given) throw new DOMException('push service not available', 'AbortError');
        sessionStorage.setItem(storedKey, key);
        return withKey(key);
      },
    });
  }, subscription);
}

/** The service worker of the page, once it is active. */
export async function toWorker(page: Page): Promise<Worker> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const [worker] = page.context().serviceWorkers();
  return worker ?? page.context().waitForEvent('serviceworker');
}

type Shown = { title: string } & NotificationOptions;

/** Keeps what the service worker asks the browser to show. `subscription` is what its push manager then has. */
export async function watchNotifications(
  worker: Worker,
  subscription?: Subscription,
): Promise<() => Promise<Shown[]>> {
  await worker.evaluate((given) => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
    const shown: Shown[] = [];
    const current = given && {
      endpoint: given.endpoint,
      toJSON: () => ({ endpoint: given.endpoint, keys: { p256dh: given.p256dh, auth: given.auth } }),
    };
    Object.assign(globalThis, { shown });
    Object.assign(registration, {
      showNotification: async (title: string, options: NotificationOptions) =>
        void shown.push({ title, ...options }),
    });
    Object.assign(registration.pushManager, {
      getSubscription: async () => current ?? null,
      subscribe: async () => current,
    });
  }, subscription);
  return () => worker.evaluate(() => (globalThis as unknown as { shown: Shown[] }).shown);
}

/** Delivers a push message as the browser passes it to the service worker. */
export async function deliver(page: Page, payload: object): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) =>
    devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [own] }) => {
      if (own) resolve(own.registrationId);
    }),
  );
  await devTools.send('ServiceWorker.enable');
  await devTools.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(page.url()).origin,
    registrationId: await registered,
    data: JSON.stringify(payload),
  });
  await devTools.detach();
}
