// Runs before the first paint: applies the stored theme, language and sidebar state, so that the layout does not shift,
// and preloads every file that the page will import.
(() => {
  // Filled in by the build (web/build/hint-pages.ts).
  const pages = [];
  const languages = ['en'];
  const cookie = (name) => document.cookie.match(new RegExp(`(?:^|; )${name}=([^;]*)`))?.[1];
  const root = document.documentElement;
  const theme = cookie('theme');
  if (theme === 'dark' || theme === 'light') root.dataset.theme = theme;
  // The same choice as `detectLanguage` makes later.
  const primary = (tag) => tag.split('-', 1)[0].toLowerCase();
  const find = (tag) =>
    languages.find((own) => own.toLowerCase() === tag.toLowerCase()) ??
    languages.find((own) => primary(own) === primary(tag));
  root.lang = [cookie('language') ?? '', ...navigator.languages].map(find).find(Boolean) ?? 'en';
  root.dataset.sidebar = cookie('sidebar') === 'collapsed' ? 'collapsed' : 'open';
  const page = pages.find(({ path }) => location.pathname.startsWith(path));
  for (const file of page ? [...page.files, ...page.messages[root.lang]] : []) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = `/${file}`;
    document.head.append(link);
  }
})();
