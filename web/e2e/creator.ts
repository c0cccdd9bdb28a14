import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { endWhatRuns } from './end-what-runs.ts';
import { test as base } from './fixtures.ts';
import { buyPack, newcomer, signInByRequests } from './newcomers.ts';

export type SignedInState = Awaited<ReturnType<Awaited<ReturnType<Browser['newContext']>>['storageState']>>;

type Fixtures = { creator: Creator };
type WorkerFixtures = { paidState: SignedInState };

/** Test of a signed-in user who has paid, with `creator` as the page object of the creation page. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  // Creates an account with 20,000 credits for each worker: its tests run one after another, and end what they started,
  // so only the running test changes the balance.
  paidState: [async ({ browser }, use) => use(await createPaidState(browser)), { scope: 'worker' }],
  storageState: async ({ paidState, playwright }, use) => {
    await use(paidState);
    const baseURL = String(process.env.E2E_BASE_URL);
    const request = await playwright.request.newContext({
      baseURL,
      storageState: paidState,
      extraHTTPHeaders: { origin: new URL(baseURL).origin },
    });
    await endWhatRuns(request);
    await request.dispose();
  },
  creator: ({ page }, use) => use(new Creator(page)),
});

export { expect };

/** Signs up an account with 20,000 credits; returns its signed-in state. */
export async function createPaidState(browser: Browser): Promise<SignedInState> {
  const context = await browser.newContext({ baseURL: process.env.E2E_BASE_URL });
  const page = await context.newPage();
  await signInByRequests(page, newcomer());
  await buyPack(page, 'studio');
  const state = await context.storageState();
  await context.close();
  return state;
}

const labels = {
  'en-US': {
    prompt: 'Prompt',
    model: /^Model /,
    ratio: 'Aspect ratio',
    resolution: 'Resolution',
    generate: /^Generate · /,
    preview: 'Preview',
    modelSearch: 'Model, maker or what it does',
    takes: /^Number of results/,
    prompts: /^Prompts…/,
    details: /^Price details/,
    waiting: /^\d+ waiting/,
    more: 'More',
    openWork: 'Details',
    left: /([\d,]+) credits left/,
    held: /([\d,]+) held/,
  },
  'zh-CN': {
    prompt: '提示词',
    model: /^模型 /,
    ratio: '画面比例',
    resolution: '分辨率',
    generate: /^生成 · /,
    preview: '预览',
    modelSearch: '模型、厂商或用途',
    takes: /^生成数量/,
    prompts: /^多个提示词…/,
    details: /^价格明细/,
    waiting: /^\d+ 个等待中/,
    more: '更多',
    openWork: '详情',
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

  /** The button whose name ends with the chosen model. */
  get modelButton(): Locator {
    return this.page.getByRole('button', { name: this.#labels.model });
  }

  /** Search field of the sheet of models. */
  get modelSearch(): Locator {
    return this.page.getByRole('combobox', { name: this.#labels.modelSearch });
  }

  async chooseModel(name: string): Promise<void> {
    await this.modelButton.click();
    await this.modelSearch.fill(name);
    await this.modelSearch.press('Enter');
    await expect(this.modelButton).toHaveAccessibleName(new RegExp(`${name} `));
  }

  /** Button of the menu with the number of results. */
  get takesButton(): Locator {
    return this.page.getByRole('button', { name: this.#labels.takes });
  }

  /** Opens the sheet of many prompts. */
  async openSheet(): Promise<void> {
    await this.takesButton.click();
    await this.page.getByRole('menuitem', { name: this.#labels.prompts }).click();
  }

  /** Opens what the price consists of, and the choices that belong to a submission. */
  async openDetails(): Promise<void> {
    await this.page.getByRole('button', { name: this.#labels.details }).click();
  }

  get ratio(): Locator {
    return this.page.getByRole('combobox', { name: this.#labels.ratio });
  }

  get resolution(): Locator {
    return this.page.getByRole('combobox', { name: this.#labels.resolution });
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

  /** Presses an item of the menu of a result, by default the one that opens the viewer. */
  async choose(card: Locator, item: string = this.#labels.openWork): Promise<void> {
    await card.getByRole('button', { name: this.#labels.more, exact: true }).click();
    await card.getByRole('menuitem', { name: item, exact: true }).click();
  }

  async open(): Promise<void> {
    await this.page.goto('/creator/video/text-to-video');
    await expect(this.prompt).toBeVisible();
  }

  /** The row of all that waits. */
  get waitingRow(): Locator {
    return this.page.getByRole('main').getByRole('button', { name: this.#labels.waiting });
  }

  /** Submits the form with the prompt; resolves to the new card, which gives way to the row when it has to wait. */
  async generate(prompt: string): Promise<Locator> {
    await this.prompt.fill(prompt);
    await this.generateButton.click();
    const card = this.card(prompt);
    await expect(card.or(this.waitingRow).first()).toBeVisible();
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

/** Makes a prompt that no other test or run uses. `scenario`, such as `fail`, steers the local fal emulator. */
export function uniquePrompt(subject: string, scenario?: string): string {
  const id = crypto.randomUUID().slice(0, 8);
  return scenario ? `${subject} ${id} [${scenario}]` : `${subject} ${id}`;
}
