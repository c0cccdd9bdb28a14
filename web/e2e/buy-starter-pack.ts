import { expect, type Page } from '@playwright/test';

/** Signs a new account in and buys the smallest pack in the test checkout, which leaves 1,000 credits. */
export async function buyStarterPack(page: Page, email: string): Promise<void> {
  await page.goto(`/api/auth/login?${new URLSearchParams({ login_hint: email, redirect: '/credits' })}`);
  await expect(page.getByText('No movements yet')).toBeVisible();
  const reply = await page.request.post('/api/checkout', {
    data: { pack: 'starter' },
    headers: { origin: new URL(page.url()).origin },
  });
  const { url } = (await reply.json()) as { url: string };
  await page.goto(url);
  await page.getByRole('button', { name: 'Complete the payment' }).click();
  await page.waitForURL(/\/pricing\/return/);
  // The payment is told by a webhook, which may come after the way back.
  await page.goto('/credits');
  await expect(page.getByRole('table').locator('tbody tr').filter({ hasText: 'Starter pack' })).toBeVisible();
}

/** An address that is a new account at its first sign-in. */
export function newAddress(): string {
  return `${crypto.randomUUID()}@atelier.test`;
}
