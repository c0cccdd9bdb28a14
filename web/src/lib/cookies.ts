const secondsPerDay = 86_400;

/** The cookies that scripts read: what a device shows how, and the server's hint that a user is signed in. */
type CookieName = 'theme' | 'language' | 'sidebar' | 'tile-height' | 'signed-in';

/** Returns undefined when a page is prerendered by the build. */
export function readCookie(name: CookieName): string | undefined {
  if (import.meta.env.SSR) return undefined;
  const pair = cookies().find((candidate) => candidate.startsWith(`${name}=`));
  return pair?.slice(name.length + 1);
}

export function writeCookie(name: CookieName, value: string, days: number): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and Safari
  document.cookie = `${name}=${value}; Path=/; Max-Age=${days * secondsPerDay}; SameSite=Lax`;
}

export function removeCookie(name: CookieName): void {
  writeCookie(name, '', 0);
}

/** Reading the property throws in a frame without an origin. */
function cookies(): string[] {
  try {
    return document.cookie.split('; ');
  } catch {
    return [];
  }
}
