// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not pass
const unsafe = /[\u0000-\u001f\u007f\\]/;

/** A path of our own pages to return to after sign-in; anything else becomes "/" (reliability.md, S5). */
export function safeRedirect(target: unknown, ownOrigin: string): string {
  if (typeof target !== 'string' || !target.startsWith('/') || target.startsWith('//')) return '/';
  if (target.length > 2_000 || unsafe.test(target) || unsafe.test(decodeOnce(target))) return '/';
  const url = URL.parse(target, ownOrigin);
  if (!url || url.origin !== ownOrigin) return '/';
  const path = `${url.pathname}${url.search}${url.hash}`;
  // Normalising can bring a second slash to the front ("/.//host").
  return path.startsWith('//') || url.pathname.startsWith('/api/') ? '/' : path;
}

function decodeOnce(text: string): string {
  try {
    return decodeURIComponent(text.split('?')[0] ?? '');
  } catch {
    return '\u0000';
  }
}
