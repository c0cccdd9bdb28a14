// Runs before the first paint: theme, language and sidebar as the person left them, so that nothing jumps, and a
// hint at every file the page will import.
(() => {
  // The build fills this in.
  const pages = [];
  const cookie = (name) => document.cookie.match(new RegExp(`(?:^|; )${name}=([^;]*)`))?.[1];
  const root = document.documentElement;
  const theme = cookie('theme');
  if (theme === 'dark' || theme === 'light') root.dataset.theme = theme;
  const language = cookie('language') ?? navigator.languages.find((tag) => /^(en|zh)\b/i.test(tag)) ?? 'en';
  root.lang = /^zh/i.test(language) ? 'zh-CN' : 'en';
  root.dataset.sidebar = cookie('sidebar') === 'collapsed' ? 'collapsed' : 'open';
  const page = pages.find(({ path }) => location.pathname.startsWith(path));
  for (const file of page ? [...page.files, ...page.words[root.lang]] : []) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = `/${file}`;
    document.head.append(link);
  }
})();
