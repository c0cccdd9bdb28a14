import { Creator, expect, test, uniquePrompt } from './creator.ts';
import { makeImages, newWord } from './make-images.ts';

test('a running generation is shown again after a reload', async ({ page, creator }) => {
  await creator.open();
  const prompt = uniquePrompt('A heron in the reeds', 'slow');
  const card = await creator.generate(prompt);
  await expect(card.getByRole('progressbar')).toBeVisible();
  // Cancel appears once the server has answered, so the reload finds a stored generation.
  await expect(card.getByRole('button', { name: /^Cancel/ })).toBeVisible();
  await page.reload();
  await expect(card.getByRole('progressbar')).toBeVisible();
  await expect(page).toHaveTitle(/^\(\d+\) /);
  await expect(card.locator('video')).toBeVisible();
});

test('a running generation is shown in a second tab, and is a tile of the library', {
  tag: '@each-page',
}, async ({ page, context, creator }) => {
  await creator.open();
  const second = new Creator(await context.newPage());
  await second.open();
  const history = await context.newPage();
  await history.goto('/creator/history/video');
  await expect(history.getByRole('heading', { level: 1 })).toBeVisible();

  const prompt = uniquePrompt('Two otters on a river', 'slow');
  await creator.generate(prompt);
  await expect(second.card(prompt).getByRole('progressbar')).toBeVisible();
  const tile = history.getByRole('article', { name: prompt });
  await expect(tile.getByRole('progressbar')).toBeVisible();
  await expect(second.card(prompt).locator('video')).toBeVisible();
  await expect(tile).toContainText('Done');
  await expect(tile.getByRole('progressbar')).toHaveCount(0);
  await page.close();
});

test('a cancelled generation releases its credits', { tag: '@each-rule' }, async ({ creator }) => {
  await creator.open();
  const before = await creator.creditsLeft();
  const card = await creator.generate(uniquePrompt('A long train in the desert', 'stuck'));
  await creator.expectCreditsLeft(before - 300);
  await card.getByRole('button', { name: 'Cancel · 300 credits back' }).click();
  await expect(card).toContainText('Cancelled');
  await expect(card).toContainText('Not charged: 300 credits returned');
  await creator.expectCreditsLeft(before);
});

test('a failed generation says why, in the words of the model too, and that nothing was charged', async ({
  page,
  creator,
}) => {
  await creator.open();
  const before = await creator.creditsLeft();
  const card = await creator.generate(uniquePrompt('A clock that melts', 'fail'));
  await expect(card.getByRole('heading', { name: 'Generation Failed' })).toBeVisible();
  await expect(card).toContainText('Not charged: 300 credits returned');
  await card.getByRole('button', { name: 'Generation Failed' }).click();
  await card.getByText('For support').click();
  const reason = 'The model’s reason: The model could not make a result from this input';
  await expect(card).toContainText(reason);
  await card.getByRole('button', { name: 'Details' }).click();
  await expect(page.getByRole('dialog')).toContainText(reason);
  await creator.expectCreditsLeft(before);
});

test('a double click submits one generation', { tag: '@each-rule' }, async ({ page, creator }) => {
  await creator.open();
  const before = await creator.creditsLeft();
  const prompt = uniquePrompt('A glass marble rolling downhill');
  await creator.prompt.fill(prompt);
  await creator.generateButton.dblclick();
  await expect(creator.card(prompt).locator('video')).toBeVisible();
  await expect(page.getByRole('article', { name: prompt })).toHaveCount(1);
  await creator.expectCreditsLeft(before - 300);
});

test('a generation that ends while its user is elsewhere says so and leads to it', {
  tag: '@each-rule',
}, async ({ page, creator }) => {
  await creator.open();
  const failing = uniquePrompt('A kite in a storm', 'fail');
  const lasting = uniquePrompt('A kite in the sun', 'slow');
  await creator.generate(lasting);
  await creator.generate(failing);
  // The same page, as a user follows a link: the connection stays.
  await page.getByRole('link', { name: 'Pricing' }).first().click();
  await expect(page).toHaveURL(/\/pricing\?kind=text-to-video$/);
  await expect(page.getByText(`Video failed, nothing charged: ${failing}`)).toBeVisible();
  const ready = page.getByRole('listitem').filter({ hasText: `Video ready: ${lasting}` });
  await expect(ready).toBeVisible();
  await ready.getByRole('button', { name: 'Open' }).click();
  await expect(page).toHaveURL(/\/creator\/video\/text-to-video#generation-/);
  await expect(creator.card(lasting).locator('video')).toBeVisible();
});

test('an account that cannot be read is not signed out, and is read again', { tag: '@faults' }, async ({
  page,
  creator,
  problems,
}) => {
  problems.allow(/500 GET \/api\/user\/info/);
  await page.route('**/api/user/info', (route) =>
    route.fulfill({ status: 500, json: { code: 'internal_error', error: 'No', message: 'No' } }),
  );
  await creator.open();
  await expect(page.getByText('Your account could not be loaded.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign in' })).toHaveCount(0);
  const prompt = uniquePrompt('A lamp in the fog');
  await creator.generate(prompt);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const tried = page.waitForResponse('**/api/user/info');
  await page.getByRole('banner').getByRole('button', { name: 'Try again' }).click();
  expect((await tried).status()).toBe(500);
  await page.unroute('**/api/user/info');
  // The page also reads the account at the end of the generation, which may come first and remove the button.
  await expect(async () => {
    const retry = page.getByRole('banner').getByRole('button', { name: 'Try again' });
    if (await retry.isVisible()) await retry.click({ timeout: 1_000 });
    await expect(creator.balance).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(creator.card(prompt).locator('video')).toBeVisible();
});

test('a connection that never comes up is reported, and images are polled for', { tag: '@faults' }, async ({
  page,
  creator,
  problems,
}) => {
  problems.allow(/WebSocket/);
  await page.routeWebSocket(/\/socket\.io\//, (socket) => void socket.close({ code: 1001 }));
  await page.goto('/creator/image/text-to-image');
  await expect(page.getByText('Reconnecting… Your generations continue.')).toBeVisible();
  const card = await creator.generate(uniquePrompt('A teapot'));
  await expect(card.getByRole('button', { name: /^Open the image/ })).toBeVisible();
});

test('the page polls when the code of the connection cannot be loaded', { tag: '@faults' }, async ({
  page,
  creator,
  problems,
}) => {
  problems.allow(/ERR_FAILED/);
  await page.route(/\/assets\/client-[^/]+\.js/, (route) => route.abort());
  await page.goto('/creator/image/text-to-image');
  await expect(page.getByText('Reconnecting… Your generations continue.')).toBeVisible();
  const card = await creator.generate(uniquePrompt('A teapot'));
  await expect(card.getByRole('button', { name: /^Open the image/ })).toBeVisible();
});

test('the next generation takes the stage, a second one goes to the rows, and the result comes back when it ends without one', {
  tag: '@each-rule',
}, async ({ creator }) => {
  await creator.open();
  const result = await creator.generate(`A pier ${crypto.randomUUID()}`);
  await expect(result.locator('video')).toBeVisible();

  const first = await creator.generate(`A pier at night ${crypto.randomUUID()} [stuck]`);
  await expect(first.getByRole('progressbar')).toBeVisible();
  await expect(result.locator('video')).toHaveCount(0);
  const second = await creator.generate(`A pier in fog ${crypto.randomUUID()} [stuck]`);
  await expect(second.getByRole('progressbar')).toBeVisible();
  await expect(async () => {
    const [large, small] = [await first.boundingBox(), await second.boundingBox()];
    expect(large?.y).toBeLessThan(small?.y ?? 0);
    expect(small?.height).toBeLessThan((large?.height ?? 0) / 2);
  }).toPass();
  for (const running of [second, first]) {
    await running.getByRole('button', { name: /^Cancel/ }).click();
    await expect(running).toContainText('Cancelled');
  }
  await expect(result.locator('video')).toBeInViewport({ ratio: 0.9 });
});

test('a page that stays open shows as many results as one that is opened now, and the way to the rest', {
  tag: '@each-rule',
}, async ({ page }) => {
  test.setTimeout(600_000);
  await page.goto('/creator/image/text-to-image');
  const cards = page.getByRole('region', { name: 'Preview', exact: true }).getByRole('article');
  const word = newWord();
  for (let round = 0; round < 2; round += 1)
    await makeImages(
      page,
      Array.from({ length: 15 }, (_, index) => `Arrival ${word} ${round} ${index}`),
    );
  await expect(cards.filter({ hasText: `Arrival ${word} 1 14` })).toBeVisible();
  const count = async () => (await cards.count()) <= 20;
  await expect.poll(count).toBe(true);
  const before = await cards.count();
  await page.reload();
  await expect(cards.first()).toBeVisible();
  await expect(cards).toHaveCount(before);
  await page.getByRole('region', { name: 'Newest' }).getByRole('link', { name: 'Library' }).click();
  await expect(page).toHaveURL(/\/creator\/history\/image/);
});
