import type { Locator, Page } from '@playwright/test';
import { expectAccessibleInEveryLayout } from './accessibility.ts';
import { loseAnswers, repriceBatches } from './batch-answers.ts';
import { Creator, expect, test, uniquePrompt } from './creator.ts';

const languages = [{ locale: 'en-US' }, { locale: 'zh-CN' }] as const;
const path = '/creator/image/text-to-image';
/** Copy of the constant in `features/create/submit/use-submit.ts`. */
const doublePressMs = 700;

// A work that another test has left running would stay the large one.
test.beforeEach(async ({ page }) => {
  const creditsHeld = async () =>
    (await (await page.request.get('/api/user/info')).json()).credits.held_credits;
  await expect.poll(creditsHeld, { timeout: 60_000 }).toBe(0);
});

for (const labels of languages) {
  test.describe(`in ${labels.locale}`, () => {
    test.use({ locale: labels.locale });

    test('four results of one form are one press, one total and one batch', async ({ page }) => {
      const creator = new Creator(page, labels.locale);
      await page.goto(path);
      await expect(creator.generateButton).toBeVisible();
      const before = await creator.creditsLeft();
      const one = readCost(await creator.generateButton.textContent());
      const prompt = uniquePrompt('A kite over the dunes');
      await creator.prompt.fill(prompt);
      await creator.takesButton.click();
      await expectAccessibleInEveryLayout(page, 'the menu of results');
      await page.getByRole('menuitemradio', { name: /^×4/ }).click();
      expect(readCost(await creator.generateButton.textContent())).toBe(4 * one);
      const submitted = page.waitForRequest(
        (request) => request.method() === 'POST' && request.url().endsWith('/api/batches'),
      );
      await creator.generateButton.click();
      const body = (await submitted).postDataJSON();
      expect(body).toMatchObject({ expected_cost: 4 * one, request_id: expect.any(String) });
      expect(body.lines).toHaveLength(4);
      await expect(creator.card(prompt)).toHaveCount(4);
      const takes = page.getByRole('region', { name: /^(4 takes|4 个结果)$/ });
      await expect(takes.getByRole('article')).toHaveCount(4);
      await expect(creator.card(prompt).getByRole('progressbar')).toHaveCount(0);
      await expectAccessibleInEveryLayout(page, 'four takes');
      // The card says itself that they are there.
      await expect(page.getByText(/^(Batch ended|批次已结束)/)).toHaveCount(0);
      await keepByKeys(page, takes);
      await creator.expectCreditsLeft(before - 4 * one);
    });
  });
}

/** Keeps the second and third take, lets the third go, and ends with the second as the large result; nothing is deleted. */
async function keepByKeys(page: Page, takes: Locator): Promise<void> {
  const take = (number: number) => takes.locator('[data-take]').nth(number - 1);
  const acts = takes.getByRole('group', { name: /^(Next steps|接下来)$/ });
  await page.getByRole('textbox', { name: /^(Prompt|提示词)$/ }).blur();
  const picked = page.waitForResponse((reply) => reply.url().endsWith('/pick'));
  await page.keyboard.press('3');
  await expect(take(3)).toHaveAttribute('aria-pressed', 'true');
  expect((await picked).ok()).toBe(true);
  await expect(acts).toBeVisible();
  await page.keyboard.press('2');
  await expect(take(2)).toHaveAttribute('aria-pressed', 'true');
  await expect(take(3)).toHaveAttribute('aria-pressed', 'true');
  await expect(acts).toHaveCount(0);
  const moved = page.waitForRequest((request) => request.url().endsWith('/pick'));
  await take(3).click();
  await expect(take(3)).toHaveAttribute('aria-pressed', 'false');
  expect((await moved).postDataJSON().generation_id).toEqual(expect.any(String));
  await expect(acts).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(takes).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('group', { name: /^(Next steps|接下来)$/ })).toBeVisible();
}

/** "Generate · 1,200 credits" → 1200. */
function readCost(text: string | null): number {
  return Number(/[\d,]+/.exec(text ?? '')?.[0].replaceAll(',', ''));
}

test('the number of results is chosen by keys, and Escape leaves it', { tag: '@each-rule' }, async ({
  page,
  creator,
}) => {
  await page.goto(path);
  await expect(creator.generateButton).toBeVisible();
  await creator.takesButton.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitemradio', { name: /^×1/ })).toBeVisible();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(creator.takesButton).toHaveAccessibleName('Number of results: 2');
  await expect(creator.takesButton).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(creator.takesButton).toHaveAccessibleName('Number of results: 2');
});

test('another price of several results is asked about, and nothing is spent before', {
  tag: '@each-rule',
}, async ({ page, creator, problems }) => {
  problems.allow(/^response 409 POST \/api\/batches/);
  await repriceBatches(page, 99);
  await page.goto(path);
  await expect(creator.generateButton).toBeVisible();
  const before = await creator.creditsLeft();
  const one = readCost(await creator.generateButton.textContent());
  const prompt = uniquePrompt('A heron');
  await creator.prompt.fill(prompt);
  await chooseTwo(creator);
  await creator.generateButton.click();
  const dialog = page.getByRole('dialog', { name: 'The price has changed' });
  await expect(dialog).toContainText(`This now costs 99 credits instead of ${2 * one}.`);
  await expect(creator.card(prompt)).toHaveCount(0);
  expect(await creator.creditsLeft()).toBe(before);
  await dialog.getByRole('button', { name: 'Not now' }).click();
  await expect(creator.generateButton).toHaveAccessibleName('Generate · 99 credits');
});

test('several results that got no answer are made once by the next press', { tag: '@faults' }, async ({
  page,
  creator,
  problems,
}) => {
  problems.allow(/api\/batches/);
  const ids = await loseAnswers(page, 2);
  await page.goto(path);
  await expect(creator.generateButton).toBeVisible();
  const before = await creator.creditsLeft();
  const one = readCost(await creator.generateButton.textContent());
  const prompt = uniquePrompt('A pier');
  await creator.prompt.fill(prompt);
  await chooseTwo(creator);
  // A press that comes sooner after another is the second half of a double click.
  const markPress = async () => {
    const atMs = await page.evaluate(() => performance.now());
    return () => page.waitForFunction((ms) => performance.now() > ms, atMs + doublePressMs);
  };
  await creator.generateButton.click();
  const mayPressAgain = await markPress();
  await expect(page.getByText('The connection failed').first()).toBeVisible();
  await expect.poll(() => ids.length).toBe(2);
  await mayPressAgain();
  const answer = page.waitForResponse('**/api/batches');
  await creator.generateButton.click();
  // The results are on the page before the answer: a press until then is the same one.
  await answer;
  const mayPressOnceMore = await markPress();
  expect(ids).toHaveLength(3);
  expect(new Set(ids).size).toBe(1);
  await expect(creator.card(prompt)).toHaveCount(2);
  await creator.expectCreditsLeft(before - 2 * one);
  await mayPressOnceMore();
  await creator.generateButton.click();
  await expect.poll(() => new Set(ids).size).toBe(2);
  await expect(creator.card(prompt)).toHaveCount(4);
  await creator.expectCreditsLeft(before - 4 * one);
});

test('results that cost more than the balance are refused before anything is sent', {
  tag: '@each-rule',
}, async ({ page, creator }) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
  });
  await page.route('**/api/user/info', async (route) => {
    const response = await route.fetch();
    const info = await response.json();
    info.credits.left_credits = 5;
    return route.fulfill({ response, json: info });
  });
  await page.goto(path);
  await expect.poll(() => creator.creditsLeft()).toBe(5);
  await creator.prompt.fill(uniquePrompt('A gate'));
  await creator.takesButton.click();
  await page.getByRole('menuitemradio', { name: /^×4/ }).click();
  await creator.generateButton.click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(sent.filter((address) => address.startsWith('/api/'))).toEqual([]);
});

async function chooseTwo({ page, takesButton }: Creator): Promise<void> {
  await takesButton.click();
  await page.getByRole('menuitemradio', { name: /^×2/ }).click();
}

test('the takes that were kept say in the library how many there were, and lead to them', {
  tag: '@each-rule',
}, async ({ page, creator }) => {
  await page.goto(path);
  const prompt = uniquePrompt('A weir');
  await creator.prompt.fill(prompt);
  await chooseTwo(creator);
  await creator.generateButton.click();
  const takes = page.getByRole('region', { name: '2 takes' });
  await expect(takes.locator('[data-take]')).toHaveCount(2);
  await creator.prompt.blur();
  const starred = page.waitForResponse((reply) => reply.url().endsWith('/api/library/change'));
  await page.keyboard.press('1');
  expect((await starred).ok()).toBe(true);
  await page.goto('/creator/history/image');
  const works = page.getByRole('article', { name: prompt });
  await expect(works).toHaveCount(2);
  const badge = works.getByRole('link', { name: 'Kept among 2 takes: show them' });
  await expect(badge).toHaveText('2');
  await badge.click();
  await expect(page).toHaveURL(/\/creator\/batches\/.+/);
});
