import { randomUUID } from 'node:crypto';
import type { PublicGeneration } from '@atelier/contract';

export type Answer<Body> = { status: number; body: Body; requestId: string };

/** A signed-in user's browser. */
export type TestUser = {
  cookie: string;
  /** The origin that the browser sends. */
  origin: string;
  ask<Body>(method: string, url: string, body?: unknown): Promise<Answer<Body>>;
  /** Submits a video. With an idempotency key it can be repeated. */
  submit(
    baseUrl: string,
    options?: { key?: string; prompt?: string },
  ): Promise<{ generation: PublicGeneration; requestId: string }>;
};

export function createTestUser(cookie: string, origin: string): TestUser {
  const ask = async <Body>(method: string, url: string, body?: unknown): Promise<Answer<Body>> => {
    const response = await fetch(url, {
      method,
      headers: { cookie, origin, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const requestId = response.headers.get('x-request-id') ?? '';
    return { status: response.status, body: (await response.json()) as Body, requestId };
  };
  return {
    cookie,
    origin,
    ask,
    async submit(baseUrl, { key = randomUUID(), prompt = 'Boat' } = {}) {
      const answer = await ask<{ generation: PublicGeneration }>('POST', `${baseUrl}/api/wan/createVideo`, {
        video_generation_type: 'text-to-video',
        prompt,
        request_id: key,
      });
      if (answer.status !== 200) {
        throw new Error(`createVideo answers ${answer.status}: ${JSON.stringify(answer.body)}`);
      }
      return { generation: answer.body.generation, requestId: answer.requestId };
    },
  };
}
