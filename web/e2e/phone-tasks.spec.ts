import type { CDPSession, Locator, Page } from '@playwright/test';
import { type Creator, expect, test, uniquePrompt } from './creator.ts';
import { makeImages, newWord, promptsWith } from './make-images.ts';
import { drag, findCentre, holdDown, tapTwice } from './touch.ts';

/** Does what a user does with one finger, and counts it. Typing is not counted. */
class Finger {
  readonly page: Page;
  readonly #session: CDPSession;
  touches = 0;

  constructor(page: Page, session: CDPSession) {
    this.page = page;
    this.#session = session;
  }

  async tap(control: Locator): Promise<void> {
    this.touches += 1;
    await expect(control).toBeVisible();
    await control.tap();
  }

  async doubleTap(work: Locator): Promise<void> {
    this.touches += 1;
    await tapTwice(this.#session, await findCentre(work));
  }

  /** Moves from the middle of a work by so many pixels. */
  async swipe(work: Locator, by: { x?: number; y?: number }): Promise<void> {
    this.touches += 1;
    const centre = await findCentre(work);
    await drag(this.#session, centre, { x: centre.x + (by.x ?? 0), y: centre.y + (by.y ?? 0) });
  }

  /** Stays on an element until something has come of it. */
  async hold(element: Locator, until: () => Promise<void>): Promise<void> {
    this.touches += 1;
    const lift = await holdDown(this.#session, await findCentre(element));
    await until();
    await lift();
  }
}

type Task = {
  name: string;
  /**
   * Touches at 360 × 740 before the phone had a bar, pages of works and gestures (commit 93ffc030), a scroll counted as one.
   * A pull was a small cross; what can be done with a work were ten icons without names, and a swipe left videos alone.
   */
  before: number;
  atMost: number;
  /** Brings what the task begins with, which is not counted. */
  open: () => Promise<unknown>;
  run: (finger: Finger) => Promise<void>;
  /** Finds what has to be there after it. */
  check: () => Promise<unknown>;
};

type Place = { page: Page; creator: Creator; known: string; prompts: readonly string[] };

function listTasks({ page, creator, known, prompts }: Place): Task[] {
  const [oldest = '', middle = '', newest = ''] = prompts;
  const bar = page.getByRole('navigation', { name: 'Main menu' });
  const viewer = page.getByRole('dialog').first();
  const stage = viewer.getByRole('img').first();
  const actions = viewer.getByRole('group', { name: 'Actions' });
  const selected = page.getByRole('region', { name: 'Selected works' });
  const tile = (name: string) => page.getByRole('main').getByRole('article', { name, exact: true });
  const openLibrary = async () => {
    await page.goto(`/creator/history?search=${known}`);
    await expect(tile(newest)).toHaveAttribute('data-generation', /./);
  };
  const openWork = async (name: string) => {
    await openLibrary();
    await tile(name).tap();
    await expect(stage).toBeVisible();
  };
  return [
    {
      name: 'a video from the library, by its prompt',
      before: 3,
      atMost: 2,
      open: openLibrary,
      run: async (finger) => {
        await finger.tap(bar.getByRole('link', { name: 'Create' }));
        await creator.prompt.fill(uniquePrompt('A heron'));
        await finger.tap(page.locator('button[type=submit]'));
      },
      check: () => expect.poll(() => creator.creditsHeld()).toBeGreaterThan(0),
    },
    {
      name: 'what runs',
      before: 1,
      atMost: 1,
      open: () => page.goto('/creator/video/text-to-video'),
      run: (finger) => finger.tap(bar.getByRole('link', { name: /^Running/ })),
      check: () => expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible(),
    },
    {
      name: 'another form',
      before: 3,
      atMost: 2,
      open: () => page.goto('/creator/video/text-to-video'),
      run: async (finger) => {
        await finger.tap(page.getByRole('banner').getByRole('link', { name: 'Text to video' }));
        await finger.tap(page.getByRole('dialog').getByRole('link', { name: 'Music', exact: true }));
      },
      check: () => expect(page).toHaveURL(/\/creator\/audio\/music$/),
    },
    {
      name: 'a work of the library as a favorite',
      before: 2,
      atMost: 2,
      open: openLibrary,
      run: async (finger) => {
        await finger.tap(tile(newest));
        await expect(stage).toBeVisible();
        await finger.doubleTap(stage);
      },
      check: () => expect(actions.getByRole('button', { name: /^Unfavorite/ })).toBeVisible(),
    },
    {
      name: 'the works one after another',
      before: 2,
      atMost: 2,
      open: () => openWork(newest),
      run: async (finger) => {
        await finger.swipe(stage, { x: -200 });
        await expect(viewer.getByRole('heading', { name: middle, exact: true })).toBeVisible();
        await finger.swipe(stage, { x: -200 });
      },
      check: () => expect(viewer.getByRole('heading', { name: oldest, exact: true })).toBeVisible(),
    },
    {
      name: 'back to the library by a pull',
      before: 1,
      atMost: 1,
      open: () => openWork(middle),
      run: (finger) => finger.swipe(stage, { y: 240 }),
      check: () => expect(viewer).toHaveCount(0),
    },
    {
      name: 'everything that can be done with a work',
      before: 0,
      atMost: 1,
      open: () => openWork(middle),
      run: (finger) =>
        finger.hold(stage, () => expect(page.getByRole('dialog', { name: 'Actions' })).toBeVisible()),
      check: () =>
        expect(
          page.getByRole('dialog', { name: 'Actions' }).getByRole('button', { name: 'Delete' }),
        ).toBeVisible(),
    },
    {
      name: 'a still made a film',
      before: 3,
      atMost: 3,
      open: () => openWork(middle),
      run: async (finger) => {
        await finger.tap(actions.getByRole('button', { name: 'Next step' }));
        await finger.tap(
          page.getByRole('dialog', { name: 'Next steps' }).getByRole('link', { name: /^Animate/ }),
        );
        await finger.tap(page.locator('button[type=submit]'));
      },
      check: () => expect.poll(() => creator.creditsHeld()).toBeGreaterThan(0),
    },
    {
      name: 'two works for the trash, and back',
      before: 5,
      atMost: 6,
      open: openLibrary,
      run: async (finger) => {
        await finger.hold(tile(oldest), () => expect(selected).toContainText('1 selected'));
        await finger.tap(tile(middle));
        await finger.tap(selected.getByRole('button', { name: 'More' }));
        await finger.tap(page.getByRole('menuitem', { name: /^Delete/ }));
        await finger.tap(page.getByRole('dialog').getByRole('button', { name: /^(Delete|Move to trash)/ }));
        await expect(tile(oldest)).toHaveCount(0);
        await finger.tap(page.getByRole('button', { name: 'Undo', exact: true }));
      },
      check: () => Promise.all([expect(tile(oldest)).toBeVisible(), expect(tile(middle)).toBeVisible()]),
    },
    {
      name: 'the prices',
      before: 2,
      atMost: 2,
      open: openLibrary,
      run: async (finger) => {
        await finger.tap(bar.getByRole('link', { name: 'You' }));
        await finger.tap(page.getByRole('main').getByRole('link', { name: 'Pricing' }));
      },
      check: () => expect(page).toHaveURL(/\/pricing$/),
    },
  ];
}

for (const { width, height, tag } of [
  { width: 360, height: 740, tag: [] },
  { width: 390, height: 844, tag: ['@each-device'] },
]) {
  test.describe(`in a window of ${width} × ${height}`, () => {
    test.use({ viewport: { width, height }, hasTouch: true, isMobile: true });

    test('ten usual tasks are done with one finger in as many touches as the table says', { tag }, async ({
      page,
      creator,
    }) => {
      test.setTimeout(600_000);
      const known = newWord();
      const prompts = promptsWith(known, 3);
      await makeImages(page, prompts, { image_size: 'landscape_16_9' });
      const session = await page.context().newCDPSession(page);
      const rows: string[] = [];
      for (const task of listTasks({ page, creator, known, prompts })) {
        await test.step(task.name, async () => {
          await task.open();
          const finger = new Finger(page, session);
          await task.run(finger);
          await task.check();
          rows.push(`| ${task.name} | ${task.before} | ${finger.touches} |`);
          expect.soft(finger.touches, task.name).toBeLessThanOrEqual(task.atMost);
        });
      }
      expect(rows).toHaveLength(10);
      const table = ['| Task | Before | Touches |', '| --- | --- | --- |', ...rows].join('\n');
      await test.info().attach('phone-tasks.md', { body: table, contentType: 'text/markdown' });
    });
  });
}

test.describe('the viewer on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('has the next work in its place as soon as it is there, also with less motion', {
    tag: '@each-rule',
  }, async ({ page }) => {
    const known = newWord();
    const [older = '', newer = ''] = promptsWith(known, 2);
    await makeImages(page, [older, newer], { image_size: 'landscape_16_9' });
    await page.goto(`/creator/history?search=${known}`);
    await page.getByRole('article', { name: newer, exact: true }).tap();
    const viewer = page.getByRole('dialog').first();
    const stage = viewer.getByRole('img').first();
    await expect(stage).toBeVisible();
    const places = await viewer.evaluateHandle((dialog, title) => {
      const found: number[] = [];
      new MutationObserver(() => {
        const image = dialog.querySelector('[data-viewer-stage] img');
        if (image && dialog.querySelector('h2')?.textContent === title)
          found.push(Math.round(image.getBoundingClientRect().x));
      }).observe(dialog, { subtree: true, childList: true, characterData: true });
      return found;
    }, older);
    const session = await page.context().newCDPSession(page);
    await new Finger(page, session).swipe(stage, { x: -200 });
    await expect(viewer.getByRole('heading', { name: older, exact: true })).toBeVisible();
    expect((await places.jsonValue())[0]).toBe(0);
  });
});
