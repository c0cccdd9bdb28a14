import { isAppError } from '@atelier/contract';
import { type AddressRules, checkAddress, isTrusted } from './check-address.ts';
import type { GuardRules } from './guarded-get.ts';
import { hideUnknownName, openConnection } from './open-connection.ts';

type RecipientRules = Pick<AddressRules, 'trustedHosts'>;

/**
 * Finds the problem of a webhook URL, as far as it shows without a DNS lookup. Only hosts of our own configuration may do
 * without https, because the body may carry the right to read private files.
 */
export function findRecipientProblem(
  url: string,
  rules: RecipientRules,
): 'no_address' | 'not_https' | 'not_allowed' | undefined {
  const address = URL.parse(url);
  if (!address || !/^https?:$/.test(address.protocol)) return 'no_address';
  if (isOpen(url, { trustedHosts: rules.trustedHosts }))
    return isConfidential(address, rules) ? undefined : 'not_https';
  return 'not_allowed';
}

export type PostReply = {
  status: number;
  /** The header, as it was sent. */
  retryAfter: string | undefined;
};

/**
 * POST to a user-supplied URL under the same SSRF rules as GET; redirects are not followed. The body of the response is
 * not read. Throws as `guardedGet` does.
 */
export async function guardedPost(
  url: string,
  message: { headers: Readonly<Record<string, string>>; body: Buffer },
  { trustedHosts, timeoutMs, lookup }: Omit<GuardRules, 'isAllowed'>,
): Promise<PostReply> {
  const rules = { trustedHosts, isAllowed: (address: URL) => isConfidential(address, { trustedHosts }) };
  const address = checkAddress(url, rules);
  const signal = AbortSignal.timeout(timeoutMs);
  const question = { method: 'POST', ...message, trustedHosts, lookup, signal } as const;
  const answer = await openConnection(address, question).catch((error: unknown) => {
    throw isTrusted(address, rules) ? error : hideUnknownName(error);
  });
  answer.destroy();
  return { status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'] };
}

function isConfidential(address: URL, rules: RecipientRules): boolean {
  return address.protocol === 'https:' || isTrusted(address, rules);
}

function isOpen(url: string, rules: AddressRules): boolean {
  try {
    checkAddress(url, rules);
    return true;
  } catch (error) {
    if (!isAppError(error)) throw error;
    return false;
  }
}
