import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expect, test, uniquePrompt } from './creator.ts';
import { cutSocket } from './cut-socket.ts';
import { noteWords } from './note-words.ts';
import { pngFile } from './upload-fixtures.ts';

const orange = pngFile('orange.png', [220, 120, 40], 320);

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

/** Page object of the image understanding page. */
class Asking {
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }
  get question(): Locator {
    return this.page.getByRole('textbox', { name: 'Question' });
  }
  get askButton(): Locator {
    return this.page.getByRole('button', { name: 'Ask · 100 credits' });
  }
  get result(): Locator {
    return this.page.getByRole('region', { name: 'Result', exact: true });
  }
  get image(): Locator {
    return this.page.getByRole('group', { name: 'Image' }).getByRole('button', { name: /^Remove/ });
  }

  async open(): Promise<void> {
    await this.page.goto('/creator/image-understanding');
    await expect(this.question).toBeVisible();
  }

  async ask(question: string): Promise<Locator> {
    await this.page.locator('input[type=file]').setInputFiles(orange);
    await expect(this.image).toBeVisible();
    await this.question.fill(question);
    await this.askButton.click();
    const analysis = this.result.getByRole('article', { name: question, exact: true });
    await expect(analysis).toBeVisible();
    return analysis;
  }

  readAnswer(analysis: Locator): Locator {
    return analysis.getByRole('region', { name: 'Answer' });
  }
}

test('a question about an uploaded image gets an answer, which can be copied and downloaded, and a new one starts', async ({
  page,
  creator,
}) => {
  const asking = new Asking(page);
  await asking.open();
  await expect(asking.result).toContainText('The answer appears here');
  const before = await creator.creditsLeft();
  const question = uniquePrompt('What shape does this picture have?');
  const expected = ['Your question was sent', 'The answer is ready', 'Copied', 'The answer was downloaded'];
  const noted = await noteWords(page, expected);
  const analysis = await asking.ask(question);
  await expect(asking.readAnswer(analysis)).toContainText('320 by 180 pixels');
  await creator.expectCreditsLeft(before - 100);
  await expect(asking.askButton).toBeHidden();

  await analysis.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect.poll(noted).toContain('Copied');
  await expect(analysis.getByRole('button', { name: 'Copy', exact: true })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain('320 by 180 pixels');

  const downloaded = page.waitForEvent('download');
  await analysis.getByRole('button', { name: 'Download' }).click();
  const download = await downloaded;
  expect(download.suggestedFilename()).toMatch(/^analysis-\d{4}-\d{2}-\d{2}\.txt$/);
  expect(await readFile(await download.path(), 'utf8')).toBe(`${question}\n\n${copied}\n`);
  await expect.poll(noted).toEqual(expected);

  await page.reload();
  await expect(asking.readAnswer(analysis)).toContainText('320 by 180 pixels');
  await page.locator('form').getByRole('button', { name: 'New question' }).click();
  await expect(asking.result).toContainText('The answer appears here');
  await expect(asking.question).toBeFocused();
  await expect(asking.askButton).toBeVisible();
  // The newest answer, below the panel.
  const newest = page.getByRole('region', { name: 'Newest' }).getByRole('article').first();
  await expect(newest).toContainText(/^.*shape.*320 by 180 pixels/s);
});

test('the analysis that the address names opens beside a form that the same address fills in', {
  tag: '@each-page',
}, async ({ page }) => {
  const asking = new Asking(page);
  await asking.open();
  const question = uniquePrompt('Which colors are there?');
  const created = page.waitForResponse(/\/api\/image-understanding\/create/);
  const analysis = await asking.ask(question);
  await expect(asking.readAnswer(analysis)).toBeVisible();
  const id = JSON.stringify(await (await created).json()).match(
    /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/,
  )?.[0];

  await page.goto(`/creator/image-understanding?question=Why%3F&view=${id}`);
  const dialog = page.getByRole('dialog', { name: /^Answer/ });
  await expect(dialog).toContainText(question);
  await expect(page).toHaveURL(new RegExp(`/creator/image-understanding\\?view=${id}$`));
  await expect(page.getByText('Not applied')).toHaveCount(0);
  await page.reload();
  await expect(dialog).toContainText(question);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/\/creator\/image-understanding$/);
  await expect(asking.question).toHaveValue('Why?');

  await page.goto(`/creator/image-understanding?view=${id}`);
  await dialog.getByRole('button', { name: /^Delete/ }).click();
  const asked = page.getByRole('dialog', { name: 'Delete this answer?' });
  await asked.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.locator('#preview-title')).toBeFocused();
  // The panel forgets it too, and does not ask for it again.
  const notes = () => Object.keys(sessionStorage).filter((key) => key.endsWith('.analysis'));
  await expect.poll(() => page.evaluate(notes)).toEqual([]);
});

test('the viewer goes through the newest answers over the form', { tag: '@each-page' }, async ({ page }) => {
  const asking = new Asking(page);
  await asking.open();
  const [first, second] = [uniquePrompt('How many are there?'), uniquePrompt('Which one is near?')];
  await expect(asking.readAnswer(await asking.ask(first))).toBeVisible();
  await page.locator('form').getByRole('button', { name: 'New question' }).click();
  await asking.image.click();
  await expect(asking.readAnswer(await asking.ask(second))).toBeVisible();
  const reply = await page.request.get('/api/generations?medium=text');
  const { data } = (await reply.json()) as { data: { id: string; prompt: string }[] };
  const findId = (question: string) => data.find(({ prompt }) => prompt === question)?.id;
  await page.goto(`/creator/image-understanding?view=${findId(second)}`);
  const dialog = page.getByRole('dialog', { name: /^Answer/ });
  await expect(dialog).toContainText(second);
  // The others are read once the viewer is open.
  await expect(async () => {
    await page.keyboard.press('ArrowRight');
    await expect(page).toHaveURL(new RegExp(`view=${findId(first)}$`), { timeout: 1_000 });
  }).toPass();
  await expect(dialog).toContainText(first);
  await page.keyboard.press('ArrowLeft');
  await expect(page).toHaveURL(new RegExp(`view=${findId(second)}$`));
});

test('a failed analysis says why, retries, and resets', { tag: '@each-rule' }, async ({ page, creator }) => {
  const asking = new Asking(page);
  await asking.open();
  const before = await creator.creditsLeft();
  const question = uniquePrompt('What is this?', 'fail');
  const analysis = await asking.ask(question);
  const failed = analysis.getByRole('heading', { name: 'The answer failed' });
  await expect(failed).toBeVisible();
  await expect(analysis).toContainText('Not charged: 100 credits returned');
  await creator.expectCreditsLeft(before);

  const sentAgain = page.waitForResponse('**/api/image-understanding/create');
  await analysis.getByRole('button', { name: /^Retry/ }).click();
  expect((await sentAgain).status()).toBe(200);
  await expect(failed).toBeVisible();
  await creator.expectCreditsLeft(before);
  await analysis.getByRole('button', { name: 'Reset' }).click();
  await expect(asking.result).toContainText('The answer appears here');
  await expect(asking.question).toHaveValue(question);
});

test('the form lists everything that is missing at once', { tag: '@each-page' }, async ({ page }) => {
  const asking = new Asking(page);
  await asking.open();
  await asking.askButton.click();
  await expect(page.getByRole('alert').filter({ hasText: '2 fields need a change' })).toBeVisible();
  for (const problem of ['Please upload an image!', 'Please enter a question!'])
    await expect(page.getByText(problem)).toHaveCount(1);
});

test('the history lists questions with their answers, searches both, asks one again and deletes it', {
  tag: '@each-page',
}, async ({ page }) => {
  const asking = new Asking(page);
  await asking.open();
  const question = uniquePrompt('Is there 雨 in this picture?');
  const analysis = await asking.ask(question);
  await expect(asking.readAnswer(analysis)).toBeVisible();

  await page.goto('/creator/image-understanding/history');
  await page.getByRole('searchbox', { name: 'Search your questions and answers' }).fill(question.slice(-8));
  await expect(page.getByText('1 answer found')).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: question });
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('Done');
  await expect(row).toContainText('You asked:');
  await expect(row.locator('img')).toBeVisible();

  await row.getByRole('link', { name: question, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Answer' });
  await expect(dialog).toContainText('320 by 180 pixels');
  const noted = await noteWords(page, ['Copied']);
  await dialog.getByRole('button', { name: 'Copy the answer', exact: true }).click();
  await expect.poll(noted).toEqual(['Copied']);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('320 by 180 pixels');
  await page.keyboard.press('Escape');
  await expect(row.getByRole('link', { name: question, exact: true })).toBeFocused();
  await expect(page).not.toHaveURL(/view=/);

  await page.goto(`/creator/history/image-understanding?search=${question.slice(-8)}`);
  await row.getByRole('link', { name: /^Ask again/ }).click();
  await expect(page).toHaveURL(/\/creator\/image-understanding$/);
  await expect(asking.question).toHaveValue(question);
  await expect(asking.image).toBeVisible();

  await page.goto(`/creator/history/image-understanding?search=${question.slice(-8)}`);
  await row.getByRole('button', { name: /^Delete/ }).click();
  const deleted = page.waitForResponse('**/api/library/trash');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(row).toBeHidden();
  expect((await deleted).status()).toBe(200);
  await page.goto(`/creator/history/image-understanding?search=${question.slice(-8)}`);
  await expect(page.getByText(/^Nothing matches/)).toBeVisible();
});

test('the URL fills in the form', { tag: '@each-page' }, async ({ page }) => {
  const asking = new Asking(page);
  await asking.open();
  await asking.ask(uniquePrompt('Which colour is this?'));
  const address = await asking.result.locator('img').first().getAttribute('src');
  const query = new URLSearchParams({
    image: address ?? '',
    question: 'How many? 几个 & why',
    temperature: '9',
  });
  await page.goto(`/creator/image-understanding?${query}`);
  await expect(page.getByText('Value not allowed here: Temperature (0 to 1)')).toBeVisible();
  await expect(asking.question).toHaveValue('How many? 几个 & why');
  await expect(asking.image).toBeVisible();
});

/** Opens the form, and cuts its connection. */
async function openWithoutSocket(page: Page) {
  const socket = await cutSocket(page);
  const asking = new Asking(page);
  await asking.open();
  await socket.cut();
  await expect(page.getByText('Reconnecting… Your generations continue.')).toBeVisible();
  return { asking, socket };
}

test('the page polls the server while the socket is down, and stops once it is back', {
  tag: '@faults',
}, async ({ page, problems }) => {
  problems.allow(/WebSocket/);
  const { asking, socket } = await openWithoutSocket(page);
  // Reading the running generations gets no reply, so only polling this one can show its answer.
  await page.route('**/api/generations?active=true**', () => undefined);

  const polled = page.waitForRequest(/\/api\/image-understanding\/status\?job_id=/);
  const analysis = await asking.ask(uniquePrompt('Is this visible?', 'slow'));
  await polled;
  await expect(asking.readAnswer(analysis)).toBeVisible();

  await page.unroute('**/api/generations?active=true**');
  socket.mend();
  await expect(page.getByText('Reconnecting… Your generations continue.')).toBeHidden();
  await page.locator('form').getByRole('button', { name: 'New question' }).click();
  await asking.image.click();
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  const next = await asking.ask(uniquePrompt('And now?'));
  await expect(asking.readAnswer(next)).toBeVisible();
  expect(requested.filter((url) => url.includes('/image-understanding/status'))).toEqual([]);
});

test('the page says that the status of an analysis could not be read while the socket is down', {
  tag: '@faults',
}, async ({ page, problems }) => {
  problems.allow(/WebSocket|^response 503 GET \/api\/image-understanding\/status/);
  const { asking } = await openWithoutSocket(page);
  await page.route('**/api/generations?active=true**', () => undefined);
  await page.route('**/api/image-understanding/status?**', (route) =>
    route.fulfill({ status: 503, json: {} }),
  );
  await asking.ask(uniquePrompt('Is this visible?', 'slow'));
  await expect(page.getByText('Failed to fetch task status')).toBeVisible();
});

test('the history keeps its rows when they cannot be read again, and offers to try again', {
  tag: '@faults',
}, async ({ page, problems }) => {
  problems.allow(/^response 500 GET \/api\/library\?/);
  await page.route('**/api/library?**', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto('/creator/history/image-understanding');
  const alert = page.getByRole('alert').filter({ hasText: 'Failed to load history' });
  await expect(alert).toBeVisible();
  await page.unroute('**/api/library?**');
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(alert).toBeHidden();
});
