import { expectAccessible } from './accessibility.ts';
import { Creator, expect, type Locale, test, uniquePrompt } from './creator.ts';
import { buyPack, newcomer, signInByRequests, submitStuck } from './newcomers.ts';

test.use({ storageState: { cookies: [], origins: [] } });
const languages = [
  {
    locale: 'en-US',
    subject: 'A paper crane in the wind',
    signIn: 'Sign in to generate',
    toSignIn: 'Continue to sign-in',
    address: 'Or any other address',
    useAddress: 'Continue',
    credits: 'Choose credits',
    pricing: 'See pricing',
    buy: 'Buy 1,000 credits for $5',
    complete: 'Complete the payment',
  },
  {
    locale: 'zh-CN',
    subject: '风中的纸鹤',
    signIn: '登录后即可生成',
    toSignIn: '前往登录',
    address: '或使用其他邮箱',
    useAddress: '继续',
    credits: '选择积分包',
    pricing: '查看价格',
    buy: '以 $5 购买 1,000 积分',
    complete: '完成付款',
  },
] satisfies (Record<string, string> & { locale: Locale })[];

for (const messages of languages) {
  test.describe(`a newcomer in ${messages.locale}`, () => {
    test.use({ locale: messages.locale });

    test('gets from the first visit to a paid video without losing the form', async ({ page }) => {
      const creator = new Creator(page, messages.locale);
      await creator.open();
      const prompt = uniquePrompt(messages.subject);
      await creator.prompt.fill(prompt);
      await creator.generateButton.click();

      const signIn = page.getByRole('dialog', { name: messages.signIn });
      await signIn.getByRole('button', { name: messages.toSignIn }).click();
      await page.getByLabel(messages.address).fill(newcomer());
      await page.getByRole('button', { name: messages.useAddress, exact: true }).click();
      await expect(creator.prompt).toHaveValue(prompt);
      await expect(creator.balance).toBeVisible();

      const purchase = page.getByRole('dialog', { name: messages.credits });
      await purchase.getByRole('link', { name: messages.pricing }).click();
      await page.getByRole('button', { name: messages.buy }).click();
      await page.getByRole('button', { name: messages.complete }).click();

      await expect(page).toHaveURL(/\/creator\/video\/text-to-video$/);
      await expect(creator.prompt).toHaveValue(prompt);
      await creator.expectCreditsLeft(1_000);

      await creator.generateButton.click();
      await expect(creator.card(prompt).locator('video')).toBeVisible();
      await creator.expectCreditsLeft(700);
      await expect.poll(() => creator.creditsHeld()).toBe(0);
    });
  });
}

test('a purchase from the price list signs in first, marks the pack, and the other tab shows the credits', {
  tag: '@each-rule',
}, async ({ page, context }) => {
  await page.goto('/pricing');
  await page.getByRole('button', { name: 'Buy 5,000 credits for $22' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign in to buy credits' });
  await dialog.getByRole('button', { name: 'Continue to sign-in' }).click();
  await page.getByLabel('Or any other address').fill(newcomer());
  await page.getByRole('button', { name: 'Continue', exact: true }).click();

  await expect(page).toHaveURL(/\/pricing\?pack=standard$/);
  const buy = page.getByRole('button', { name: 'Buy 5,000 credits for $22' });
  await expect(buy).toBeFocused();
  const other = new Creator(await context.newPage());
  await other.open();
  await other.expectCreditsLeft(0);

  await buy.click();
  await page.getByRole('button', { name: 'Complete the payment' }).click();
  const outcome = page.getByRole('status').filter({ hasText: 'Thank you for your purchase' });
  await expect(outcome).toContainText('5,000 credits were added. You have 5,000 credits.');
  await expect(outcome.getByRole('link', { name: 'Start creating' })).toBeVisible();
  await other.expectCreditsLeft(5_000);
});

test('a double click starts one checkout, a cancelled one is no failed one, and a payment opens the pro form', {
  tag: '@each-rule',
}, async ({ page, signIn }) => {
  const proForm = '/creator/video/text-to-video-pro';
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/checkout')) calls.push(request.url());
  });
  const buy = page.getByRole('button', { name: 'Buy 1,000 credits for $5' });
  const outcome = (title: string) => page.getByRole('status').filter({ hasText: title });
  await signIn(newcomer(), proForm);
  await buy.dblclick();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(outcome('The purchase was cancelled')).toContainText('Nothing was paid');
  expect(calls).toHaveLength(1);

  await outcome('The purchase was cancelled').getByRole('link', { name: 'Back to the packs' }).click();
  await buy.click();
  await page.getByRole('button', { name: 'Let the payment fail' }).click();
  await expect(outcome('The payment did not go through')).toContainText('Nothing was charged');

  // The pro form is still closed and redirects to the packs.
  await outcome('The payment did not go through').getByRole('link', { name: 'Back to your form' }).click();
  await buy.click();
  await page.getByRole('button', { name: 'Complete the payment' }).click();
  await expect(page).toHaveURL(new RegExp(`${proForm}$`));
  await expect(page.getByRole('button', { name: 'Generate · 800 credits' })).toBeVisible();
  expect(calls).toHaveLength(3);
});

test('the return page waits until the payment is reported, and never redirects to another site', {
  tag: '@each-rule',
}, async ({ page, signIn, problems }) => {
  problems.allow(/^response 404 GET \/api\/purchases\//);
  await signIn(newcomer(), `/pricing/return?purchase=${crypto.randomUUID()}`);
  await expect(page.getByText('Purchase not found')).toBeVisible();

  let status = 'open';
  const purchase = {
    id: crypto.randomUUID(),
    pack: 'starter',
    credits: 1_000,
    amount_minor: 500,
    currency: 'usd',
    refunded_minor: 0,
    taken_credits: 0,
    created_at: new Date().toISOString(),
    paid_at: null,
  };
  await page.route('**/api/purchases/*', (route) =>
    route.fulfill({ json: { purchase: { ...purchase, status } } }),
  );
  await page.goto(`/pricing/return?purchase=${purchase.id}&redirect=//evil.test/`);
  await expect(page.getByText('Waiting for your payment')).toBeVisible();
  await expectAccessible(page);
  status = 'paid';
  // There is no event for the mocked purchase, so only polling finds it.
  const outcome = page.getByRole('status').filter({ hasText: 'Thank you for your purchase' });
  await expect(outcome).toBeVisible();
  await expect(outcome.getByRole('link', { name: 'Start creating' })).toHaveAttribute('href', '/');
});

test('the calculator shows the price of any kind with its settings, in credits and in packs', {
  tag: '@each-rule',
}, async ({ page }) => {
  await page.goto('/pricing');
  const calculator = page.getByRole('region', { name: 'What would it cost?' });
  await calculator.getByLabel('Type').selectOption({ label: 'Video: Wan 2.2 5B' });
  await calculator.getByLabel('Resolution').selectOption('720p');
  await calculator.getByRole('spinbutton', { name: 'Frames', exact: true }).fill('97');
  await calculator.getByRole('spinbutton', { name: 'How many times' }).fill('4');
  // 350 × 1.25 = 437.5, rounded up.
  await expect(calculator.getByRole('status')).toHaveText('1,752 credits4 × 438 credits');
  await expect(calculator.getByRole('row', { name: '1,000 credits, $5' })).toContainText('2 times');
  await expect(calculator).toContainText('The pack of 5,000 credits covers it.');
  await calculator.getByLabel('Type').selectOption({ label: 'Answer: Ask about an image' });
  await expect(calculator.getByRole('status')).toHaveText('400 credits4 × 100 credits');
});

test('the dialog offers the settings and the smallest pack that fit, and applies the settings', {
  tag: '@each-rule',
}, async ({ page, signIn }) => {
  await signIn(newcomer(), '/pricing');
  await buyPack(page, 'starter');
  await submitStuck(page);
  await submitStuck(page);
  const creator = new Creator(page);
  const query = new URLSearchParams({
    model: 'wan-v2-2-5b',
    prompt: uniquePrompt('A lantern on a lake'),
    resolution: '720p',
    num_frames: '97',
    num_inference_steps: '45',
    num_interpolated_frames: '2',
  });
  await page.goto(`/creator/video-generation?${query}`);
  await expect(creator.generateButton).toHaveAccessibleName('Generate · 529 credits');
  await creator.expectCreditsLeft(400);

  await creator.generateButton.click();
  const dialog = page.getByRole('dialog', { name: 'Not enough credits' });
  await expect(dialog).toContainText('You need 529, you have 400.');
  await expect(dialog.getByRole('button', { name: 'Buy 1,000 credits for $5' })).toBeFocused();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: /^Resolution: 580p, Frames: 81/ }).click();
  await expect(dialog).toBeHidden();
  await expect(creator.generateButton).toHaveAccessibleName('Generate · 363 credits');
  await expect(creator.generateButton).toBeFocused();
});

test('the dialog offers another model that the balance is enough for, and opens it with the same values', {
  tag: '@each-page',
}, async ({ page }) => {
  const creator = new Creator(page);
  const email = newcomer();
  await signInByRequests(page, email);
  await buyPack(page, 'starter');
  await submitStuck(page);
  await submitStuck(page);

  const asked: string[] = [];
  const come: string[] = [];
  const isOfModel = (url: string) => /\/assets\/(text-to-video|veo|kling|hailuo|ltx|wan)/.test(url);
  page.on('request', (request) => isOfModel(request.url()) && asked.push(request.url()));
  page.on('requestfinished', (request) => isOfModel(request.url()) && come.push(request.url()));
  await page.goto('/creator/video/wan-v2-2-a14b');
  await creator.expectCreditsLeft(400);
  const prompt = uniquePrompt('A night train');
  await creator.prompt.fill(prompt);
  await creator.ratio.selectOption('9:16');
  // The dialog's data is loaded before the dialog opens.
  await expect.poll(() => asked.length > 20 && asked.length === come.length).toBe(true);
  const before = asked.length;
  await creator.generateButton.click();
  const dialog = page.getByRole('dialog', { name: 'Not enough credits' });
  await expect(dialog).toContainText('You need 600, you have 400.');
  const others = dialog.getByRole('link', { name: /^With / });
  await expect(others).toHaveCount(2);
  // Text to video and Wan 2.2 are earlier models: Wan 2.7 follows them.
  await expect(others.filter({ hasText: /Text to video|Wan 2\.[126]/ })).toHaveCount(0);
  expect(asked.slice(before)).toEqual([]);
  await expectAccessible(page);
  const { pathname } = new URL((await others.first().getAttribute('href')) ?? '', page.url());
  await others.first().click();
  await expect.poll(() => new URL(page.url()).pathname).toBe(pathname);
  await expect(creator.prompt).toHaveValue(prompt);
  await expect(creator.ratio).toHaveValue('9:16');
  await expect(creator.generateButton).toHaveAccessibleName(/^Generate · (400|[1-3]?\d{1,2}) credits$/);
  await expect(dialog).toHaveCount(0);
});
