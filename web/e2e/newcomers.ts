import { expect, type Page } from '@playwright/test';

/** An address that becomes a new account at its first sign-in. */
export const newcomer = () => `newcomer-${crypto.randomUUID()}@atelier.test`;

/** Buys 1,000 credits for whoever is signed in, without the pages. */
export async function buyStarterPack(page: Page): Promise<void> {
  const { url, purchase_id: id } = await post(page, '/api/checkout', { pack: 'starter' });
  await page.request.post(String(url), { form: { action: 'complete' }, maxRedirects: 0 });
  await expect
    .poll(async () => (await (await page.request.get(`/api/purchases/${id}`)).json()).purchase.status, {
      timeout: 60_000,
    })
    .toBe('paid');
}

/** A text-to-video for 300 credits that stays in the queue. */
export async function submitStuck(page: Page): Promise<void> {
  const prompt = `A lock on a canal ${crypto.randomUUID().slice(0, 8)} [stuck]`;
  await post(page, '/api/wan/createVideo', { video_generation_type: 'text-to-video', prompt });
}

async function post(page: Page, path: string, data: object): Promise<Record<string, unknown>> {
  const { origin } = new URL(page.url());
  const response = await page.request.post(path, { data, headers: { origin } });
  expect(response.status(), `POST ${path}`).toBe(200);
  return response.json();
}
