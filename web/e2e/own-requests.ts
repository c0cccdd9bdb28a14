import { expect, type Page } from '@playwright/test';

/** Headers without which the api refuses any change by a cookie. */
export const originHeaders = () => ({ origin: new URL(String(process.env.E2E_BASE_URL)).origin });

/** Sends what a form would send, as the signed-in user. */
export async function post(page: Page, path: string, data: object = {}): Promise<Record<string, unknown>> {
  const reply = await page.request.post(path, { data, headers: originHeaders() });
  expect(reply.status(), `POST ${path}: ${await reply.text()}`).toBe(200);
  return reply.json();
}

/** Submits a generation without its form, and resolves to its id. */
export const submit = async (page: Page, path: string, data: object) =>
  String((await post(page, path, data)).id);

/** Resolves once nothing of the user waits or runs any more. */
export async function waitForEnds(page: Page, timeout = 150_000): Promise<void> {
  const running = async () =>
    (await (await page.request.get('/api/generations?active=true')).json()).data.length;
  await expect.poll(running, { timeout }).toBe(0);
}
