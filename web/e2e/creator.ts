import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { test as base } from './fixtures.ts';

/**
 * Paid accounts, one for each worker: tests of a worker run one after another, so only the running test moves its
 * account's balance.
 */
const paidAccounts = ['paid@atelier.test', 'ops@atelier.test'];

type SignedInState = Awaited<ReturnType<Awaited<ReturnType<Browser['newContext']>>['storageState']>>;

type Fixtures = { creator: Creator };
type WorkerFixtures = { paidState: SignedInState };

/** Tests of a signed-in user who has paid, with `creator` as the page object of the creation page. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  // Once per worker: sign-in is limited to a few times a minute.
  paidState: [
    async ({ browser }, use, { parallelIndex }) => {
      const email = paidAccounts[parallelIndex % paidAccounts.length] ?? '';
      const context = await browser.newContext();
      const page = await context.newPage();
      const query = new URLSearchParams({ login_hint: email, redirect: '/pricing' });
      await page.goto(`${process.env.E2E_BASE_URL}/api/auth/login?${query}`);
      await page.waitForURL(/\/pricing$/);
      await use(await context.storageState());
      await context.close();
    },
    { scope: 'worker' },
  ],
  storageState: ({ paidState }, use) => use(paidState),
  creator: ({ page }, use) => use(new Creator(page)),
});

export { expect };

const labels = {
  'en-US': {
    prompt: 'Prompt',
    generate: /^Generate · /,
    preview: 'Preview',
    left: /([\d,]+) credits left/,
    held: /([\d,]+) held/,
  },
  'zh-CN': {
    prompt: '提示词',
    generate: /^生成 · /,
    preview: '预览',
    left: /剩余 ([\d,]+) 积分/,
    held: /冻结 ([\d,]+)/,
  },
} as const;
export type Locale = keyof typeof labels;

/** Page object of a creation page; `open` goes to text-to-video. */
export class Creator {
  readonly page: Page;
  readonly #labels: (typeof labels)[Locale];

  constructor(page: Page, locale: Locale = 'en-US') {
    this.page = page;
    this.#labels = labels[locale];
  }

  get prompt(): Locator {
    return this.page.getByRole('textbox', { name: this.#labels.prompt, exact: true });
  }

  get generateButton(): Locator {
    return this.page.getByRole('button', { name: this.#labels.generate });
  }

  get balance(): Locator {
    return this.page.getByRole('link', { name: this.#labels.left });
  }

  /** The card of a generation in the preview. */
  card(prompt: string): Locator {
    return this.page
      .getByRole('region', { name: this.#labels.preview, exact: true })
      .getByRole('article', { name: prompt, exact: true });
  }

  async open(): Promise<void> {
    await this.page.goto('/creator/video/text-to-video');
    await expect(this.prompt).toBeVisible();
  }

  /** Submits the form with the prompt; resolves to the new card. */
  async generate(prompt: string): Promise<Locator> {
    await this.prompt.fill(prompt);
    await this.generateButton.click();
    const card = this.card(prompt);
    await expect(card).toBeVisible();
    return card;
  }

  async creditsLeft(): Promise<number> {
    const snapshot = await this.balance.ariaSnapshot();
    return Number(this.#labels.left.exec(snapshot)?.[1]?.replaceAll(',', ''));
  }

  async creditsHeld(): Promise<number> {
    const snapshot = await this.balance.ariaSnapshot();
    return Number(this.#labels.held.exec(snapshot)?.[1]?.replaceAll(',', '') ?? 0);
  }

  async expectCreditsLeft(credits: number): Promise<void> {
    await expect.poll(() => this.creditsLeft()).toBe(credits);
  }
}

/** A prompt that no other test or run uses. `scenario` steers the local fal emulator, such as `fail` or `stuck`. */
export function uniquePrompt(subject: string, scenario?: string): string {
  const id = crypto.randomUUID().slice(0, 8);
  return scenario ? `${subject} ${id} [${scenario}]` : `${subject} ${id}`;
}
