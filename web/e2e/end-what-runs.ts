import { type APIRequestContext, expect } from '@playwright/test';

/**
 * Cancels what a test has left running, and resolves once none of its credits are held: a result or a refund of one test
 * would otherwise change the balance, the rows and the free places of a later test of the account.
 */
export async function endWhatRuns(request: APIRequestContext): Promise<void> {
  const readHeld = async () => {
    const { credits } = await (await request.get('/api/user/info')).json();
    return credits?.held_credits ?? 0;
  };
  if ((await readHeld()) === 0) return;
  const { data } = await (await request.get('/api/generations?active=true')).json();
  for (const { id } of data) await request.post(`/api/generations/${id}/cancel`);
  await expect.poll(readHeld, 'credits that a test left held').toBe(0);
}
