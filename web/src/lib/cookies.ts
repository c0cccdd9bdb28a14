const secondsPerDay = 86_400;

/** Undefined while a page is painted at build time. */
export function readCookie(name: string): string | undefined {
  if (import.meta.env.SSR) return undefined;
  const pair = document.cookie.split('; ').find((candidate) => candidate.startsWith(`${name}=`));
  return pair?.slice(name.length + 1);
}

export function writeCookie(name: string, value: string, days: number): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and Safari
  document.cookie = `${name}=${value}; Path=/; Max-Age=${days * secondsPerDay}; SameSite=Lax`;
}
