import { isKey } from './keys.ts';

export type MediaAddresses = {
  /** Where the web app reads a file: the CDN, or our own route. */
  formatUrl: (key: string) => string;
  /** The same for everybody else, with scheme and host. */
  formatAbsoluteUrl: (key: string) => string;
  /** The key that one of our own addresses names, also a relative one; undefined for every other address. */
  parseKey: (address: string) => string | undefined;
};

/** The addresses of stored files, and back. `PUBLIC_URL` and `CDN_BASE_URL` without a slash at the end. */
export function createMediaAddresses(settings: {
  PUBLIC_URL: string;
  CDN_BASE_URL?: string;
}): MediaAddresses {
  const publicUrl = new URL(settings.PUBLIC_URL);
  const cdnBaseUrl = settings.CDN_BASE_URL?.replace(/\/+$/, '');
  const bases = [
    `${publicUrl.origin}/media/`,
    ...(cdnBaseUrl === undefined ? [] : [`${cdnBaseUrl}/`]),
    ...localTwins(publicUrl).map((origin) => `${origin}/media/`),
  ];
  const formatUrl = (key: string) => `${cdnBaseUrl ?? '/media'}/${key}`;
  return {
    formatUrl,
    formatAbsoluteUrl: (key) => new URL(formatUrl(key), publicUrl).href,
    parseKey(address) {
      const url = URL.parse(address, publicUrl.href);
      if (url?.username !== '' || url.password !== '') return undefined;
      const plain = `${url.origin}${url.pathname}`;
      const base = bases.find((candidate) => plain.startsWith(candidate));
      const key = base && plain.slice(base.length);
      return key && isKey(key) ? key : undefined;
    },
  };
}

/** Lists the origins of this site on one machine, where both names are the same place. */
function localTwins(publicUrl: URL): string[] {
  const names = ['localhost', '127.0.0.1'];
  if (!names.includes(publicUrl.hostname)) return [];
  return names.map((name) => Object.assign(new URL(publicUrl), { hostname: name }).origin);
}
