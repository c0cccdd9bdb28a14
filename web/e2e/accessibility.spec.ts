import type { Page } from '@playwright/test';
import { languages } from '../src/lib/i18n/languages.build.ts';
import { expectAccessible, expectAccessibleInEveryLayout, layouts } from './accessibility.ts';
import { expect, test, uniquePrompt } from './creator.ts';
import { makeImages } from './make-images.ts';
import { pairWithLanguage } from './matrix.ts';
import { newcomer, signUpAndBuyStarterPack } from './newcomers.ts';

// A test's first page costs more than twice what each further one does: no process of the browser and no cache is ready.
const pages = {
  'the forms': [
    '/creator/video/text-to-video',
    '/creator/video/vace',
    '/creator/image-to-video/image-to-video',
    '/creator/image/text-to-image',
    '/creator/image/image-to-image',
    '/creator/image-understanding',
    '/creator/video-to-audio',
  ],
  'the histories': [
    '/creator/history',
    '/creator/history/video',
    '/creator/history/image',
    '/creator/history/image-understanding',
    '/creator/history/audio',
    '/creator/history/image?viewMode=list&model=flux-dev&tags=sea',
    '/creator/batches',
  ],
  'the public pages': [
    '/',
    '/pricing',
    '/pricing/return',
    '/status',
    '/verify',
    '/help',
    '/help/first-video',
    '/no-such-page',
  ],
  'the account': ['/account', '/credits', '/developers'],
};

/** Opens a page in the layout in which every test begins, whatever layout the page before it was left in. */
async function openAsFirst(page: Page, path: string): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
}

test('every two of width, theme and language meet in a layout', () => {
  const whole = languages.flatMap(({ tag: language }) =>
    pairWithLanguage(layouts, `in ${language}`).map((layout) => ({ ...layout, language })),
  );
  const pairUp = (items: object[]) =>
    items.flatMap((item) => {
      const values = Object.values(item);
      return values.flatMap((first, index) => values.slice(index + 1).map((second) => `${first} ${second}`));
    });
  const everyLayout = languages.flatMap(({ tag: language }) =>
    layouts.map((each) => ({ ...each, language })),
  );
  expect(new Set(pairUp(whole))).toEqual(new Set(pairUp(everyLayout)));
  expect(whole).toHaveLength(layouts.length);
});

for (const { tag: locale } of languages) {
  test.describe(`the pages in ${locale}`, () => {
    test.use({ locale });

    for (const [group, paths] of Object.entries(pages)) {
      test(`have no accessibility violation and no horizontal overflow: ${group}`, {
        tag: group === 'the forms' ? [] : '@each-page',
      }, async ({ page, problems }) => {
        // A page for what does not exist says so in its status, too.
        problems.allow(/404 GET \/no-such-page/);
        for (const path of paths) {
          await openAsFirst(page, path);
          expect(await page.getAttribute('html', 'lang'), path).toBe(locale);
          await expectAccessibleInEveryLayout(page, path);
        }
      });
    }
  });
}

test('a running and a finished video and its dialogs have no accessibility violation', async ({
  page,
  creator,
}) => {
  await creator.open();
  const waiting = await creator.generate(uniquePrompt('A snowed-in mountain hut', 'stuck'));
  await expect(waiting).toContainText('In queue');
  await expectAccessible(page, 'a running generation');
  await waiting.getByRole('button', { name: /^Cancel/ }).click();
  await expect(waiting).toContainText('Cancelled');

  const prompt = uniquePrompt('A ladder in an orchard');
  const card = await creator.generate(prompt);
  await expect(card.locator('video')).toBeVisible();
  await expectAccessible(page, 'a cancelled and a finished generation');

  await page.goto('/creator/history/video');
  const row = page.getByRole('article').filter({ hasText: prompt });
  await row.getByRole('link', { name: prompt, exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Video details' })).toBeVisible();
  await expectAccessible(page, 'the details');
  await page.keyboard.press('Escape');
  await expect(row.getByRole('link', { name: prompt, exact: true })).toBeFocused();
  await row.getByRole('button', { name: /^Delete/ }).click();
  await expectAccessible(page, 'the delete confirmation');
});

test('the image history, its filters, its selection and its dialogs have no accessibility violation', {
  tag: '@each-rule',
}, async ({ page }) => {
  const prompt = uniquePrompt('A ferry in the fog');
  await makeImages(page, [prompt]);
  await page.goto('/creator/history/image');
  const tile = page.getByRole('link', { name: prompt, exact: true });
  await expect(tile).toBeVisible();
  await page.getByRole('button', { name: /^Model/ }).click();
  await expect(page.getByRole('checkbox', { name: /^FLUX schnell/ })).toBeVisible();
  await expectAccessible(page, 'the filters');
  await page.keyboard.press('Escape');
  await page.getByRole('checkbox', { name: `Select: ${prompt}` }).check();
  await expect(page.getByRole('region', { name: 'Selected works' })).toBeVisible();
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page, `a selection, ${width} pixels wide`);
  }
  await tile.click();
  await page.getByRole('dialog').locator('summary', { hasText: 'Tags and project' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Tags' })).toBeVisible();
  await expectAccessible(page, 'an image');
  await page.getByRole('dialog').getByRole('button', { name: 'Tags' }).click();
  await expect(page.getByRole('dialog', { name: 'Tags' })).toBeVisible();
  await expectAccessible(page, 'the tags');
});

test('a receipt and the admin pages have no accessibility violation', { tag: '@each-rule' }, async ({
  page,
  signIn,
}) => {
  await page.context().clearCookies();
  const email = newcomer();
  await signUpAndBuyStarterPack(page, email);
  await page.getByRole('table').getByRole('link', { name: 'Starter pack' }).click();
  await expect(page.getByRole('dialog', { name: 'Purchase' })).toContainText('Paid');
  await expectAccessible(page, 'a purchase');

  await page.context().clearCookies();
  await signIn('ops@atelier.test', `/admin?search=${email}`);
  await expect(page.getByRole('link', { name: email })).toBeVisible();
  await expectAccessible(page, 'a search for users');
  await page.getByRole('link', { name: email }).click();
  await expect(page.getByRole('table')).toContainText('Starter pack');
  await expectAccessible(page, 'a user');
  await page.getByRole('button', { name: 'Adjust credits' }).click();
  await page.getByRole('button', { name: 'Apply' }).click();
  await expectAccessible(page, 'the form that moves credits');
});

test('a partial result of images and its dialog have no accessibility violation', {
  tag: '@each-page',
}, async ({ page, creator }) => {
  await page.goto('/creator/image/text-to-image');
  await page.getByRole('combobox', { name: 'Number of images' }).selectOption('3');
  const prompt = uniquePrompt('A row of beach huts', 'nsfw');
  const card = await creator.generate(prompt);
  const first = card.getByRole('button', { name: 'Open image 2 of 3' });
  await expect(first).toBeVisible();
  await expectAccessible(page, 'an image, another and a hidden one');
  await first.click();
  await expect(page.getByRole('dialog', { name: prompt }).getByRole('img', { name: prompt })).toBeVisible();
  await expectAccessible(page, 'the dialog');
  await page.setViewportSize({ width: 360, height: 780 });
  await expectAccessible(page, 'the dialog on a phone');
});
