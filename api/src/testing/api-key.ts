import type { CreateApiKeyBody, CreateApiKeyReply } from '@atelier/contract';
import type { TestUser } from './start-test-api.ts';
import type { RequestOptions } from './test-browser.ts';

export async function createKey(
  user: TestUser,
  wanted: Partial<CreateApiKeyBody> = {},
): Promise<CreateApiKeyReply> {
  return (await user.post('/api/user/api-keys', { name: 'A program', ...wanted })).body as CreateApiKeyReply;
}

/** Request options of a program: the key, and no origin. */
export function withKey(key: string, scheme = 'Key'): RequestOptions {
  return { origin: null, headers: { authorization: `${scheme} ${key}` } };
}
