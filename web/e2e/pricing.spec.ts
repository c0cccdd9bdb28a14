import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { Creator } from './creator.ts';
import { expect, test } from './fixtures.ts';

/** The smallest pack. */
const pack = (page: Page): Locator =>
  page.getByRole('region', { name: 'Packs' }).getByRole('listitem').first();
const prices = (page: Page): Locator => page.getByRole('region', { name: 'All prices' });
const findColumn = (head: SVGElement | HTMLElement): number => (head as HTMLTableCellElement).cellIndex;
/** Reads one column of the rows that have a price in it, in credits, which stand before the money. */
const readCredits = (rows: (SVGElement | HTMLElement)[], column: number): number[] =>
  rows
    .map((row) => (row as HTMLTableRowElement).cells[column])
    .map((cell) => (cell?.tagName === 'TD' ? Number(cell.firstElementChild?.textContent) : Number.NaN))
    .filter(Number.isFinite);
const captions = (page: Page): Locator => prices(page).getByRole('caption');

test('a pack and the list of prices begin with the form that the user came from', async ({ page }) => {
  await page.goto('/creator/image-to-video/image-to-video');
  const addresses: string[] = [];
  page.on('framenavigated', (frame) => addresses.push(new URL(frame.url()).search));
  await page.getByRole('link', { name: 'Pricing', exact: true }).click();
  await expect(pack(page)).toContainText('5 clips of Image to video · 480p or ');
  await expect(page.getByRole('combobox', { name: 'Type', exact: true })).toHaveValue('image-to-video');
  await expect(captions(page).first()).toHaveText('Credits: Video');
  expect(addresses, 'the address is the one of the link from the start').toEqual(['?kind=image-to-video']);
  await page.reload();
  await expect(pack(page)).toContainText('5 clips of Image to video · 480p or ');

  await page.goto('/creator/video-to-audio');
  await page.getByRole('link', { name: 'Pricing', exact: true }).click();
  await expect(pack(page)).toContainText('20 sounds of Video to audio or 3 clips of Text to video · 480p');
  await expect(captions(page).first()).toHaveText('Credits: Sound and answer');
  await expect(prices(page).locator('[aria-current]')).toContainText('ThinkSound');
});

test('the prices are searched, narrowed, sorted and counted, and lead to the form with these settings', {
  tag: '@each-page',
}, async ({ page }) => {
  await page.goto('/pricing');
  const list = prices(page);
  const names = list.getByRole('rowheader');
  const all = list.getByRole('button', { name: /^All/ });
  await expect(all).toHaveText(/^All\d+$/);
  await list.getByRole('searchbox', { name: 'Find a model' }).fill('kling');
  await expect(list.getByRole('button', { name: /^Image/ })).toHaveText('Image0');
  await expect(names.filter({ hasNotText: /^Kling/ })).toHaveCount(0);
  await expect(all).toHaveText(`All${await names.count()}`);
  const head = list.getByRole('columnheader', { name: '1080p' });
  await head.getByRole('button').click();
  await expect(head).toHaveAttribute('aria-sort', 'ascending');
  const credits = await list.getByRole('row').evaluateAll(readCredits, await head.evaluate(findColumn));
  expect(credits.length).toBeGreaterThan(2);
  expect(credits).toEqual(credits.toSorted((a, b) => a - b));
  await expectAccessible(page);

  const row = list.getByRole('row', { name: /^Veo 3\.1 Fast/ });
  await list.getByRole('searchbox').fill('google veo fast');
  await expect(row).toContainText('from text or a picture · 6 sec');
  await expect(row.getByRole('cell').nth(1)).toHaveText('300$1.50');
  await list.getByRole('combobox', { name: 'Money at' }).selectOption('$80 for 20,000');
  await expect(row.getByRole('cell').nth(1)).toHaveText('300$1.20');
  await expect(row.getByRole('cell').last()).toHaveText('66');
  await list.getByRole('combobox', { name: 'Clip length' }).selectOption('8 sec clips');
  await expect(row.getByRole('cell').nth(1)).toHaveText('400$1.60');
  await row.getByRole('link').click();
  await expect(page.getByRole('button', { name: 'Generate · 400 credits' })).toBeVisible();
});

test('the link to the prices names the model that was chosen on a page of several, again after a reload', {
  tag: '@each-rule',
}, async ({ page }) => {
  await page.goto('/creator/image/text-to-image');
  const link = page.getByRole('link', { name: 'Pricing', exact: true });
  await expect(link).toHaveAttribute('href', '/pricing?kind=flux-schnell');
  await new Creator(page).chooseModel('FLUX dev');
  await expect(link).toHaveAttribute('href', '/pricing?kind=flux-dev');
  await page.reload();
  expect(await link.getAttribute('href')).toBe('/pricing?kind=flux-dev');
  await page.goto('/creator/history/image');
  await expect(link).toHaveAttribute('href', '/pricing');
});

test('the page ignores a kind that does not exist, and begins with the most common ones', {
  tag: '@each-rule',
}, async ({ page }) => {
  await page.goto('/pricing?kind=time-travel');
  await expect(pack(page)).toContainText('3 clips of Text to video · 480p or 50 images of ');
  await page.setViewportSize({ width: 360, height: 740 });
  const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(over, 'only the list is scrolled sideways').toBe(0);
});
