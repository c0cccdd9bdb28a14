import type { Page } from '@playwright/test';
import { expect, test } from './creator.ts';

/** Every call of the API is refused from now on; the returned function ends it. */
async function refuseCalls(page: Page): Promise<() => Promise<void>> {
  const calls = /\/api\//;
  await page.route(calls, (route) =>
    route.fulfill({ status: 503, headers: { 'retry-after': '1' }, body: 'Service Unavailable' }),
  );
  return () => page.unroute(calls);
}

/** Makes storing fail as in a browser whose storage has no room left. */
async function fillStorage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    };
  });
}

test('while the API answers 503, what is typed stays, and one generation is made once it is back', async ({
  page,
  creator,
  problems,
}) => {
  problems.allow(/^response 503/);
  await creator.open();
  const before = await creator.creditsLeft();
  const restore = await refuseCalls(page);
  const prompt = `A harbour ${crypto.randomUUID()}`;

  const card = await creator.generate(prompt);
  await expect(card).toContainText('Not sent · nothing charged');
  await card.getByRole('button', { name: 'Try again' }).click();
  await expect(card).toContainText('Not sent · nothing charged');
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Wan 2.2 5B' }).click();
  await expect(page).toHaveURL(/wan-v2-2-5b$/);
  await page.goBack();
  await expect(creator.prompt).toHaveValue(prompt);
  await expect(creator.balance).toBeVisible();

  await restore();
  await card.getByRole('button', { name: 'Try again' }).click();
  await expect(card.locator('video')).toBeVisible();
  await creator.expectCreditsLeft(before - 300);
  await page.reload();
  await expect(creator.card(prompt)).toHaveCount(1);
});

test('a submission whose settings are refused when it is sent again goes back into the form', async ({
  page,
  creator,
  problems,
}) => {
  problems.allow(/^response (503|400)/);
  await creator.open();
  const restore = await refuseCalls(page);
  const prompt = `A lighthouse ${crypto.randomUUID()}`;
  const card = await creator.generate(prompt);
  await expect(card).toContainText('Not sent · nothing charged');
  await restore();
  await creator.prompt.fill('Something else');

  const issues = [{ path: 'prompt', message: 'Is not accepted', code: 'invalid_value' }];
  const refusal = { success: false, code: 'validation_failed', error: '', message: '', issues };
  await page.route('**/api/wan/createVideo', (route) => route.fulfill({ status: 400, json: refusal }));
  await card.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('These settings can no longer be sent as they are.')).toBeVisible();
  await expect(creator.prompt).toHaveValue(prompt);
  await card.getByRole('button', { name: 'Dismiss' }).click();
});

test('a page that loses its connection while something is made shows the result when it has it again', {
  tag: '@faults',
}, async ({ page, context, creator, problems }) => {
  problems.allow(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|WebSocket connection/);
  await creator.open();
  const prompt = `A pier ${crypto.randomUUID()}`;
  const answered = page.waitForResponse((reply) => reply.url().endsWith('/api/wan/createVideo'));
  const card = await creator.generate(prompt);
  const { generation } = (await (await answered).json()) as { generation: { id: string } };
  await context.setOffline(true);
  const ended = async () => {
    const reply = await fetch(new URL(`/api/generations/${generation.id}`, page.url()), {
      headers: { cookie: await readCookies(page) },
    });
    return ((await reply.json()) as { generation: { status: string } }).generation.status;
  };
  await expect.poll(ended).toBe('completed');
  await expect(card.locator('video')).toHaveCount(0);

  await context.setOffline(false);
  await expect(card.locator('video')).toBeVisible();
});

async function readCookies(page: Page): Promise<string> {
  const cookies = await page.context().cookies();
  return cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
}

test('a browser whose storage is full keeps what is typed from page to page, and generates', {
  tag: '@faults',
}, async ({ page, creator }) => {
  await fillStorage(page);
  await creator.open();
  const prompt = `A quay ${crypto.randomUUID()}`;
  await creator.prompt.fill(prompt);
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Pricing' }).click();
  await expect(page).toHaveURL(/\/pricing\?kind=text-to-video$/);
  await page.goBack();
  await expect(creator.prompt).toHaveValue(prompt);

  const card = await creator.generate(prompt);
  await expect(card.locator('video')).toBeVisible();
});

test('a submission that is lost while the storage is full stays as a card on every page', {
  tag: '@faults',
}, async ({ page, creator, problems }) => {
  problems.allow(/^request POST \/api\/wan\/createVideo/);
  await fillStorage(page);
  await creator.open();
  await page.route('**/api/wan/createVideo', (route) => route.abort('connectionreset'));
  const prompt = `A buoy ${crypto.randomUUID()}`;
  const card = await creator.generate(prompt);
  await expect(card).toContainText('Not sent · nothing charged');
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Pricing' }).click();
  await expect(page).toHaveURL(/\/pricing\?kind=text-to-video$/);
  await page.goBack();
  await expect(card).toContainText('Not sent · nothing charged');
});

test('two tabs keep a draft each, over a reload', { tag: '@faults' }, async ({ page, context, creator }) => {
  await creator.open();
  await creator.prompt.fill('the text of the first tab');
  const tab = await context.newPage();
  await tab.goto('/creator/video/text-to-video');
  const otherPrompt = tab.getByRole('textbox', { name: 'Prompt', exact: true });
  await expect(otherPrompt).toHaveValue('the text of the first tab');
  await otherPrompt.fill('the text of the second tab');

  await page.reload();
  await expect(creator.prompt).toHaveValue('the text of the first tab');
  await tab.reload();
  await expect(otherPrompt).toHaveValue('the text of the second tab');
});
