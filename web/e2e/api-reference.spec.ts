import { expect, test } from './fixtures.ts';

const themes = [
  { theme: 'dark', background: 'rgb(11, 11, 15)' },
  { theme: 'light', background: 'rgb(250, 250, 252)' },
] as const;

for (const { theme, background } of themes) {
  test(`the API reference has the ${theme} theme of the cookie, from this server alone`, {
    tag: theme === 'dark' ? [] : '@each-device',
  }, async ({ page, context, baseURL }) => {
    await context.addCookies([{ name: 'theme', value: theme, url: baseURL ?? '' }]);
    await page.emulateMedia({ colorScheme: theme === 'dark' ? 'light' : 'dark' });
    const origins = new Set<string>();
    page.on('request', (request) => origins.add(new URL(request.url()).origin));
    await page.goto('/api/docs');
    await expect(page).toHaveURL(/\/api\/docs\/$/);
    await expect(page.getByRole('heading', { name: 'Atelier', level: 1 })).toBeVisible();
    await expect(page.getByText('Make videos, images, sounds and answers about images')).toBeVisible();
    await expect(page.locator('body')).toHaveCSS('background-color', background);
    await expect(page).toHaveTitle('Atelier API');

    await page.goto('/api/docs/#tag/video/POST/api/wan/createVideo');
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Create a video' }).first()).toBeVisible();
    await expect(page.getByText('/api/wan/createVideo').first()).toBeVisible();
    expect([...origins]).toEqual([new URL(baseURL ?? '').origin]);
  });
}

test('the API reference links back to the app, and to the document', { tag: '@each-rule' }, async ({
  page,
}) => {
  await page.goto('/api/docs/');
  await expect(page.getByRole('link', { name: 'openapi.json', exact: true })).toHaveAttribute(
    'href',
    '/api/openapi.json',
  );
  await page.getByRole('link', { name: 'Back to Atelier' }).click();
  await expect(page).toHaveURL(/:\d+\/$/);
  await expect(page.getByRole('link', { name: 'Atelier' }).first()).toBeVisible();
});

test.describe('a browser in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('shows the API reference with labels in its language', {
    tag: '@each-device',
  }, async ({ page }) => {
    await page.goto('/api/docs/');
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
    await expect(page.getByRole('link', { name: '返回 Atelier' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Atelier', level: 1 })).toBeVisible();
    await expect(page.getByText('搜索').first()).toBeVisible();
  });
});

test('the API reference fits into a phone', { tag: '@each-device' }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto('/api/docs/');
  await expect(page.getByRole('heading', { name: 'Atelier', level: 1 })).toBeVisible();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});

test('the board of the queues loads for an operator without a refused font or script', {
  tag: '@each-rule',
}, async ({ page, signIn }) => {
  await signIn('ops@atelier.test');
  await page.goto('/ops/queues');
  await expect(page.getByText('Atelier queues').first()).toBeVisible();
  await expect(page.getByRole('link', { name: /dispatch-generation/ }).first()).toBeVisible();
  const fonts = await page
    .locator('link[href*="fonts."], style')
    .evaluateAll((elements) =>
      elements.map((element) => element.outerHTML).filter((html) => html.includes('fonts.g')),
    );
  expect(fonts).toEqual([]);
});
