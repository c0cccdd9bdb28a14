// Runs before the first paint: theme, language and sidebar as the person left them, so that nothing jumps, and a
// hint at every file the page will import.
(() => {
  // The build fills these in.
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
  for (const file of page ? [...page.files, ...page.words[root.lang]] : []) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = `/${file}`;
    document.head.append(link);
  }
})();
