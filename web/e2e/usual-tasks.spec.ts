import type { Locator, Page } from '@playwright/test';
import { type Creator, expect, test, uniquePrompt } from './creator.ts';
import { makeImages, newWord, promptsWith } from './make-images.ts';

/** Most steps with Tab to any control of a page. */
const mostSteps = 250;

/** Does what a user does, with a pointer or with the keyboard alone, and counts it. */
class Hand {
  readonly page: Page;
  readonly hasPointer: boolean;
  presses = 0;
  keys = 0;

  constructor(page: Page, hasPointer: boolean) {
    this.page = page;
    this.hasPointer = hasPointer;
  }

  async press(control: Locator): Promise<void> {
    this.presses += 1;
    await expect(control).toBeVisible();
    if (this.hasPointer) return control.click();
    await this.#reach(control);
    await this.page.keyboard.press('Enter');
  }

  /** Types letters, or presses one key with its modifiers. */
  async type(...keys: string[]): Promise<void> {
    for (const key of keys) {
      this.keys += 1;
      await this.page.keyboard.press(key);
    }
  }

  /** Goes on from where the focus is, as a user without a pointer does; in a menu with the arrows. */
  async #reach(control: Locator): Promise<void> {
    const isItem = (await control.getAttribute('role'))?.startsWith('menuitem');
    for (let step = 0; step < mostSteps; step += 1) {
      const at = await control.evaluate((element: HTMLElement) => ({
        isThere: element === document.activeElement,
        // One tile of a grid has the focus, and the arrows lead to the others.
        isInGrid: element.tabIndex === -1 && document.activeElement?.closest('main article') !== null,
      }));
      if (at.isThere) return;
      await this.page.keyboard.press(isItem ? 'ArrowDown' : at.isInGrid ? 'ArrowRight' : 'Tab');
    }
    throw new Error(`The keyboard does not reach ${control}`);
  }
}

type Task = {
  name: string;
  /** Most presses and keys; the keys without the words of a prompt or a search. */
  atMost: { presses: number; keys: number };
  /** Brings what the task begins with, which is not counted. */
  open: () => Promise<void>;
  run: (hand: Hand) => Promise<void>;
  /** Finds what has to be there after it. */
  check: () => Promise<void>;
};

type Place = { page: Page; creator: Creator; words: { still: string; film: string; known: string } };

function listTasks({ page, creator, words }: Place): Task[] {
  const stage = page.getByRole('region', { name: 'Preview', exact: true });
  const act = (name: RegExp) => stage.getByRole('group', { name: 'Next steps' }).getByRole('link', { name });
  const viewer = page.getByRole('dialog').first();
  const submit = page.locator('form button[type=submit]');
  const openImages = async () => {
    await page.goto('/creator/image/text-to-image');
    await expect(creator.prompt).toBeVisible();
  };
  const openFilms = () => creator.open();
  const openLibrary = () => page.goto('/creator/history/image').then(() => undefined);
  const tile = page.getByRole('main').getByRole('link', { name: words.still, exact: true });
  const foundWork = page.getByRole('group', { name: 'Works', exact: true }).getByRole('option').first();
  const openPalette = async (hand: Hand) => {
    await hand.type('Control+k');
    await expect(page.locator('dialog[open] input').first()).toBeFocused();
  };
  const expectSent = async () => {
    await expect.poll(() => creator.creditsHeld()).toBeGreaterThan(0);
    await expect.poll(() => creator.creditsHeld()).toBe(0);
  };
  return [
    {
      name: 'another model, by its name',
      atMost: { presses: 1, keys: 4 },
      open: openFilms,
      run: async (hand) => {
        await hand.press(creator.modelButton);
        await expect(creator.modelSearch).toBeFocused();
        await hand.type('k', 'l', 'i', 'Enter');
      },
      check: () => expect(page).toHaveURL(/kling/),
    },
    {
      name: 'three models tried with one prompt, and one of them chosen',
      atMost: { presses: 3, keys: 7 },
      open: async () => {
        await openImages();
        await creator.prompt.fill(uniquePrompt('A kite'));
      },
      run: async (hand) => {
        await hand.press(creator.modelButton);
        await expect(creator.modelSearch).toBeFocused();
        await hand.type('ArrowDown', 'Space', 'ArrowDown', 'Space', 'ArrowDown', 'Space');
        const start = page.getByRole('button', { name: /^Try 3 models/ });
        await expect(start).toBeEnabled();
        await hand.press(start);
        await hand.press(page.getByRole('button', { name: /^Choose result 1/ }));
      },
      check: () =>
        expect(
          page.getByRole('main').getByRole('listitem').getByRole('button', { pressed: true }),
        ).toHaveCount(1),
    },
    {
      name: 'four results of one prompt',
      atMost: { presses: 3, keys: 0 },
      open: async () => {
        await openImages();
        await creator.prompt.fill(uniquePrompt('A kite'));
      },
      run: async (hand) => {
        await hand.press(creator.takesButton);
        await hand.press(page.getByRole('menuitemradio', { name: /^×4/ }));
        await hand.press(submit);
      },
      check: expectSent,
    },
    {
      name: 'a still made a film, from the library',
      atMost: { presses: 3, keys: 0 },
      open: openLibrary,
      run: async (hand) => {
        await hand.press(tile);
        await hand.press(viewer.getByRole('link', { name: /^Animate/ }));
        await hand.press(submit);
      },
      check: expectSent,
    },
    {
      name: 'the newest film continued from its last frame',
      atMost: { presses: 2, keys: 0 },
      open: openFilms,
      run: async (hand) => {
        await hand.press(stage.getByRole('button', { name: /^Continue/ }));
        await expect(page).toHaveURL(/image-to-video/);
        await hand.press(submit);
      },
      check: expectSent,
    },
    {
      name: 'a sound for the newest film',
      atMost: { presses: 2, keys: 0 },
      open: openFilms,
      run: async (hand) => {
        await hand.press(act(/^Add sound/));
        await expect(page).toHaveURL(/video-to-audio/);
        await hand.press(submit);
      },
      check: expectSent,
    },
    {
      name: 'the newest image upscaled',
      atMost: { presses: 2, keys: 0 },
      open: openImages,
      run: async (hand) => {
        await hand.press(act(/^Upscale/));
        await expect(page).toHaveURL(/image\/upscale/);
        await hand.press(submit);
      },
      check: expectSent,
    },
    {
      name: 'the same with another seed',
      atMost: { presses: 2, keys: 0 },
      open: openFilms,
      run: async (hand) => {
        await hand.press(act(/^Vary/));
        await expect(creator.prompt).not.toHaveValue('');
        await hand.press(submit);
      },
      check: expectSent,
    },
    {
      name: 'a work found by a word of it',
      atMost: { presses: 0, keys: 3 },
      open: openFilms,
      run: async (hand) => {
        await openPalette(hand);
        await page.keyboard.type(words.known);
        await expect(foundWork).toBeVisible();
        await hand.type('Enter');
      },
      check: () => expect(viewer).toContainText(words.known),
    },
    {
      name: 'the prompt of an earlier work used again',
      atMost: { presses: 0, keys: 3 },
      open: openFilms,
      run: async (hand) => {
        await openPalette(hand);
        await page.keyboard.type(words.known);
        await expect(foundWork).toBeVisible();
        await hand.type('Control+Enter');
      },
      check: () => expect(creator.prompt).toHaveValue(new RegExp(words.known)),
    },
    {
      name: 'the newest film downloaded',
      atMost: { presses: 1, keys: 0 },
      open: openFilms,
      run: async (hand) => {
        const file = page.waitForEvent('download');
        await hand.press(act(/^Download/));
        await file;
      },
      check: () => expect(stage).toBeVisible(),
    },
    {
      name: 'the newest film shared',
      atMost: { presses: 2, keys: 0 },
      open: openFilms,
      run: async (hand) => {
        await hand.press(stage.getByRole('button', { name: 'Share', exact: true }).first());
        await hand.press(page.getByRole('dialog').getByRole('button', { name: /^Create/ }));
      },
      check: () => expect(page.getByRole('dialog').locator('code')).toContainText('://'),
    },
    {
      name: 'the dark theme',
      atMost: { presses: 0, keys: 2 },
      open: openFilms,
      run: async (hand) => {
        await openPalette(hand);
        await page.keyboard.type('dark mode');
        await expect(page.getByRole('option').filter({ hasText: /dark/i }).first()).toBeVisible();
        await hand.type('Enter');
      },
      check: () => expect(page.locator('html')).toHaveAttribute('data-theme', 'dark'),
    },
    {
      name: 'what runs cancelled',
      atMost: { presses: 1, keys: 0 },
      open: async () => {
        await openFilms();
        await creator.generate(uniquePrompt('A pier', 'stuck'));
      },
      run: (hand) => hand.press(stage.getByRole('button', { name: /^Cancel/ }).first()),
      check: () => expect.poll(() => creator.creditsHeld()).toBe(0),
    },
    {
      name: 'a work deleted and brought back',
      atMost: { presses: 3, keys: 1 },
      open: openLibrary,
      run: async (hand) => {
        await hand.press(tile);
        await expect(viewer).toBeVisible();
        await hand.type('Delete');
        await hand.press(
          page
            .getByRole('dialog', { name: 'Delete this work?' })
            .getByRole('button', { name: /^(Delete|Move to trash)/ }),
        );
        await hand.press(page.getByRole('button', { name: 'Undo', exact: true }));
      },
      check: () => expect(tile).toBeVisible(),
    },
  ];
}

for (const { hasPointer, tasks, from, to, tag } of [
  { hasPointer: true, tasks: 'seven usual tasks', from: 0, to: 7, tag: [] },
  { hasPointer: true, tasks: 'eight more usual tasks', from: 7, to: 15, tag: '@each-rule' },
  { hasPointer: false, tasks: 'fifteen usual tasks', from: 0, to: 15, tag: '@each-device' },
]) {
  const means = hasPointer ? 'a pointer' : 'the keyboard alone';
  test(`${tasks} are done with ${means} in as many presses as the table says`, { tag }, async ({
    page,
    creator,
  }) => {
    test.setTimeout(600_000);
    const known = newWord();
    const [still = ''] = promptsWith(known, 1);
    const film = uniquePrompt('A heron over a lake');
    await makeImages(page, [still], { image_size: 'landscape_16_9' });
    await creator.open();
    const card = await creator.generate(film);
    await expect(card.locator('video')).toBeVisible();
    const rows: string[] = [];
    const all = listTasks({ page, creator, words: { still, film, known } });
    for (const task of all.slice(from, to)) {
      await test.step(task.name, async () => {
        await task.open();
        const hand = new Hand(page, hasPointer);
        const startedAt = performance.now();
        await task.run(hand);
        const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
        await task.check();
        rows.push(`| ${task.name} | ${hand.presses} | ${hand.keys} | ${seconds} |`);
        expect.soft(hand.presses, task.name).toBeLessThanOrEqual(task.atMost.presses);
        expect.soft(hand.keys, task.name).toBeLessThanOrEqual(task.atMost.keys);
      });
    }
    expect([all.length, rows.length]).toEqual([15, to - from]);
    const table = ['| Task | Presses | Keys | Seconds |', '| --- | --- | --- | --- |', ...rows].join('\n');
    await test.info().attach('usual-tasks.md', { body: table, contentType: 'text/markdown' });
  });
}
