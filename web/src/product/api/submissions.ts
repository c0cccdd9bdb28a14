import type { PublicGeneration } from '@atelier/contract';
import { request } from '#lib/api/request.ts';

/** The generation that a submission with this request id made; undefined when it made none. */
export async function findSubmitted(requestId: string): Promise<PublicGeneration | undefined> {
  const { data } = await request('GET /api/generations', { query: { submission: requestId } });
  return data[0];
}
