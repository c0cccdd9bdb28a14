import { isIP } from 'node:net';
import { AppError } from '@atelier/contract';
import { isPublicIp } from './is-public-ip.ts';

export type AddressRules = {
  /** Hosts, with port or `:*` for any, of our own configuration: they may be private and on any port. */
  trustedHosts: readonly string[];
  /** A further condition; every public host meets it when absent. */
  isAllowed?: (address: URL) => boolean;
};

const openPorts = new Set(['', '80', '443']);

/**
 * Looks at the address itself; names are judged by what they resolve to, in the connection's own lookup. Throws AppError
 * url_not_allowed.
 */
export function checkAddress(url: string, rules: AddressRules): URL {
  const address = URL.parse(url);
  const isPlain =
    address !== null &&
    (address.protocol === 'https:' || address.protocol === 'http:') &&
    address.username === '' &&
    address.password === '';
  if (!isPlain || (rules.isAllowed && !rules.isAllowed(address))) throw new AppError('url_not_allowed');
  if (isTrusted(address, rules)) return address;
  // The parser has made one notation of decimal, octal, hexadecimal and shortened addresses.
  const host = address.hostname.replace(/^\[|\]$/g, '');
  const isClosed = isIP(host) !== 0 && !isPublicIp(host);
  if (isClosed || !openPorts.has(address.port)) throw new AppError('url_not_allowed');
  return address;
}

export function isTrusted(
  { host, hostname }: URL,
  { trustedHosts }: Pick<AddressRules, 'trustedHosts'>,
): boolean {
  return trustedHosts.includes(host) || trustedHosts.includes(`${hostname}:*`);
}
