// Runs before the first paint: applies the stored theme, language and sidebar state, so that the layout does not shift. Then
// starts the app with every file that the page will import, names the manifest and registers the service worker.
(() => {
  // Filled in by the build (web/build/hint-pages.ts). The development server has its own script for the entry.
  const entry = [];
  const pages = [];
  const languages = ['en'];
  const cookie = (name) => {
    try {
      return document.cookie.match(new RegExp(`(?:^|; )${name}=([^;]*)`))?.[1];
    } catch {
      return undefined; // A frame without an origin has no cookies.
    }
  };
  const root = document.documentElement;
  const theme = cookie('theme');
  if (theme === 'dark' || theme === 'light') root.dataset.theme = theme;
  // The same choice as `detectLanguage` makes later.
  const primary = (tag) => tag.split('-', 1)[0].toLowerCase();
  const find = (tag) =>
    languages.find((own) => own.toLowerCase() === tag.toLowerCase()) ??
    languages.find((own) => primary(own) === primary(tag));
  root.lang = [cookie('language') ?? '', ...navigator.languages].map(find).find(Boolean) ?? 'en';
  const sidebar = cookie('sidebar');
  if (sidebar === 'collapsed' || sidebar === 'open') root.dataset.sidebar = sidebar;
  // A form that its address fills in is hidden until it has those values; the app shows it (`use-prefill.ts`).
  const names = [...new URLSearchParams(location.search).keys()];
  if (names.some((name) => name !== 'view')) root.dataset.filling = '';
  const add = (name, attributes) =>
    document.head.append(Object.assign(document.createElement(name), attributes));
  const page = pages.find(
    ({ path }) => location.pathname.startsWith(path) && (path !== '/' || location.pathname === '/'),
  );
  let isStarted = entry.length === 0;
  const start = () => {
    if (isStarted) return;
    isStarted = true;
    const src = document.querySelector('meta[name=entry]').content;
    add('script', { type: 'module', crossOrigin: '', src, onload: registerServiceWorker });
    for (const file of entry) add('link', { rel: 'modulepreload', crossOrigin: '', href: `/${file}` });
    for (const file of page ? [...page.files, ...page.messages[root.lang]] : [])
      add('link', { rel: 'modulepreload', crossOrigin: '', href: `/${file}`, fetchPriority: 'low' });
    add('link', { rel: 'manifest', href: `/manifest.${root.lang}.webmanifest` });
  };
  // Browsers that forbid storage have none.
  const registerServiceWorker = () =>
    navigator.serviceWorker?.register('/sw.js').catch((error) => console.warn(error));
  // Starts the app after the first paint, which needs none of it and would share the connection with it. A hidden
  // document is not painted.
  if (document.hidden) start();
  else requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(start)));
  addEventListener('visibilitychange', start);
})();
(() => {
  // The prerendered page looks ready before the app is: what is pressed until then is repeated by the app.
  window.early = { hasInput: false, clicks: [] };
  for (const sign of ['click', 'input', 'change', 'focusin', 'submit']) {
    addEventListener(sign, (event) => {
      if (!window.early) return;
      window.early.hasInput = true;
      const pressed = sign === 'click' && event.target.closest('button, input, summary');
      if (pressed) window.early.clicks.push(pressed);
      if (sign === 'submit') event.preventDefault();
    });
  }
  // A press that begins in the prerendered page and ends in the app belongs to two elements, and to the browser is no click.
  let pressed;
  const take = (event) => {
    pressed = window.early ? event.target : undefined;
  };
  const give = (event) => {
    if (pressed && !pressed.isConnected) event.target.closest('button, input, a')?.click();
    pressed = undefined;
  };
  addEventListener('pointerdown', take, true);
  addEventListener('pointerup', give, true);
})();
(() => {
  // The router reads where pages were scrolled to before any other script of the app runs, and fails for good on anything else.
  const scrolls = 'tsr-scroll-restoration-v1_3';
  const isMap = (value, isItem) =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every(isItem);
  const isPlace = (place) => isMap(place, Number.isFinite);
  try {
    const kept = JSON.parse(sessionStorage.getItem(scrolls) ?? '{}');
    if (!isMap(kept, (places) => isMap(places, isPlace))) sessionStorage.removeItem(scrolls);
  } catch {
    // Storage is forbidden, or there is no JSON: the router takes either for nothing.
  }
})();
