// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters must be refused
const unsafe = /[\u0000-\u001f\u007f\\]/;

/** The path of one of our own pages to return to after sign-in; anything else becomes "/", against open redirects. */
export function safeRedirect(target: unknown, ownOrigin: string): string {
  if (typeof target !== 'string' || !target.startsWith('/') || target.startsWith('//')) return '/';
  if (target.length > 2_000 || unsafe.test(target) || unsafe.test(decodeOnce(target))) return '/';
  const url = URL.parse(target, ownOrigin);
  if (!url || url.origin !== ownOrigin) return '/';
  const path = `${url.pathname}${url.search}${url.hash}`;
  // Normalizing "/.//host" yields "//host", which would leave the site.
  return path.startsWith('//') || url.pathname.startsWith('/api/') ? '/' : path;
}

function decodeOnce(text: string): string {
  try {
    return decodeURIComponent(text.split('?')[0] ?? '');
  } catch {
    return '\u0000';
  }
}
