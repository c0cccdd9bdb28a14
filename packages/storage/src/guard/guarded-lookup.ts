import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { AppError } from '@atelier/contract';
import { isPublicIp } from './is-public-ip.ts';

/**
 * Name resolution for one connection that refuses names of addresses that are not public. What is checked here is what
 * the socket then connects to: a name that answers differently the next time gains nothing (S12, DNS rebinding).
 */
export function guardedLookup(lookup: LookupFunction = systemLookup as LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, options, (error, answer, family) => {
      if (error) return callback(error, answer, family);
      const addresses = typeof answer === 'string' ? [answer] : answer.map(({ address }) => address);
      const isPublic = addresses.length > 0 && addresses.every(isPublicIp);
      callback(isPublic ? null : new AppError('url_not_allowed'), answer, family);
    });
  };
}
