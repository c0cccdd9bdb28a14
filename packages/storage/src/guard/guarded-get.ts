import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { AppError } from '@atelier/contract';
import { guardedLookup } from './guarded-lookup.ts';
import { isPublicIp } from './is-public-ip.ts';

export type GuardRules = {
  /** Hosts, with port, of our own configuration: they may be private and on any port. */
  trustedHosts: readonly string[];
  /** A further condition; absent: every public host. */
  isAllowed?: (address: URL) => boolean;
  /** For the whole download, redirects included. */
  timeoutMs: number;
  /** How names are resolved; the system's way when absent. */
  lookup?: LookupFunction;
};

const maxRedirects = 3;
const openPorts = new Set(['', '80', '443']);

/**
 * GET of an address that somebody else chose, every redirect checked like the first address. Returns the open answer,
 * whatever its status. Throws AppError url_not_allowed for an address that we do not ask, and network errors as they
 * come, the time-out as an AbortError or TimeoutError.
 */
export async function guardedGet(url: string, rules: GuardRules): Promise<IncomingMessage> {
  const signal = AbortSignal.timeout(rules.timeoutMs);
  let address = checkAddress(url, rules);
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const answer = await ask(address, rules, signal);
    const { statusCode = 0, headers } = answer;
    if (statusCode < 300 || statusCode >= 400 || headers.location === undefined) return answer;
    answer.destroy();
    address = checkAddress(URL.parse(headers.location, address.href)?.href ?? '', rules);
  }
  throw new AppError('url_not_allowed');
}

/** Looks at the address itself; names are judged by what they resolve to, in the connection's own lookup. */
function checkAddress(url: string, rules: GuardRules): URL {
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

function isTrusted(address: URL, { trustedHosts }: GuardRules): boolean {
  return trustedHosts.includes(address.host);
}

function ask(address: URL, rules: GuardRules, signal: AbortSignal): Promise<IncomingMessage> {
  const request = address.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    request(address, {
      // A connection of its own: one that is kept would skip the lookup.
      agent: false,
      signal,
      lookup: isTrusted(address, rules) ? undefined : guardedLookup(rules.lookup),
      headers: { accept: '*/*', 'user-agent': 'Atelier' },
    })
      .on('response', resolve)
      .on('error', reject)
      .end();
  });
}
