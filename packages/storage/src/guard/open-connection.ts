import { lookup as systemLookup } from 'node:dns';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { AppError } from '@atelier/contract';
import { isTrusted } from './check-address.ts';
import { isPublicIp } from './is-public-ip.ts';

type Question = {
  method: 'GET' | 'POST';
  headers: Readonly<Record<string, string>>;
  body?: Buffer;
  trustedHosts: readonly string[];
  /** How names are resolved; the system's way when absent. */
  lookup?: LookupFunction | undefined;
  signal: AbortSignal;
};

/** One request to an address that `checkAddress` let pass; a name of a closed address is refused as it connects. */
export function openConnection(address: URL, question: Question): Promise<IncomingMessage> {
  const { method, headers, body, signal } = question;
  const request = address.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    request(address, {
      method,
      // A connection of its own: one that is kept would skip the lookup.
      agent: false,
      signal,
      lookup: isTrusted(address, question) ? undefined : guardedLookup(question.lookup),
      headers: { ...headers, 'user-agent': 'Atelier' },
    })
      .on('response', resolve)
      .on('error', reject)
      .end(body);
  });
}

const unknownNameCodes = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA', 'EAI_NONAME']);

/** Whether a connection failed because the name of its server leads nowhere. */
export function isUnknownName(error: unknown): boolean {
  return unknownNameCodes.has((error as { code?: string }).code ?? '');
}

/**
 * Replaces the error of an unknown host by that of a host without a public address, since otherwise names of our own network
 * could be found by trying. Other errors are returned unchanged.
 */
export function hideUnknownName(error: unknown): unknown {
  return isUnknownName(error) ? noPublicServer(error) : error;
}

function noPublicServer(cause?: unknown): AppError {
  return new AppError('url_not_allowed', { message: 'No public server was found at this address', cause });
}

/**
 * Name resolution for one connection that refuses names of addresses that are not public. What is checked here is what
 * the socket then connects to: a name that answers differently the next time gains nothing (DNS rebinding).
 */
function guardedLookup(lookup: LookupFunction = systemLookup as LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, options, (error, answer, family) => {
      if (error) return callback(error, answer, family);
      const addresses = typeof answer === 'string' ? [answer] : answer.map(({ address }) => address);
      const isPublic = addresses.length > 0 && addresses.every(isPublicIp);
      callback(isPublic ? null : noPublicServer(), answer, family);
    });
  };
}
