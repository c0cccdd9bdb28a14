import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { Creator, expect, type Locale, test, uniquePrompt } from './creator.ts';
import { buyPack, newcomer, signInByRequests } from './newcomers.ts';

test.use({ storageState: { cookies: [], origins: [] } });
const languages = {
  'en-US': {
    subject: 'A heron lifts off a misty lake',
    prompt: 'Prompt',
    signIn: 'Sign in to generate',
    toSignIn: 'Continue to sign-in',
    account: 'Continue',
    credits: 'Choose credits',
    smallest: /^1,000 credits 3 clips like this \$5/,
    pay: 'Pay $5',
    complete: 'Complete the payment',
    fail: 'Let the payment fail',
    cancel: 'Cancel',
    ready: 'Ready: your video costs 300 of your 1,000 credits.',
    left: 'Nothing charged.',
  },
  'zh-CN': {
    subject: '一只苍鹭从薄雾笼罩的湖面飞起',
    prompt: '提示词',
    signIn: '登录后即可生成',
    toSignIn: '前往登录',
    account: '继续',
    credits: '选择积分包',
    smallest: /^1,000 积分 可生成 3 段同样的视频 \$5/,
    pay: '支付 $5',
    complete: '完成付款',
    fail: '模拟付款失败',
    cancel: '取消',
    ready: '已就绪：生成这段视频需 300 积分，您有 1,000 积分。',
    left: '未扣除任何积分。',
  },
} satisfies Record<Locale, Record<string, string | RegExp>>;

/** Everything that a user sees and presses between a form and its result. */
class Way {
  readonly page: Page;
  readonly creator: Creator;
  readonly words: (typeof languages)[Locale];
  readonly email: string;
  presses = 0;

  constructor(page: Page, locale: Locale = 'en-US', email = newcomer()) {
    this.page = page;
    this.email = email;
    this.creator = new Creator(page, locale);
    this.words = languages[locale];
  }

  async press(control: Locator): Promise<void> {
    this.presses += 1;
    await control.click();
  }

  button = (name: string) => this.page.getByRole('button', { name, exact: true });
  dialog = (name: string) => this.page.getByRole('dialog', { name });
  line = (text: string) => this.page.getByRole('status').filter({ hasText: text });

  /** Signs in, on the way from the form to the dialog with the packs. */
  async signIn(): Promise<void> {
    const { words } = this;
    await this.press(this.dialog(words.signIn).getByRole('button', { name: words.toSignIn }));
    await this.page.waitForURL(/\/interaction\//);
    // A user's own provider knows the address, and asks for one press.
    await this.page.getByRole('textbox').fill(this.email);
    await this.press(this.button(words.account));
  }

  async openPurchase(prompt: string): Promise<Locator> {
    await this.creator.open();
    await this.creator.prompt.fill(prompt);
    await this.press(this.creator.generateButton);
    await this.signIn();
    const purchase = this.dialog(this.words.credits);
    await expect(purchase).toBeVisible();
    return purchase;
  }
}

for (const locale of ['en-US', 'zh-CN'] as const) {
  test.describe(`a first visit, in ${locale}`, () => {
    test.use({ locale });

    test('leads to a result with six presses and one text, and spends nothing before the last', async ({
      page,
    }) => {
      const way = new Way(page, locale);
      const { words, creator } = way;
      const prompt = uniquePrompt(words.subject);
      await page.goto('/');
      await page.getByRole('textbox', { name: words.prompt }).fill(prompt);
      await way.press(creator.generateButton);
      await expect(way.dialog(words.signIn)).toContainText(prompt);
      await expectAccessible(page);
      await way.signIn();

      const purchase = way.dialog(words.credits);
      await expect(purchase).toContainText(prompt);
      await expect(purchase.getByRole('radio', { name: words.smallest })).toBeChecked();
      await expect(way.button(words.pay)).toBeFocused();
      await expectAccessible(page);
      await way.press(way.button(words.pay));
      await way.press(way.button(words.complete));

      await expect(page).toHaveURL(/\/creator\/video\/text-to-video$/);
      await expect(way.line(words.ready)).toBeVisible();
      await expect(creator.prompt).toHaveValue(prompt);
      await expect(creator.generateButton).toBeFocused();
      await creator.expectCreditsLeft(1_000);
      await expect(creator.card(prompt)).toHaveCount(0);
      await page.reload();
      await expect(way.line(words.ready)).toBeVisible();
      await expect(creator.card(prompt)).toHaveCount(0);

      await way.press(creator.generateButton);
      await expect(way.line(words.ready)).toHaveCount(0);
      await expect(creator.card(prompt).locator('video')).toBeVisible();
      await creator.expectCreditsLeft(700);
      await expect.poll(() => creator.creditsHeld()).toBe(0);
      expect(way.presses).toBe(6);
    });

    test('that ends at a declined payment is back in its form, which says so in one line', {
      tag: '@each-rule',
    }, async ({ page }) => {
      const way = new Way(page, locale);
      const { words, creator } = way;
      const prompt = uniquePrompt(words.subject);
      await way.openPurchase(prompt);
      await way.press(way.button(words.pay));
      await way.press(way.button(words.fail));
      await expect(way.line(prompt)).toBeVisible();
      await page.getByRole('main').getByRole('link').first().click();
      await expect(way.line(words.left)).toBeVisible();
      await expect(creator.prompt).toHaveValue(prompt);
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await creator.expectCreditsLeft(0);
    });
  });
}

test('a way that is left half-way opens no dialog again, and goes on from its line', {
  tag: '@each-rule',
}, async ({ page }) => {
  const way = new Way(page);
  const { words, creator } = way;
  const prompt = uniquePrompt(words.subject);
  await creator.open();
  await creator.prompt.fill(prompt);
  await creator.generateButton.click();
  await way.dialog(words.signIn).getByRole('button', { name: 'Close' }).click();
  await expect(way.line(words.left)).toBeVisible();
  await page.reload();
  await expect(way.line(words.left)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await way.line(words.left).getByRole('button', { name: 'Sign in' }).click();
  await way.signIn();
  await expect(way.dialog(words.credits)).toBeVisible();
  await page.reload();
  await expect(way.line(words.left)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(creator.prompt).toHaveValue(prompt);

  await way.button(words.credits).click();
  await way.button(words.pay).click();
  await page.getByRole('button', { name: words.cancel, exact: true }).click();
  await expect(page).toHaveURL(/\/creator\/video\/text-to-video$/);
  await expect(way.line(words.left)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(creator.prompt).toHaveValue(prompt);
  await creator.expectCreditsLeft(0);
});

test('the purchase closes once another tab has bought credits, and the form is ready', {
  tag: '@each-rule',
}, async ({ page }) => {
  const way = new Way(page);
  await way.openPurchase(uniquePrompt(way.words.subject));
  await buyPack(page, 'starter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(way.line(way.words.ready)).toBeVisible();
  await way.creator.expectCreditsLeft(1_000);
});

test('a payment that is known late is waited for on a page of its own, with the prompt', {
  tag: '@each-rule',
}, async ({ page }) => {
  const way = new Way(page);
  const { words } = way;
  const prompt = uniquePrompt(words.subject);
  await way.openPurchase(prompt);
  let isLate = true;
  await page.route('**/api/purchases/*', async (route) => {
    const reply = await route.fetch();
    const { purchase } = await reply.json();
    await route.fulfill({ json: { purchase: isLate ? { ...purchase, status: 'open' } : purchase } });
  });
  await way.button(words.pay).click();
  await way.button(words.complete).click();
  const waiting = way.line('Waiting for your payment');
  await expect(waiting).toBeVisible();
  await expect(waiting).toContainText(prompt);
  await expectAccessible(page);
  await page.reload();
  await expect(waiting).toBeVisible();
  isLate = false;
  await expect(way.line(words.ready)).toBeVisible();
  await expect(way.creator.prompt).toHaveValue(prompt);
});

test('a user with enough credits returns from the sign-in to a form that is ready', {
  tag: '@each-rule',
}, async ({ page, browser, baseURL }) => {
  const email = newcomer();
  const other = await (await browser.newContext({ baseURL })).newPage();
  await signInByRequests(other, email);
  await buyPack(other, 'starter');
  await other.context().close();
  const way = new Way(page, 'en-US', email);
  const { words, creator } = way;
  const prompt = uniquePrompt(words.subject);
  await creator.open();
  await creator.prompt.fill(prompt);
  await creator.generateButton.click();
  await way.signIn();
  await expect(way.line(words.ready)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(creator.generateButton).toBeFocused();
  await creator.expectCreditsLeft(1_000);
});

test('the longest prompt and one from right to left stay whole on the way', { tag: '@each-rule' }, async ({
  page,
}) => {
  const way = new Way(page);
  const prompt = `طائر يحلق فوق البحيرة ${'في الضباب '.repeat(300)}`.slice(0, 1_999).concat('.');
  await page.setViewportSize({ width: 360, height: 640 });
  const purchase = await way.openPurchase(prompt);
  await expect(purchase.getByText(prompt)).toHaveCSS('direction', 'rtl');
  const pay = way.button(way.words.pay);
  await pay.scrollIntoViewIfNeeded();
  await expect(pay).toBeInViewport();
  await page.keyboard.press('Escape');
  await expect(way.creator.prompt).toHaveValue(prompt);
});

test('a form for paid accounts says on the price list what it needs, with the prompt', {
  tag: '@each-rule',
}, async ({ page }) => {
  const way = new Way(page);
  const prompt = uniquePrompt(way.words.subject);
  await page.goto('/creator/video/text-to-video-pro');
  await way.creator.prompt.fill(prompt);
  await way.creator.generateButton.click();
  await way.signIn();
  await expect(page).toHaveURL(/\/pricing\?/);
  await expect(page.getByText('Text to video Pro needs a first purchase.')).toBeVisible();
  await expect(page.getByRole('main').getByText(prompt)).toBeVisible();
  await page.getByRole('button', { name: 'Buy 1,000 credits for $5' }).click();
  await way.button(way.words.complete).click();
  await expect(way.line('Ready: your video costs 800 of your 1,000 credits.')).toBeVisible();
  await expect(way.creator.prompt).toHaveValue(prompt);
});
