import { Readable } from 'node:stream';
import { type AddressRules, checkAddress, isTrusted } from './check-address.ts';
import { hideUnknownName, openConnection } from './open-connection.ts';

/**
 * GET of an address that a stranger names, as a `Response`, under the same rules as `guardedGet`; redirects are returned, not
 * followed. Throws as `guardedGet` does.
 */
export async function guardedFetch(
  url: string,
  { accept, signal, ...rules }: AddressRules & { accept: string; signal: AbortSignal },
): Promise<Response> {
  const address = checkAddress(url, rules);
  const { trustedHosts } = rules;
  const question = { method: 'GET', headers: { accept }, trustedHosts, signal } as const;
  const answer = await openConnection(address, question).catch((error: unknown) => {
    throw isTrusted(address, rules) ? error : hideUnknownName(error);
  });
  const headers = Object.entries(answer.headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, [value].flat().join(', ')]],
  );
  return new Response(Readable.toWeb(answer) as ReadableStream, {
    status: answer.statusCode ?? 502,
    headers,
  });
}
