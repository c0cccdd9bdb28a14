import type { Reply } from './operation-log.ts';

/** A signed-in user's browser, or a program with an API key. */
export type Client = {
  userId: string;
  /** Empty for a program. */
  cookie: string;
  origin: string;
  /** Throws when there is no answer, or none in time. */
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  upload(path: string, file: SampleFile): Promise<Reply>;
};

export type SampleFile = { bytes: Uint8Array<ArrayBuffer>; name: string; type: string };

/** Longer than a process is frozen, so that its answers still arrive. */
const timeoutMs = 25_000;

type Credentials = { cookie: string } | { apiKey: string };

export function createClient(userId: string, credentials: Credentials, origin: string): Client {
  const cookie = 'cookie' in credentials ? credentials.cookie : '';
  const identity: Record<string, string> =
    'apiKey' in credentials ? { authorization: `Bearer ${credentials.apiKey}` } : { cookie, origin };
  const send = async (method: string, path: string, init: RequestInit): Promise<Reply> => {
    const response = await fetch(`${origin}${path}`, {
      method,
      ...init,
      headers: { ...identity, ...(init.headers as Record<string, string>) },
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : text };
  };
  return {
    userId,
    cookie,
    origin,
    send: (method, path, body, headers = {}) =>
      send(method, path, {
        ...(body !== undefined && { body: JSON.stringify(body) }),
        headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      }),
    upload(path, { bytes, name, type }) {
      const form = new FormData();
      form.append('file', new Blob([bytes], { type }), name);
      return send('POST', path, { body: form });
    },
  };
}
