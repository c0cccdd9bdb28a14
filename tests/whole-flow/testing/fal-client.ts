import type { CreateApiKeyBody } from '@atelier/contract';
import { signIn } from '@atelier/dev-stack/testing';
import { createFalClient, type FalClient } from '@fal-ai/client';
import { createClient, type Flow, flowUser } from './open-flow.ts';

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

/** API key of the flow's user, made after a sign-in of its own: keys need one of the last ten minutes. */
export async function createApiKey(
  { stack }: Pick<Flow, 'stack'>,
  limits: Partial<CreateApiKeyBody> = {},
): Promise<string> {
  const ask = createClient(stack, await signIn(stack.url, flowUser));
  const wanted = { name: 'A program', ...limits };
  const { status, body } = await ask<{ key: string }>('POST', '/api/user/api-keys', wanted);
  if (status !== 200) throw new Error(`A new API key is answered with ${status}: ${JSON.stringify(body)}`);
  return body.key;
}
