import { expect, type Page } from '@playwright/test';
import { post } from './own-requests.ts';

/** An email address whose first sign-in creates a new account. */
export const newcomer = () => `newcomer-${crypto.randomUUID()}@atelier.test`;

/** Signs up, or in, without opening a page: the first one of a test costs more than all the redirects. */
export async function signInByRequests(page: Page, email: string): Promise<void> {
  await leaveSession(page);
  const query = new URLSearchParams({ login_hint: email, redirect: '/pricing' });
  const reply = await page.request.get(`/api/auth/login?${query}`, { headers: { accept: 'text/html' } });
  expect(reply.status(), 'the sign-in').toBe(200);
}

/** Forgets the session of the browser without ending it: a sign-in ends it, and the worker's other tests need theirs. */
export async function leaveSession(page: Page): Promise<void> {
  await page.context().clearCookies({ name: 'sid' });
}

/** Signs up and buys the smallest pack, 1,000 credits. Ends on the credits page. */
export async function signUpAndBuyStarterPack(page: Page, email: string): Promise<void> {
  await signInByRequests(page, email);
  await buyPack(page, 'starter');
  await page.goto('/credits');
  await expect(page.getByRole('table').locator('tbody tr').filter({ hasText: 'Starter pack' })).toBeVisible();
}

/**
 * Buys a pack for the signed-in user through the API: `starter` has 1,000 credits, `studio` 20,000. Returns the address of
 * its payment.
 */
export async function buyPack(page: Page, pack: 'starter' | 'studio'): Promise<string> {
  const { url, purchase_id: id } = await post(page, '/api/checkout', { pack });
  await page.request.post(String(url), { form: { action: 'complete' }, maxRedirects: 0 });
  await expect
    .poll(async () => (await (await page.request.get(`/api/purchases/${id}`)).json()).purchase.status)
    .toBe('paid');
  return String(url);
}

/** Opens a dispute of a payment as the buyer's bank, or decides it. */
export async function disputePayment(
  page: Page,
  payment: string,
  status: 'needs_response' | 'won',
): Promise<void> {
  const reply = await page.request.post(`${payment}/dispute`, { form: { status } });
  expect(reply.status(), 'the dispute').toBe(200);
}

/** Submits a text-to-video for 300 credits that stays in the queue. */
export async function submitStuck(page: Page): Promise<void> {
  const prompt = `A lock on a canal ${crypto.randomUUID().slice(0, 8)} [stuck]`;
  await post(page, '/api/wan/createVideo', { video_generation_type: 'text-to-video', prompt });
}
