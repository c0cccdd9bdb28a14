import { insertAnswers } from '@atelier/dev-stack/insert-answers';
import { expect, test } from './creator.ts';
import { waitForSocket } from './loaded-page.ts';
import { makeImages, newWord, promptsWith, submitImages } from './make-images.ts';
import { buyPack, newcomer, signInByRequests } from './newcomers.ts';
import { originHeaders } from './own-requests.ts';
import { drag, findCentre, spread } from './touch.ts';

test('the library loses works that another device deletes, also from the selection and the viewer', async ({
  page,
}) => {
  const word = newWord();
  const [first = '', second = '', third = ''] = promptsWith(word, 3);
  await makeImages(page, [first, second, third]);
  const connected = waitForSocket(page);
  await page.goto(`/creator/history?search=${word}`);
  await connected;
  const tile = (name: string) => page.getByRole('article', { name, exact: true });
  const trash = async (prompt: string) => {
    const ids = [await tile(prompt).getAttribute('data-generation')];
    const reply = await page.request.post('/api/library/trash', {
      headers: originHeaders(),
      data: { ids, deleteFiles: true },
    });
    expect(reply.ok()).toBe(true);
  };
  for (const prompt of [first, second]) {
    await tile(prompt).hover();
    await tile(prompt).getByRole('checkbox').check();
  }
  const bar = page.getByRole('region', { name: 'Selected works' });
  await expect(bar).toContainText('2 selected');
  await trash(first);
  await expect(tile(first)).toHaveCount(0);
  await expect(bar).toContainText('1 selected');
  await page.keyboard.press('Escape');

  const id = await tile(third).getAttribute('data-generation');
  await tile(third).getByRole('link', { name: third }).click();
  const viewer = page.getByRole('dialog').first();
  await expect(viewer.getByRole('heading', { name: third, exact: true })).toBeVisible();
  const reply = await page.request.post('/api/library/trash', {
    headers: originHeaders(),
    data: { ids: [id], deleteFiles: true },
  });
  expect(reply.ok()).toBe(true);
  await expect(viewer.getByRole('heading', { name: third, exact: true })).toHaveCount(0);
  await expect(page).not.toHaveURL(new RegExp(String(id)));
  await page.keyboard.press('Escape');
  await expect(page.getByRole('article')).toHaveCount(1);
});

test('a work that fails while the library is open becomes a chip of its day, and gives its place back', {
  tag: '@faults',
}, async ({ page }) => {
  const word = newWord();
  const [made = ''] = promptsWith(word, 1);
  await makeImages(page, [made]);
  const connected = waitForSocket(page);
  await page.goto('/creator/history');
  await connected;
  const prompt = `Harbour ${word} [fail]`;
  await submitImages(page, [prompt]);
  const failed = page.getByRole('article', { name: prompt }).filter({ hasText: 'back' });
  await expect(failed).toBeVisible();
  await expect(page.locator('article[data-place]').filter({ hasText: prompt })).toHaveCount(0);
  await expect(page.getByRole('article', { name: made, exact: true })).toBeVisible();
});

test('the library keeps works where they are that are dropped on a project that was deleted meanwhile', {
  tag: '@faults',
}, async ({ page, problems }) => {
  problems.allow(/^response 404 POST \/api\/library\/change/);
  const word = newWord();
  const [prompt = ''] = promptsWith(word, 1);
  await makeImages(page, [prompt]);
  const name = `Gone ${word}`;
  const made = await page.request.post('/api/projects', { headers: originHeaders(), data: { name } });
  const { id } = (await made.json()).project;
  await page.request.post('/api/projects', { headers: originHeaders(), data: { name: `Kept ${word}` } });
  await page.goto(`/creator/history?search=${word}`);
  const tile = page.getByRole('article', { name: prompt, exact: true });
  const target = page.getByRole('button', { name });
  await expect(target).toBeVisible();
  await tile.hover();
  await page.mouse.down();
  await page.mouse.move(500, 600, { steps: 5 });
  await target.hover();
  const listed = page.waitForResponse((reply) => reply.url().endsWith('/api/projects'));
  await page.request.delete(`/api/projects/${id}`, { headers: originHeaders() });
  await listed;
  await target.hover();
  await page.mouse.up();
  await expect(page.getByText('This project no longer exists. Nothing was moved.')).toBeVisible();
  await expect(tile).toBeVisible();
});

test('a viewer without a connection still leads on, says what it cannot do, and does it when it is back', {
  tag: '@faults',
}, async ({ page, context, problems }) => {
  problems.allow(/ERR_INTERNET_DISCONNECTED/);
  problems.allow(/^request failed /);
  const word = newWord();
  const [older = '', newer = ''] = promptsWith(word, 2);
  await makeImages(page, [older, newer]);
  await page.goto(`/creator/history?search=${word}`);
  await expect(page.getByRole('article')).toHaveCount(2);
  await page.getByRole('link', { name: newer, exact: true }).click();
  const viewer = page.getByRole('dialog').first();
  const heading = (name: string) => viewer.getByRole('heading', { name, exact: true });
  await expect(heading(newer)).toBeVisible();
  await expect(viewer.getByRole('navigation', { name: 'Works next to this one' })).toBeVisible();
  await context.setOffline(true);
  await page.keyboard.press('ArrowRight');
  await expect(heading(older)).toBeVisible();
  await page.keyboard.press('f');
  await expect(page.getByText('Failed to update favorite status')).toBeVisible();
  const favorite = viewer.getByRole('button', { name: /^Favorite/ });
  await expect(favorite).toBeVisible();
  await context.setOffline(false);
  await favorite.click();
  await expect(viewer.getByRole('button', { name: /^Unfavorite/ })).toBeVisible();
});

test.describe('an account of 5,001 works', () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  test('selects 5,000 of them, says so, and deletes nothing of a request for more', { tag: '@load' }, async ({
    page,
    problems,
  }) => {
    problems.allow(/^response 400 POST \/api\/library\/trash/);
    await signInByRequests(page, newcomer());
    await buyPack(page, 'starter');
    const { user } = await (await page.request.get('/api/user/info')).json();
    const works = { userId: user.id, count: 5_001 };
    const removeAll = await insertAnswers(String(process.env.E2E_DATABASE_URL), works);
    try {
      await page.goto('/creator/history');
      await expect(page.locator('#history-count')).toContainText('5,001');
      await page.getByRole('article').first().getByRole('checkbox').check();
      const bar = page.getByRole('region', { name: 'Selected works' });
      await bar.getByRole('button', { name: 'Select all' }).click();
      await expect(
        page.getByText('You can select at most 5,000 works at once. The rest were not selected.'),
      ).toBeVisible();
      await expect(bar).toContainText('5,000 selected');
      const ids = Array.from({ length: 5_001 }, () => crypto.randomUUID());
      const [shown] = await page
        .locator('[data-generation]')
        .evaluateAll((tiles) => tiles.map((tile) => tile.getAttribute('data-generation')));
      const reply = await page.request.post('/api/library/trash', {
        headers: originHeaders(),
        data: { ids: [shown, ...ids.slice(1)], deleteFiles: true },
      });
      expect([reply.status(), (await reply.json()).issues]).toEqual([
        400,
        [expect.objectContaining({ path: 'ids', message: expect.stringContaining('5000') })],
      ]);
      const { days } = await (await page.request.get('/api/library/days?zone=UTC')).json();
      expect(days.reduce((sum: number, [, count]: [string, number]) => sum + count, 0)).toBe(5_001);
    } finally {
      await removeAll();
    }
  });
});

test('the library works, and says what it cannot keep, in a browser whose storage is full', {
  tag: '@faults',
}, async ({ page }) => {
  const word = newWord();
  const [made = ''] = promptsWith(word, 1);
  await makeImages(page, [made]);
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    };
  });
  await page.goto(`/creator/history?search=${word}`);
  const tile = page.getByRole('article', { name: made, exact: true });
  await tile.hover();
  await tile.getByRole('button', { name: /^Favorite/ }).click();
  await tile.getByRole('link', { name: made, exact: true }).click();
  const viewer = page.getByRole('dialog').first();
  await expect(viewer.getByRole('button', { name: /^Unfavorite/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Show as a list' }).click();
  await expect(page.getByRole('row').filter({ hasText: made })).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a finger moves a picture that was enlarged, and does not leave it', { tag: '@faults' }, async ({
    page,
  }) => {
    const word = newWord();
    const [older = '', newer = ''] = promptsWith(word, 2);
    await makeImages(page, [older, newer]);
    await page.goto(`/creator/history?search=${word}`);
    await page.getByRole('article', { name: newer, exact: true }).tap();
    const viewer = page.getByRole('dialog').first();
    const stage = viewer.getByRole('img').first();
    await expect(stage).toBeVisible();
    const session = await page.context().newCDPSession(page);
    const before = (await stage.boundingBox())?.width ?? 0;
    await spread(session, await findCentre(stage));
    await expect.poll(async () => (await stage.boundingBox())?.width ?? 0).toBeGreaterThan(before * 1.5);
    const enlarged = (await stage.boundingBox())?.x ?? 0;
    const centre = { x: 195, y: 300 };
    await drag(session, centre, { x: centre.x - 150, y: centre.y });
    await expect.poll(async () => (await stage.boundingBox())?.x ?? 0).toBeLessThan(enlarged - 50);
    await drag(session, centre, { x: centre.x, y: centre.y + 250 });
    await expect(viewer.getByRole('heading', { name: newer, exact: true })).toBeVisible();
  });
});
