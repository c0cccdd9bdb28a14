// Keeps the files that every page loads, so that the app starts quickly, and shows a page of its own without a
// connection. It never answers for the API, stored files or anything else that belongs to a user: those requests are
// left to the browser as if there were no service worker. It also shows what the server sends when a generation has
// ended or a program asks (docs/adr/0018-web-push.md), and takes the files that are shared with the installed app.

// Filled in by the build (web/build/install-app.ts).
const build = { version: 'none', files: [] };
const offlinePage = '/offline.html';
const cacheName = `atelier-${build.version}`;
/** The form that the share target of the manifest names. */
const sharePath = '/creator/image-to-video';
/** Files of the last share, until the form that it opens asks for them. They are in memory alone. */
let sharedFiles = [];

addEventListener('install', (event) => event.waitUntil(install()));
addEventListener('activate', (event) => event.waitUntil(removeOldBuilds()));
addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (origin !== location.origin) return;
  if (method === 'POST' && mode === 'navigate' && pathname === sharePath)
    event.respondWith(takeShared(event.request));
  if (method !== 'GET') return;
  if (/^\/assets\/.+\.(js|css)$/.test(pathname)) event.respondWith(readAsset(event.request));
  else if (mode === 'navigate' && !/^\/(api|media|ops)(\/|$)/.test(pathname))
    event.respondWith(openPage(event.request));
});
addEventListener('message', ({ data, ports }) => {
  if (data?.name !== 'take-shared') return;
  ports[0].postMessage(sharedFiles);
  sharedFiles = [];
});
addEventListener('push', (event) => event.waitUntil(showEnd(event.data.json())));
addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openWork(event.notification.data));
});
addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewSubscription()));

async function install() {
  const cache = await caches.open(cacheName);
  await cache.addAll([offlinePage, ...build.files].map((path) => new Request(path, { credentials: 'omit' })));
  // Pages come from the network, so the next one is of the new build whichever service worker serves it.
  await skipWaiting();
}

/** The build before this one stays, because open pages still load parts of it. */
async function removeOldBuilds() {
  // Names of the caches in the order in which they were made.
  const names = (await caches.keys()).filter((name) => name.startsWith('atelier-') && name !== cacheName);
  await Promise.all(names.slice(0, -1).map((name) => caches.delete(name)));
}

/** Reads the cache first, since files at hashed addresses never change. Videos are left to the browser, which reads ranges. */
async function readAsset(request) {
  const kept = await caches.match(request.url, { ignoreVary: true });
  if (kept) return kept;
  const reply = await fetch(request);
  if (reply.status === 200) {
    const cache = await caches.open(cacheName);
    await cache.put(request.url, reply.clone());
  }
  return reply;
}

async function openPage(request) {
  try {
    return await fetch(request);
  } catch (error) {
    // No connection. The page is gone too when the browser's storage was cleared.
    const page = await caches.match(offlinePage, { ignoreVary: true });
    if (!page) throw error;
    return page;
  }
}

async function takeShared(request) {
  sharedFiles = [];
  try {
    const entries = (await request.formData()).getAll('files');
    sharedFiles = entries.filter((entry) => entry instanceof File && entry.size > 0);
  } catch (error) {
    // The form says that nothing has arrived.
    console.warn('What was shared cannot be read', error);
  }
  return Response.redirect(`${sharePath}#shared`, 303);
}

/** `end` is a `PushPayload` (packages/contract/src/account/push.ts). */
async function showEnd({ title, body, ...ended }) {
  // Safari takes the permission away from a site that shows nothing.
  const subscription = await registration.pushManager.getSubscription();
  const mustShow = /\.push\.apple\.com$/.test(new URL(subscription?.endpoint ?? location.href).hostname);
  if (!mustShow && (await findPage({ name: 'reports-ends' }, isVisible))) return;
  await registration.showNotification(title, { body, tag: ended.id, icon: '/icons/192.png', data: ended });
}

/**
 * Opens a work in an open page that answers, which is not loaded again and keeps what is typed, else in a new one. A
 * path is always opened in a new page.
 */
async function openWork({ id, medium, batchId, path }) {
  if (path) return clients.openWindow(path);
  const page = await findPage({ name: 'open-record', id, medium, batchId });
  if (page) return page.focus();
  if (batchId) return clients.openWindow(`/creator/batches/${batchId}`);
  const type = medium === 'text' ? 'image-understanding' : medium;
  return clients.openWindow(`/creator/history/${type}?view=${id}`);
}

const isVisible = (page) => page.visibilityState === 'visible';
/** A page that is looked at may be busy for a while, and must not be notified besides. */
const answerMs = 3_000;

/** The first page, those that are looked at before others, that answers the question with yes. */
async function findPage(question, isWanted = () => true) {
  const pages = [...(await clients.matchAll({ type: 'window', includeUncontrolled: true }))];
  pages.sort((a, b) => Number(isVisible(b)) - Number(isVisible(a)));
  for (const page of pages.filter(isWanted)) if (await ask(page, question)) return page;
  return undefined;
}

/** A page that has not started, or whose user has turned notifications off, does not answer. */
function ask(page, question) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    setTimeout(resolve, answerMs, false);
    page.postMessage(question, [port2]);
  });
}

/** The browser has replaced its subscription; the server learns of it if it still notifies this browser. */
async function renewSubscription() {
  const path = '/api/user/push-subscription';
  const reply = await fetch(path);
  if (!reply.ok) return;
  const { application_server_key, subscription } = await reply.json();
  if (!subscription) return;
  const options = { userVisibleOnly: true, applicationServerKey: application_server_key };
  const { endpoint, keys } = (await registration.pushManager.subscribe(options)).toJSON();
  await fetch(path, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint, keys, application_server_key }),
  });
}
