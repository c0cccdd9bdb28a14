import { ageSignIn } from '@atelier/dev-stack/age-sign-in';
import { type BrowserContext, expect, type Page } from '@playwright/test';

/** The session of the context began too long ago for what needs a fresh sign-in. */
export async function ageSession(context: BrowserContext): Promise<void> {
  const session = (await context.cookies()).find(({ name }) => name === 'sid');
  await ageSignIn(process.env.E2E_DATABASE_URL ?? '', session?.value ?? '');
}

/** The provider asks, although it was given the address. */
export async function confirmAtProvider(page: Page, email: string): Promise<void> {
  await page.waitForURL(/\/interaction\//);
  await expect(page.locator('#email')).toHaveValue(email);
  await page.locator('#email').press('Enter');
}
