import type { IncomingMessage } from 'node:http';
import type { LookupFunction } from 'node:net';
import { AppError } from '@atelier/contract';
import { type AddressRules, checkAddress } from './check-address.ts';
import { openConnection } from './open-connection.ts';

export type GuardRules = AddressRules & {
  /** Time limit of the whole exchange, redirects included. */
  timeoutMs: number;
  /** How names are resolved; the system's way when absent. */
  lookup?: LookupFunction;
};

const maxRedirects = 3;

/**
 * GET of a user-supplied URL; every redirect is checked like the first address. Returns the open response, whatever its
 * status. Throws AppError url_not_allowed for an address that we do not ask, and network errors as they
 * come, an aborted signal as an AbortError or TimeoutError.
 */
export async function guardedGet(
  url: string,
  rules: Omit<GuardRules, 'timeoutMs'> & { signal: AbortSignal },
): Promise<IncomingMessage> {
  const { trustedHosts, lookup, signal } = rules;
  const headers = { accept: '*/*' };
  let address = checkAddress(url, rules);
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const answer = await openConnection(address, { method: 'GET', headers, trustedHosts, lookup, signal });
    const { statusCode = 0, headers: told } = answer;
    if (statusCode < 300 || statusCode >= 400 || told.location === undefined) return answer;
    answer.destroy();
    address = checkAddress(URL.parse(told.location, address.href)?.href ?? '', rules);
  }
  throw new AppError('url_not_allowed');
}
