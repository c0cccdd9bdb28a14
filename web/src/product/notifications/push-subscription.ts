import { pushLanguages } from '@atelier/contract';
import i18next from 'i18next';
import { request } from '#lib/api/request.ts';

/** `push`: the service worker notifies, whether a page is open or not. `page`: a page does, as long as one is open. */
export type NoticeWay = 'push' | 'page';

/**
 * Makes browser and server agree that this browser is notified, in the language of the page. Resolves to `page` where
 * there is no push service, or none that answers. Rejects with an ApiError.
 */
export async function subscribeToPush(): Promise<NoticeWay> {
  const registration = await activeRegistration();
  if (!registration) return 'page';
  const state = await request('GET /api/user/push-subscription');
  const key = state.application_server_key;
  const subscription = await subscribe(registration.pushManager, key);
  if (!subscription) return 'page';
  const { endpoint, keys = {} } = subscription.toJSON();
  const language = pushLanguages.find((tag) => tag === i18next.language);
  const stored = state.subscription;
  if (stored?.endpoint === endpoint && stored?.language === language) return 'push';
  await request('PUT /api/user/push-subscription', {
    body: {
      endpoint: endpoint ?? '',
      keys: { p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' },
      application_server_key: key,
      language,
    },
  });
  return 'push';
}

/** Ends it at the server first: what the browser alone has forgotten would still be sent. Rejects with an ApiError. */
export async function endPush(): Promise<void> {
  await request('DELETE /api/user/push-subscription');
  const registration = await activeRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  await subscription?.unsubscribe();
}

/** Returns undefined in browsers without push, and without the app's service worker, as in development. */
async function activeRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('PushManager' in window) || !(await navigator.serviceWorker?.getRegistration())) return undefined;
  return navigator.serviceWorker.ready;
}

/** Returns undefined when the browser's push service does not answer, is turned off, or has no address for us. */
async function subscribe(manager: PushManager, key: string): Promise<PushSubscription | undefined> {
  const known = await manager.getSubscription();
  if (known && toBase64url(known.options.applicationServerKey) === key) return known;
  // A browser keeps one subscription, and refuses a second one with another key.
  await known?.unsubscribe();
  try {
    return await manager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  } catch (error) {
    console.warn('The push service of this browser cannot be used', error);
    return undefined;
  }
}

function toBase64url(bytes: ArrayBuffer | null): string {
  const text = String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0)));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
