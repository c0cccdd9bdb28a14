import type { CreateApiKeyBody } from '@atelier/contract';
import { createFalClient, type FalClient } from '@fal-ai/client';
import type { Flow } from './open-flow.ts';

/** fal's own client, unmodified, authenticated by an API key. */
export function falClientWithKey(url: string, key: string): FalClient {
  return createFalClient({
    credentials: key,
    suppressLocalCredentialsWarning: true,
    proxyUrl: { url: `${url}/api/wan/fal/proxy`, when: 'always' },
  });
}

/** The same as used in a page: the browser adds cookie and origin. */
export function falClientInBrowser(url: string, cookie: string): FalClient {
  return createFalClient({
    proxyUrl: { url: `${url}/api/wan/fal/proxy`, when: 'always' },
    fetch: (input, init) =>
      fetch(input, {
        ...init,
        headers: { ...(init?.headers as Record<string, string>), cookie, origin: url },
      }),
  });
}

export async function createApiKey(
  flow: Pick<Flow, 'ask'>,
  limits: Partial<CreateApiKeyBody> = {},
): Promise<string> {
  const wanted = { name: 'A program', ...limits };
  const { body } = await flow.ask<{ key: string }>('POST', '/api/user/api-keys', wanted);
  return body.key;
}
