import { listKinds, type Medium, priceRange } from '@atelier/catalog';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { Creator } from './creator.ts';
import { expect, test } from './fixtures.ts';

/** List items of what the smallest pack is enough for. */
const contents = (page: Page): Locator =>
  page.getByRole('region', { name: 'Packs' }).getByRole('listitem').first().getByRole('listitem');
const openMedia = (page: Page): Locator =>
  page.getByRole('region', { name: 'All prices' }).locator('details[open] > summary');

const findLowest = (medium: Medium) =>
  Math.min(...listKinds(medium).map((kind) => priceRange(kind).lowest.costCredits));

test('a pack is described by the results of the form that the user came from', async ({ page }) => {
  await page.goto('/creator/image-to-video/image-to-video');
  const addresses: string[] = [];
  page.on('framenavigated', (frame) => addresses.push(new URL(frame.url()).search));
  await page.getByRole('link', { name: 'Pricing', exact: true }).click();
  await expect(contents(page).first()).toHaveText('About 5 clips of Image to video · 480p');
  await expect(contents(page)).toHaveCount(4);
  await expect(page.getByRole('combobox', { name: 'Type', exact: true })).toHaveValue('image-to-video');
  await expect(openMedia(page)).toHaveText([/^Video/]);
  expect(addresses, 'the address is the one of the link from the start').toEqual(['?kind=image-to-video']);
  await page.reload();
  await expect(contents(page).first()).toHaveText('About 5 clips of Image to video · 480p');

  await page.goto('/creator/video-to-audio');
  await page.getByRole('link', { name: 'Pricing', exact: true }).click();
  await expect(contents(page).first()).toHaveText('About 20 sounds of Video to audio');
  await expect(openMedia(page)).toHaveText([/^Sound/]);
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

test('a pack is described by the most common kind of each medium to users who come from elsewhere', {
  tag: '@each-page',
}, async ({ page }) => {
  await page.goto('/pricing');
  await expect(page).toHaveURL(/\/pricing$/);
  await expect(contents(page)).toHaveText([
    'About 3 clips of Text to video · 480p',
    /^About \d+ images of /,
    'About 10 answers of Ask about an image',
    'About 20 sounds of Video to audio',
  ]);
  await expect(openMedia(page)).toHaveText([new RegExp(`^Video.*from ${findLowest('video')} credits$`)]);
  await page
    .locator('summary', { hasText: /^Sound/ })
    .filter({ hasText: `from ${findLowest('audio')} credits` })
    .click();
  await expect(page.getByRole('table', { name: 'Credits: Video to audio' })).toBeVisible();
  await expectAccessible(page);
});

test('the page ignores a kind that does not exist', { tag: '@each-rule' }, async ({ page }) => {
  await page.goto('/pricing?kind=time-travel');
  await expect(contents(page).first()).toHaveText('About 3 clips of Text to video · 480p');
});
