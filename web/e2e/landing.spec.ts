import { expect, test } from './creator.ts';
import { test as visitorTest } from './fixtures.ts';

for (const { locale, box, ask, generate, choose } of [
  {
    locale: 'en-US',
    box: 'Prompt',
    ask: 'Ask',
    generate: 'Generate · 300 credits',
    choose: 'Choose an image',
  },
  { locale: 'zh-CN', box: '提示词', ask: '提问', generate: '生成 · 300 积分', choose: '选择图片' },
] as const) {
  visitorTest.describe(`the landing page, in ${locale}`, () => {
    visitorTest.use({ locale });

    visitorTest(
      'carries a prompt into the form, which asks for a sign-in, and chooses nothing that has to be paid for first',
      async ({ page }) => {
        await page.goto('/');
        await page.getByRole('textbox', { name: box }).fill('a small boat');
        await page.locator('select[name=aspect_ratio]').selectOption('9:16');
        await page.getByRole('button', { name: generate }).click();
        await expect(page).toHaveURL(/\/creator\/video\/text-to-video$/);
        await expect(page.getByRole('dialog')).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(page.getByRole('textbox', { name: box, exact: true })).toHaveValue('a small boat');
        await expect(page.locator('select[name=aspect_ratio]')).toHaveValue('16:9');
        await page.reload();
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.getByRole('dialog')).toHaveCount(0);
      },
    );

    visitorTest(
      'takes a question to the form that asks for its image',
      { tag: '@each-page' },
      async ({ page }) => {
        await page.goto('/');
        await page.getByRole('radio', { name: ask }).check();
        await page.getByRole('textbox', { name: box }).fill('what is this');
        await page.getByRole('button', { name: choose }).click();
        await expect(page).toHaveURL(/\/creator\/image-understanding$/);
        await expect(page.getByRole('textbox').first()).toHaveValue('what is this');
        await expect(page.getByRole('dialog')).toHaveCount(0);
      },
    );
  });
}

test('the prompt on the landing page of a user with credits is generated at once, and only once', {
  tag: '@each-rule',
}, async ({ page, creator }) => {
  await page.goto('/');
  const prompt = `a lantern ${crypto.randomUUID().slice(0, 8)}`;
  await page.getByRole('radio', { name: 'Image' }).check();
  await page.getByRole('textbox', { name: 'Prompt' }).fill(prompt);
  await page.getByRole('button', { name: /^Generate · / }).click();
  await expect(page).toHaveURL(/\/creator\/image\/text-to-image$/);
  await expect(creator.card(prompt)).toHaveCount(1);
  await expect(creator.card(prompt).locator('img').first()).toBeVisible();
  await page.goBack();
  await page.goForward();
  await page.reload();
  await expect(creator.card(prompt).locator('img').first()).toBeVisible();
  await expect(creator.card(prompt)).toHaveCount(1);
});

visitorTest(
  'the model and the ratio that are chosen in the box open the form of that model',
  { tag: '@each-rule' },
  async ({ page }) => {
    await page.goto('/');
    await page.getByRole('textbox', { name: 'Prompt' }).fill('a small boat');
    await page.getByRole('radio', { name: /^Wan 2\.7/ }).check();
    await page.locator('select[name=aspect_ratio]').selectOption('3:4');
    await page.getByRole('button', { name: 'Generate · 250 credits' }).click();
    await expect(page).toHaveURL(/\/creator\/video\/wan-v2-7-text-to-video$/);
    await page.keyboard.press('Escape');
    await expect(page.locator('select[name=aspect_ratio]')).toHaveValue('3:4');
    await expect(page.getByRole('button', { name: 'Generate · 250 credits' })).toBeVisible();
  },
);

visitorTest(
  'the box, the limits and the names of models are in view in a small window, with no menu',
  { tag: '@each-rule' },
  async ({ page }) => {
    await page.setViewportSize({ width: 1366, height: 768 });
    await page.goto('/');
    await expect(page.getByRole('button', { name: /^Generate · / })).toBeInViewport({ ratio: 1 });
    await expect(page.getByText('longest music')).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('list', { name: 'Models today' })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('button', { name: 'Toggle sidebar' })).toHaveCount(0);
    await page.getByRole('banner').getByRole('link', { name: 'Sound' }).click();
    await expect(page.getByRole('heading', { name: 'Sound', exact: true })).toBeInViewport();
  },
);

visitorTest('a sound of the landing page plays, and stops', { tag: '@each-rule' }, async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Listen: Slow waltz' }).click();
  await page.getByRole('button', { name: 'Stop: Slow waltz' }).click();
  await expect(page.getByRole('button', { name: 'Listen: Slow waltz' })).toBeVisible();
});

visitorTest('an address cannot make a form generate', { tag: '@each-rule' }, async ({ page }) => {
  await page.goto('/creator/video/text-to-video?prompt=x&generate=true');
  await expect(page.getByRole('textbox', { name: 'Prompt', exact: true })).toHaveValue('x');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

visitorTest(
  'the wall moves in view, and not for users who avoid motion',
  { tag: '@each-rule' },
  async ({ browser, baseURL }) => {
    for (const reducedMotion of ['no-preference', 'reduce'] as const) {
      const context = await browser.newContext({ baseURL, reducedMotion });
      const page = await context.newPage();
      await page.goto('/', { waitUntil: 'load' });
      await expect(page.locator('img[src*="loop-"]').first()).toBeVisible();
      const moving = page.locator('video[src*="loop-"]');
      if (reducedMotion === 'reduce') await expect(moving).toHaveCount(0);
      else {
        const isAdvancing = () =>
          moving
            .first()
            .evaluate((video: HTMLVideoElement) => video.muted && video.loop && video.currentTime > 0);
        await expect.poll(isAdvancing).toBe(true);
        await page.locator('footer').scrollIntoViewIfNeeded();
        await expect(moving).toHaveCount(0);
      }
      await context.close();
    }
  },
);

test.describe('a browser without script', () => {
  test.use({ javaScriptEnabled: false });

  test('shows the landing page with the shade that makes its text readable over the wall', {
    tag: '@each-device',
  }, async ({ page }) => {
    await page.goto('/');
    const shade = page.locator('[data-shade]');
    await expect(shade).toHaveCSS('background-image', /radial-gradient/);
    const [shaded, title] = [
      await shade.boundingBox(),
      await page.getByRole('heading', { level: 1 }).boundingBox(),
    ];
    expect(shaded?.x).toBeLessThan(title?.x ?? 0);
  });
});
