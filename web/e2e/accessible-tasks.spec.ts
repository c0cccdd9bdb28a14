import type { Locator, Page } from '@playwright/test';
import { watchAnnouncements } from './announcements.ts';
import { expect, test } from './creator.ts';
import { Keyboard } from './focus.ts';
import { makeImages } from './make-images.ts';
import { buyPack, newcomer, signInByRequests } from './newcomers.ts';
import { pngFile } from './upload-fixtures.ts';

// Accounts of their own: what the accessibility tree says does not depend on other tests.
test.use({ storageState: { cookies: [], origins: [] }, viewport: { width: 1280, height: 800 } });

type Task = {
  name: string;
  /** Brings what the task begins with. */
  open?: () => Promise<unknown>;
  /** Does the task, from a loaded page to a checked outcome. */
  run: (keyboard: Keyboard) => Promise<unknown>;
};

/** Does the tasks one after another, and fails for whatever had the focus and was not seen to have it. */
async function doTasks(page: Page, tasks: readonly Task[]): Promise<void> {
  for (const { name, open, run } of tasks) {
    await test.step(name, async () => {
      await open?.();
      const keyboard = new Keyboard(page);
      await run(keyboard);
      expect.soft([...keyboard.faults], name).toEqual([]);
      test.info().annotations.push({ type: 'keys', description: `${name}: ${keyboard.keys.join(' ')}` });
    });
  }
}

/** Compares what the accessibility tree says with the saved text. */
const expectTree = (locator: Locator, name: string) =>
  expect(locator).toMatchAriaSnapshot({ name: `${name}.aria.yml`, timeout: 20_000 });

async function openAccount(page: Page): Promise<void> {
  await signInByRequests(page, newcomer());
  await buyPack(page, 'studio');
}

const findStage = (page: Page) => page.getByRole('region', { name: 'Preview', exact: true });
const toasts = (page: Page) => page.locator('[data-sonner-toast]');
const bird = 'A heron over a lake';

test('five tasks of a form are done with keys alone, each seen and said once', async ({ page, creator }) => {
  const email = newcomer();
  const submit = page.locator('form button[type=submit]');
  const advanced = page.locator('form summary', { hasText: 'Advanced' });
  await doTasks(page, [
    {
      name: 'sign in from the start page',
      open: () => page.goto('/'),
      run: async (keyboard) => {
        const signIn = page.getByRole('banner').getByRole('button', { name: 'Sign in' });
        await expectTree(page.getByRole('banner'), 'start-page');
        await keyboard.choose(signIn);
        await expectTree(page.getByRole('dialog'), 'sign-in');
        await keyboard.choose(page.getByRole('dialog').getByRole('button', { name: 'Continue to sign-in' }));
        await page.waitForURL(/\/interaction\//);
        await page.getByRole('textbox').fill(email);
        await page.keyboard.press('Enter');
        await expect(page.getByRole('banner').getByRole('link', { name: /credits left/ })).toBeVisible();
        await buyPack(page, 'studio');
      },
    },
    {
      name: 'generate a video',
      open: () => creator.open(),
      run: async (keyboard) => {
        const readAnnouncements = await watchAnnouncements(page);
        await keyboard.skip();
        await keyboard.reach(creator.prompt);
        await keyboard.press('ControlOrMeta+a');
        await keyboard.type(bird);
        await keyboard.choose(submit);
        const card = creator.card(bird);
        await expect(card.locator('video')).toBeVisible();
        await expect(submit).toBeFocused();
        const said = await readAnnouncements();
        expect(said.filter((text) => text === 'Done')).toHaveLength(1);
        expect(said).toEqual([...new Set(said)]);
        await expectTree(card, 'video');
      },
    },
    {
      name: 'choose another model',
      run: async (keyboard) => {
        await keyboard.choose(creator.modelButton);
        await expect(creator.modelSearch).toBeFocused();
        await keyboard.type('kling');
        await expectTree(page.getByRole('dialog'), 'models');
        await keyboard.press('Enter');
        await expect(page).toHaveURL(/kling/);
        await expect(creator.modelButton).toBeFocused();
      },
    },
    {
      name: 'change advanced settings',
      open: () => creator.open(),
      run: async (keyboard) => {
        await keyboard.skip();
        await keyboard.choose(advanced);
        await keyboard.reach(page.getByRole('spinbutton').first());
        await keyboard.press('ArrowUp');
        await expectTree(page.locator('form details').filter({ hasText: 'Advanced' }), 'advanced');
        await keyboard.reach(advanced, 'Shift+Tab');
        await keyboard.press('Enter');
        await expect(advanced.getByRole('img')).toBeVisible();
      },
    },
    {
      name: 'upload a first frame',
      run: async (keyboard) => {
        const frame = page.getByLabel('First frame', { exact: true }).first();
        // Choosers are taken over only some time after this; one that opens before is cancelled by the browser.
        const chooser = page.waitForEvent('filechooser');
        await keyboard.reach(frame, 'Shift+Tab');
        await keyboard.press('Enter');
        await (await chooser).setFiles(pngFile('frame.png', [200, 40, 40], 640));
        await expect(page).toHaveURL(/image-to-video/);
        const field = page.getByRole('group', { name: 'Image' });
        await expect(field.getByRole('button', { name: 'Remove: Image' })).toBeVisible();
        await expectTree(field, 'upload');
      },
    },
  ]);
});

test('four tasks around what runs are done with keys alone', { tag: '@each-rule' }, async ({
  page,
  creator,
}) => {
  await openAccount(page);
  const sheet = page.getByRole('dialog');
  const still = async () => {
    await page.goto('/creator/image/text-to-image');
    await expect(creator.prompt).toBeVisible();
  };
  let batch = '';
  await doTasks(page, [
    {
      name: 'start two takes of each line of the batch sheet',
      open: still,
      run: async (keyboard) => {
        await keyboard.skip();
        await keyboard.choose(creator.takesButton);
        await keyboard.choose(page.getByRole('menuitem', { name: /^Prompts…/ }));
        await expect(sheet).toBeVisible();
        await keyboard.reach(sheet.getByRole('textbox', { name: 'Prompts, one per line' }));
        await keyboard.type('A quay');
        await keyboard.press('Enter');
        await keyboard.type('A ferry');
        await keyboard.reach(sheet.getByRole('spinbutton', { name: 'Takes of each' }));
        await keyboard.press('ArrowUp');
        const start = sheet.getByRole('button', { name: /^Generate 4 for/ });
        await expectTree(sheet.getByRole('region', { name: 'Items' }), 'batch-sheet');
        await keyboard.choose(start);
        await expect(page).toHaveURL(/\/creator\/batches\/.+/);
        batch = page.url();
        await expect(page.getByText('4 done')).toBeVisible();
      },
    },
    {
      name: 'choose blind',
      run: async (keyboard) => {
        await keyboard.choose(page.getByRole('button', { name: 'Choose blind', exact: true }));
        await expect(page.getByText('Set 1 of 2')).toBeVisible();
        await expectTree(page.getByRole('dialog'), 'blind-choice');
        await keyboard.press('1');
        await expect(page.getByText('Set 2 of 2')).toBeVisible();
        await keyboard.press('2');
        await expect(page.getByText('You picked a result in 2 of 2 sets.')).toBeVisible();
        await keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toHaveCount(0);
        expect(page.url()).toBe(batch);
        expect(await page.evaluate(() => document.activeElement?.localName)).not.toBe('body');
      },
    },
    {
      name: 'cancel what runs',
      open: () => creator.open(),
      run: async (keyboard) => {
        await keyboard.skip();
        await keyboard.reach(creator.prompt);
        await keyboard.press('ControlOrMeta+a');
        await keyboard.type('A lock on a canal [stuck]');
        await keyboard.choose(page.locator('form button[type=submit]'));
        const cancel = findStage(page).getByRole('button', { name: /^Cancel/ });
        await expect(cancel).toBeVisible();
        await keyboard.reach(cancel);
        await expectTree(findStage(page).getByRole('article').first(), 'running');
        const readAnnouncements = await watchAnnouncements(page);
        await keyboard.press('Enter');
        await expect.poll(() => creator.creditsHeld()).toBe(0);
        await expect(findStage(page).getByRole('button', { name: 'Cancelled' })).toBeVisible();
        expect((await readAnnouncements()).filter((text) => text.includes('Cancelled'))).toHaveLength(1);
        expect(await page.evaluate(() => document.activeElement?.localName)).not.toBe('body');
      },
    },
    {
      name: 'read why it failed, and try again',
      open: () => creator.open(),
      run: async (keyboard) => {
        const readAnnouncements = await watchAnnouncements(page);
        await keyboard.skip();
        await keyboard.reach(creator.prompt);
        await keyboard.press('ControlOrMeta+a');
        await keyboard.type('A storm [fail]');
        await keyboard.choose(page.locator('form button[type=submit]'));
        const failed = creator.card('A storm [fail]');
        const row = failed.getByRole('button', { name: 'Generation Failed' });
        await expect(toasts(page)).toHaveCount(1);
        await keyboard.choose(row);
        await expectTree(failed, 'failure');
        expect((await readAnnouncements()).filter((text) => /fail/i.test(text))).toHaveLength(1);
        await keyboard.choose(failed.getByRole('link', { name: 'Edit and try again' }));
        await expect(creator.prompt).toHaveValue('A storm [fail]');
        await keyboard.reach(creator.prompt, 'Shift+Tab');
        await keyboard.press('ControlOrMeta+a');
        await keyboard.type('A storm at sea');
        await keyboard.press('ControlOrMeta+Enter');
        await expect(creator.card('A storm at sea').locator('video')).toBeVisible();
      },
    },
  ]);
});

test('eight tasks of the library and the viewer are done with keys alone', { tag: '@each-rule' }, async ({
  page,
}) => {
  await openAccount(page);
  const names = [1, 2, 3, 4].map((number) => `Harbour ${number}`);
  await makeImages(page, names);
  const [, second = '', third = '', newest = ''] = names;
  const tile = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true });
  const viewer = page.getByRole('dialog').first();
  const bar = page.getByRole('region', { name: 'Selected works' });
  const openLibrary = async () => {
    await page.goto('/creator/history');
    await expect(tile(newest)).toBeVisible();
  };
  const openWork = (name: string) => async (keyboard: Keyboard) => {
    await keyboard.skip();
    await keyboard.choose(tile(name));
    await expect(viewer.getByRole('heading', { name, exact: true })).toBeVisible();
  };
  await doTasks(page, [
    {
      name: 'find a work by a word',
      open: openLibrary,
      run: async (keyboard) => {
        await keyboard.press('/');
        await expect(page.getByRole('searchbox')).toBeFocused();
        await keyboard.type(second);
        await expect(page.getByText('1 work found')).toBeVisible();
        await keyboard.choose(tile(second));
        await expect(viewer.getByRole('heading', { name: second, exact: true })).toBeVisible();
        await keyboard.press('Escape');
        await expect(tile(second)).toBeFocused();
      },
    },
    {
      name: 'filter by a chip',
      open: openLibrary,
      run: async (keyboard) => {
        const chip = page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: /^Model/ });
        await keyboard.skip();
        await keyboard.choose(chip);
        await keyboard.choose(page.getByRole('checkbox', { name: /^FLUX schnell/ }), 'Space');
        await expect(page).toHaveURL(/model=flux-schnell/);
        await keyboard.press('Escape');
        await expect(chip).toBeFocused();
        await expectTree(page.getByRole('group', { name: 'Filters' }), 'filters');
        await expectTree(page.getByRole('main').getByRole('article').first(), 'tile');
      },
    },
    {
      name: 'mark three works as favorites',
      open: openLibrary,
      run: async (keyboard) => {
        const readAnnouncements = await watchAnnouncements(page);
        await keyboard.skip();
        await keyboard.reach(tile(newest));
        await keyboard.press('Space', 'ArrowRight', 'Space', 'ArrowRight', 'Space');
        await expect(bar).toContainText('3 selected');
        await expectTree(bar, 'selection');
        await keyboard.press('f');
        await expect(bar.getByRole('button', { name: 'Unfavorite' })).toBeVisible();
        const said = await readAnnouncements();
        expect(said.filter((text) => text.endsWith('selected'))).toEqual(
          [1, 2, 3].map((n) => `${n} selected`),
        );
        await keyboard.press('Escape');
        await expect(bar).toHaveCount(0);
      },
    },
    {
      name: 'delete a work and bring it back',
      open: openLibrary,
      run: async (keyboard) => {
        await keyboard.skip();
        await keyboard.reach(tile(newest));
        await keyboard.press('Delete');
        const question = page.getByRole('dialog', { name: /^Delete this work/ });
        await expectTree(question, 'delete');
        await keyboard.choose(question.getByRole('button', { name: 'Delete', exact: true }));
        await expect(tile(newest)).toHaveCount(0);
        await expect(tile(third)).toBeFocused();
        await keyboard.press('Alt+t');
        await keyboard.choose(toasts(page).getByRole('button', { name: 'Undo' }));
        await expect(tile(newest)).toBeVisible();
      },
    },
    {
      name: 'go on in the viewer, and close it',
      open: openLibrary,
      run: async (keyboard) => {
        await openWork(newest)(keyboard);
        await keyboard.press('ArrowRight');
        await expect(viewer.getByRole('heading', { name: third, exact: true })).toBeVisible();
        await expectTree(viewer, 'viewer');
        await keyboard.press('f');
        await expect(viewer.getByRole('button', { name: /^Favorite/ })).toBeVisible();
        await keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toHaveCount(0);
        await expect(
          page
            .getByRole('main')
            .getByRole('link', { name: /^Harbour/ })
            .and(page.locator(':focus')),
        ).toHaveCount(1);
      },
    },
    {
      name: 'write a text alternative',
      open: openLibrary,
      run: async (keyboard) => {
        await openWork(second)(keyboard);
        const details = viewer.getByRole('region', { name: 'Details' });
        await keyboard.choose(details.locator('summary', { hasText: 'Text alternative' }));
        await keyboard.choose(details.getByRole('button', { name: 'Edit text alternative' }));
        await expect(details.getByRole('textbox', { name: 'Text alternative' })).toBeFocused();
        await keyboard.press('ControlOrMeta+a');
        await keyboard.type('Two boats at a pier');
        await keyboard.choose(details.getByRole('button', { name: 'Save' }));
        await expect(details.getByRole('button', { name: 'Edit text alternative' })).toBeFocused();
        await expect(viewer.getByRole('img', { name: 'Two boats at a pier', exact: true })).toBeVisible();
        await expectTree(details.locator('details', { hasText: 'Two boats' }), 'text-alternative');
      },
    },
    {
      name: 'share a work and copy the link',
      open: openLibrary,
      run: async (keyboard) => {
        await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
        await openWork(third)(keyboard);
        const share = viewer.getByRole('button', { name: 'Share', exact: true });
        await keyboard.choose(share);
        const dialog = page.getByRole('dialog', { name: 'Share this work' });
        await keyboard.choose(dialog.getByRole('button', { name: 'Create link', exact: true }));
        await expect(dialog.locator('code')).toBeVisible();
        await expectTree(dialog, 'share');
        await keyboard.choose(dialog.getByRole('button', { name: /^Copy/ }));
        expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('://');
        await keyboard.press('Escape');
        await expect(share).toBeFocused();
      },
    },
    {
      name: 'compare two works',
      open: openLibrary,
      run: async (keyboard) => {
        await keyboard.skip();
        await keyboard.reach(tile(newest));
        await keyboard.press('Space', 'ArrowRight', 'Space');
        await expect(bar.getByRole('button', { name: 'Compare' })).toBeEnabled();
        await keyboard.press('c');
        const comparison = viewer.getByRole('region', { name: 'Comparison' });
        await expect(comparison).toBeVisible();
        await expectTree(comparison, 'comparison');
        await keyboard.choose(viewer.getByRole('button', { name: 'Wipe', exact: true }));
        const line = viewer.getByRole('slider', { name: 'Line between the images' });
        await keyboard.reach(line);
        await keyboard.press('ArrowRight');
        await expect(line).toHaveValue('51');
      },
    },
  ]);
});

test('three tasks of the whole site are done with keys alone', { tag: '@each-rule' }, async ({ page }) => {
  await signInByRequests(page, newcomer());
  await doTasks(page, [
    {
      name: 'buy a pack',
      open: () => page.goto('/pricing'),
      run: async (keyboard) => {
        await keyboard.skip();
        await keyboard.choose(page.getByRole('button', { name: 'Buy 1,000 credits for $5' }));
        await page.getByRole('button', { name: 'Complete the payment' }).press('Enter');
        const outcome = page.getByRole('status').filter({ hasText: 'Thank you for your purchase' });
        await expectTree(outcome, 'purchase');
        await keyboard.skip();
        await keyboard.reach(outcome.getByRole('link', { name: 'Start creating' }));
      },
    },
    {
      name: 'find a page in the palette',
      open: () => page.goto('/help'),
      run: async (keyboard) => {
        await keyboard.press('ControlOrMeta+k');
        const palette = page.getByRole('dialog', { name: 'Search' });
        await expect(palette.getByRole('combobox')).toBeFocused();
        await keyboard.type('pricing');
        await expect(palette.getByRole('option', { name: 'Pricing', exact: true })).toHaveAttribute(
          'aria-selected',
          'true',
        );
        await expectTree(palette.getByRole('listbox'), 'palette');
        await keyboard.press('Enter');
        await expect(page).toHaveURL(/\/pricing$/);
        await expect(page.locator('#content')).toBeFocused();
      },
    },
    {
      name: 'another language and theme',
      open: () => page.goto('/help'),
      run: async (keyboard) => {
        const button = page.getByRole('banner').getByRole('button', { name: 'Language and theme' });
        await keyboard.choose(button);
        await expectTree(page.getByRole('menu'), 'display-menu');
        await keyboard.choose(page.getByRole('menuitemradio', { name: 'Light' }));
        await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
        await expect(button).toBeFocused();
        await keyboard.press('Enter');
        await keyboard.choose(page.getByRole('menuitemradio', { name: '简体中文' }));
        await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
        await expect(page.locator(':focus')).toHaveAttribute('aria-haspopup', 'menu');
      },
    },
  ]);
});
