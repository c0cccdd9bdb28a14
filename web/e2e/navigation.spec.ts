import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { pageLoaded } from './loaded-page.ts';

/** Holds the scripts that the page asks for from now on; the returned function lets them through. */
async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

test('a page that is slow to load shows its skeleton at once, and no form of the page before it', async ({
  page,
}) => {
  await page.goto('/pricing');
  const release = await holdScripts(page);

  await page.getByRole('link', { name: 'Text to image', exact: true }).click();

  await expect(page.getByRole('progressbar', { name: 'Loading the page' })).toBeAttached();
  await expect(page.getByRole('heading', { level: 1, name: 'Pricing' })).toBeHidden();
  release();
  await expect(page.getByRole('heading', { level: 1, name: 'Text to image' })).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Loading the page' })).toBeHidden();
});

test('text typed while the next page still loads goes into no field of the page that is left', {
  tag: '@faults',
}, async ({ page }) => {
  await page.goto('/creator/video/text-to-video');
  const prompt = page.getByRole('textbox', { name: 'Prompt', exact: true });
  await prompt.fill('a lighthouse in the fog');
  const release = await holdScripts(page);

  await page.getByRole('link', { name: 'Pricing', exact: true }).click();
  await expect(page.getByRole('progressbar', { name: 'Loading the page' })).toBeAttached();
  await expect(prompt).toBeHidden();
  await expect(page.getByRole('button', { name: /^Generate/ })).toBeHidden();

  release();
  await expect(page.getByRole('heading', { level: 1, name: /Pricing|Credits/ })).toBeVisible();
  await page.goBack();
  await expect(prompt).toHaveValue('a lighthouse in the fog');
});

test('a page is loaded as soon as its link is pointed at, before it is pressed', {
  tag: '@each-rule',
}, async ({ page }) => {
  await page.goto('/pricing');

  const asked = page.waitForRequest('**/assets/*.js');
  await page.getByRole('link', { name: 'Text to image', exact: true }).hover();

  await asked;
  await expect(page).toHaveURL(/\/pricing$/);
});

test('the next page is named in the tab and the breadcrumb while its form still loads', {
  tag: '@each-rule',
}, async ({ page }) => {
  await page.goto('/pricing');
  await pageLoaded(page);
  const release = await holdScripts(page);
  await page.getByRole('link', { name: 'Text to image', exact: true }).click();
  await expect(page).toHaveTitle(/^Text to image · /);
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText('Text to image');
  await expect(page.getByRole('heading', { level: 1, name: 'Text to image' })).toBeHidden();
  release();
  await expect(page.getByRole('heading', { level: 1, name: 'Text to image' })).toBeVisible();
});

test.describe('without a wish to save data', () => {
  test.use({ savesData: false });

  test('the pages of the menu load while nothing else happens, and then open without a connection', {
    tag: '@each-rule',
  }, async ({ page, problems }) => {
    problems.allow(/ERR_FAILED|WebSocket|\/api\//);
    // Pages load one after another, the library after those with a form.
    const loaded = page.waitForRequest(/\/assets\/library-parts-[^/]*\.js/);
    await page.goto('/pricing');
    await loaded;
    await page.route('**/assets/*.js', (route) => route.abort());
    for (const name of ['Music', 'Image to image', 'VACE', 'Ask about an image']) {
      await page.getByRole('link', { name, exact: true }).click();
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    }
  });
});

test('every page of the menu has an icon of its own, by which the collapsed sidebar can be read', {
  tag: '@each-rule',
}, async ({ page }) => {
  await page.goto('/creator/video/text-to-video');
  await page.getByRole('button', { name: 'Toggle sidebar' }).click();
  const icons = page.getByRole('navigation', { name: 'Main menu' }).locator('section a > svg');
  await expect(icons).toHaveCount(21);
  const drawings = await icons.evaluateAll((all) => all.map(({ innerHTML }) => innerHTML));
  expect(new Set(drawings).size).toBe(21);
});

test('the bar of a phone leads to forms, the library, what runs and the account, and Back closes the menu of forms', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/creator/video/text-to-video');
  const bar = page.getByRole('navigation', { name: 'Main menu' });
  const item = (name: string) => bar.getByRole('link', { name });
  const boxes = await bar
    .getByRole('link')
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON() as DOMRect));
  expect(boxes.map(({ width, height, bottom }) => [width, height, bottom])).toEqual(
    Array(4).fill([90, 56, 740]),
  );
  await expect(item('Create')).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('button', { name: 'Toggle sidebar' })).toBeHidden();

  await test.step('the title opens all forms', async () => {
    const title = page.getByRole('banner').getByRole('link', { name: 'Text to video' });
    const sheet = page.getByRole('dialog', { name: 'Create' });
    await title.click();
    await expect(page).toHaveURL(/#menu$/);
    await expect(sheet.getByRole('link')).toHaveCount(21);
    await page.goBack();
    await expect(sheet).toBeHidden();
    await title.click();
    await sheet.getByRole('button', { name: 'Search' }).click();
    await expect(page.getByRole('dialog', { name: 'Search' }).getByRole('combobox')).toBeFocused();
    await page.keyboard.press('Escape');
    await title.click();
    await sheet.getByRole('link', { name: 'Music' }).click();
    await expect(page).toHaveURL(/\/creator\/audio\/music$/);
    await expect(sheet).toBeHidden();
  });

  await test.step('every other page keeps the bar', async () => {
    for (const [name, path] of [
      ['Library', '/creator/history'],
      ['Running', '/running'],
      ['You', '/you'],
    ] as const) {
      await item(name).click();
      await expect(page).toHaveURL(path);
      await expect(item(name)).toHaveAttribute('aria-current', 'page');
    }
    await page.getByRole('main').getByRole('link', { name: 'Pricing' }).click();
    await expect(page).toHaveURL('/pricing');
    await item('Create').click();
    await expect(page).toHaveURL(/\/creator\/audio\/music$/);
  });

  await test.step('something else replaces it', async () => {
    await page.evaluate(() => document.body.toggleAttribute('data-replaces-bottom-bar', true));
    await expect(bar).toBeHidden();
  });
});

for (const { path, name } of [
  { path: '/terms', name: 'Terms of service' },
  { path: '/privacy', name: 'Privacy' },
]) {
  test(`the breadcrumb of ${path} names the page and leads back to the home page`, {
    tag: path === '/terms' ? [] : '@each-page',
  }, async ({ page }) => {
    await page.goto(path);
    const breadcrumb = page.getByRole('navigation', { name: 'Breadcrumb' });
    await expect(breadcrumb.getByText(name)).toHaveAttribute('aria-current', 'page');
    await breadcrumb.getByRole('link', { name: 'Home' }).click();
    await expect(page).toHaveURL(/\/$/);
    const foot = page.getByRole('navigation', { name: 'About this site' });
    await foot.getByRole('link', { name, exact: true }).click();
    await expect(breadcrumb.getByText(name)).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  });
}

test.describe('in Chinese, on a tablet', () => {
  test.use({ locale: 'zh-CN', viewport: { width: 768, height: 900 } });

  test('a page with a long name leaves the search in the header on one line', {
    tag: '@each-device',
  }, async ({ page, signIn }) => {
    await signIn('paid@atelier.test', '/creator/video/kling-v2-6-pro-image-to-video');
    const search = page.getByRole('banner').getByRole('button', { name: '搜索' });
    await expect(search).toBeVisible();
    const lines = await search.evaluate((button) => {
      const range = document.createRange();
      range.selectNodeContents(button);
      const tops = [...range.getClientRects()].filter(({ height }) => height > 0).map(({ bottom }) => bottom);
      return Math.max(...tops) - Math.min(...tops);
    });
    expect(lines).toBeLessThan(10);
  });
});
