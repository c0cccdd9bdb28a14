import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { Creator, expect, type Locale, test } from './creator.ts';
import { readShifts, watchShifts } from './find-shifts.ts';
import { type FixtureFile, pngFile } from './upload-fixtures.ts';

const red = pngFile('red.png', [200, 40, 40], 320);
const blue = pngFile('blue.png', [40, 40, 200], 320);
const green = pngFile('green.png', [40, 200, 40], 320);
const clip: FixtureFile = { name: 'clip.mp4', mimeType: 'video/mp4', buffer: Buffer.from('not a video') };
const notes: FixtureFile = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') };

const languages = [
  {
    locale: 'en-US',
    made: 'Made from your picture now.',
    frames: 'Made from your first and last frame now.',
    undo: 'Undo',
    image: 'Image',
    remove: 'Remove: Image',
    start: 'Start image',
    end: 'End image',
    removeEnd: 'Remove: End image',
  },
  {
    locale: 'zh-CN',
    made: '现在将根据您的图片生成。',
    frames: '现在将根据您的首帧和尾帧生成。',
    undo: '撤销',
    image: '图片',
    remove: '移除：图片',
    start: '首帧图片',
    end: '尾帧图片',
    removeEnd: '移除：尾帧图片',
  },
] satisfies ({ locale: Locale } & Record<string, string>)[];

/** `padBytes`: as many more at its end. */
type Brought = FixtureFile & { padBytes?: number };

/** Dispatches a paste or a drop beside every field, with files from outside of the page. */
async function bring(page: Page, files: readonly Brought[], way: 'paste' | 'drop' = 'paste'): Promise<void> {
  // The page takes no files until the code that follows them has loaded.
  await page.locator('[data-follows-files]').waitFor({ state: 'attached' });
  const given = files.map(({ name, mimeType, buffer, padBytes = 0 }) => ({
    name,
    type: mimeType,
    padBytes,
    base64: buffer.toString('base64'),
  }));
  await page.evaluate(
    ({ given, way }) => {
      const transfer = new DataTransfer();
      for (const { name, type, base64, padBytes } of given) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        transfer.items.add(new File([bytes, new Uint8Array(padBytes)], name, { type }));
      }
      const options = { bubbles: true, cancelable: true };
      document.body.dispatchEvent(
        way === 'paste'
          ? new ClipboardEvent('paste', { ...options, clipboardData: transfer })
          : new DragEvent('drop', { ...options, dataTransfer: transfer }),
      );
    },
    { given, way },
  );
}

const removeButton = (page: Page, label: string) => page.getByRole('button', { name: `Remove: ${label}` });
const undoButton = (page: Page) => page.getByRole('button', { name: 'Undo' });

for (const labels of languages) {
  test.describe(`in ${labels.locale}`, () => {
    test.use({ locale: labels.locale });

    test('a pasted picture becomes the first frame, a second one the last, and undo goes back', async ({
      page,
    }) => {
      const creator = new Creator(page, labels.locale);
      await creator.open();
      await creator.prompt.fill('A paper boat');
      await creator.resolution.selectOption('720p');

      await bring(page, [red]);
      await expect(page).toHaveURL(/\/image-to-video\/image-to-video$/);
      await expect(page.getByText(labels.made)).toBeVisible();
      await expect(page.getByRole('button', { name: labels.remove })).toBeVisible();
      await expect(creator.prompt).toHaveValue('A paper boat');
      await expect(creator.resolution).toHaveValue('720p');
      await expectAccessible(page, 'the form with its line');

      await bring(page, [blue]);
      await expect(page).toHaveURL(/\/video\/first-to-last-frame$/);
      await expect(page.getByText(labels.frames)).toBeVisible();
      await expect(page.getByRole('button', { name: labels.removeEnd })).toBeVisible();
      await expect(creator.prompt).toHaveValue('A paper boat');

      await page.getByRole('button', { name: labels.undo }).click();
      await expect(page).toHaveURL(/\/image-to-video\/image-to-video$/);
      await expect(page.getByRole('button', { name: labels.remove })).toBeVisible();
      await expect(page.getByText(labels.frames)).toHaveCount(0);
      await expect(creator.resolution).toHaveValue('720p');
    });
  });
}

test('undo brings back the model, its values and the draft of the other form, and generating ends it', {
  tag: '@each-rule',
}, async ({ page, creator, problems }) => {
  problems.allow(/ERR_FAILED/);
  await page.goto('/creator/image-to-video/image-to-video');
  await creator.prompt.fill('An earlier draft');
  await creator.open();
  await creator.prompt.fill('A paper boat');
  await creator.ratio.selectOption('9:16');
  await bring(page, [red], 'drop');
  await expect(removeButton(page, 'Image')).toBeVisible();
  await undoButton(page).press('Enter');
  await expect(page).toHaveURL(/\/video\/text-to-video$/);
  await expect(creator.prompt).toHaveValue('A paper boat');
  await expect(creator.ratio).toHaveValue('9:16');
  await expect(undoButton(page)).toHaveCount(0);

  await bring(page, [red]);
  await expect(removeButton(page, 'Image')).toBeVisible();
  await expect(undoButton(page)).toBeVisible();
  await page.route('**/api/wan/createVideo', (route) => route.abort());
  const sent = page.waitForRequest('**/api/wan/createVideo');
  await creator.generateButton.click();
  expect((await sent).postDataJSON()).toMatchObject({ prompt: 'A paper boat', aspect_ratio: '9:16' });
  await expect(undoButton(page)).toHaveCount(0);
});

test('files that come one right after the other are the first and the last frame', {
  tag: '@each-rule',
}, async ({ page, creator }) => {
  await creator.open();
  await Promise.all([bring(page, [red]), bring(page, [blue])]);
  await expect(page).toHaveURL(/\/video\/first-to-last-frame$/);
  await expect(removeButton(page, 'Start image')).toBeVisible();
  await expect(removeButton(page, 'End image')).toBeVisible();
  await creator.prompt.fill('The line leaves with the next change');
  await expect(undoButton(page)).toHaveCount(0);

  await creator.open();
  await bring(page, [red, blue, green]);
  await expect(page).toHaveURL(/\/video\/first-to-last-frame$/);
  await expect(page.getByText('Wan 2.1 takes no more files, so the others were not used.')).toBeVisible();
});

test('a video becomes the source, where the family has a model for it', async ({
  page,
  creator,
  problems,
}) => {
  problems.allow(/^response 415 POST \/api\/upload-video/);
  problems.allow(/^console Connecting to 'blob:/);
  await creator.open();
  await bring(page, [clip]);
  await expect(page).toHaveURL(/\/video\/vace$/);
  await expect(page.getByText('Made from your video now.')).toBeVisible();
});

test('a picture beyond the places of a form replaces the first one, and undo brings it back', {
  tag: '@each-rule',
}, async ({ page }) => {
  await page.goto('/creator/image-to-video/veo3-1-fast-image-to-video');
  const picture = page.getByRole('group', { name: 'Image', exact: true }).locator('img');
  await bring(page, [red]);
  await expect(removeButton(page, 'Image')).toBeVisible();
  await expect(undoButton(page)).toHaveCount(0);
  const first = await picture.getAttribute('src');
  await bring(page, [blue]);
  await expect(
    page.getByText('Veo 3.1 Fast takes no more files, so the new one replaced the first.'),
  ).toBeVisible();
  await expect(removeButton(page, 'Image')).toBeVisible();
  expect(await picture.getAttribute('src')).not.toBe(first);
  await undoButton(page).click();
  await expect(picture).toHaveAttribute('src', first ?? '');
});

test('a file that a model does not take is offered to others, and nothing of the form is lost', {
  tag: '@each-rule',
}, async ({ page, creator }) => {
  await page.goto('/creator/video/wan-v2-2-5b');
  await creator.prompt.fill('A paper boat');
  await bring(page, [red]);
  const question = page.getByRole('dialog', { name: 'What would you like to do with it?' });
  await expect(question).toContainText('Wan 2.2 5B takes no such file. These do:');
  await expectAccessible(page, 'the question');
  await question.getByRole('button', { name: 'Close' }).click();
  await expect(creator.prompt).toHaveValue('A paper boat');
  await bring(page, [red]);
  await question.getByRole('button', { name: 'Animate this image' }).click();
  await expect(page).toHaveURL(/\/image-to-video\/image-to-video$/);
  await expect(removeButton(page, 'Image')).toBeVisible();
  await expect(creator.prompt).toHaveValue('A paper boat');
});

test('a file that no form takes changes nothing', { tag: '@each-rule' }, async ({ page, creator }) => {
  await creator.open();
  await bring(page, [notes]);
  await page
    .getByRole('dialog', { name: 'This file cannot be used' })
    .getByRole('button', { name: 'Close' })
    .click();
  await bring(page, [{ ...red, padBytes: 20_971_520 }]);
  await expect(page.getByText('The file is too large. Images can be up to 20 MB.')).toBeVisible();
  await expect(page).toHaveURL(/\/video\/text-to-video$/);
  // The sheet of models covers the form: what is dropped on it goes nowhere.
  await creator.modelButton.click();
  await expect(creator.modelSearch).toBeVisible();
  await bring(page, [red], 'drop');
  await creator.modelSearch.press('Escape');
  await bring(page, [green]);
  await expect(page).toHaveURL(/\/image-to-video\/image-to-video$/);
  await expect(removeButton(page, 'Image')).toBeVisible();
});

test('a model that is chosen says what it leaves out, and undo goes back to the one before', {
  tag: '@each-rule',
}, async ({ page, creator }) => {
  await creator.open();
  await creator.prompt.fill('A paper boat');
  await creator.resolution.selectOption('480p');
  await creator.chooseModel('Wan 2.2 5B');
  const line = page.locator('form').getByText('Value not allowed here: Resolution (580p, 720p)');
  await expect(line).toBeVisible();
  await undoButton(page).click();
  await expect(page).toHaveURL(/\/video\/text-to-video$/);
  await expect(creator.resolution).toHaveValue('480p');
  await expect(creator.prompt).toHaveValue('A paper boat');
  await expect(line).toHaveCount(0);

  await page.goto('/creator/image/text-to-image');
  await creator.chooseModel('Nano Banana Pro');
  await creator.prompt.fill('A lamp');
  await creator.resolution.selectOption('4K');
  await creator.chooseModel('FLUX.2 dev');
  await expect(
    page.locator('form').getByText('Not applied because this form does not support it: Resolution'),
  ).toBeVisible();
  await undoButton(page).click();
  await expect(creator.modelButton).toHaveAccessibleName(/^Model Nano Banana Pro /);
  await expect(creator.resolution).toHaveValue('4K');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test('the line of a pasted picture is whole, and a finger undoes it', { tag: '@each-device' }, async ({
    page,
    creator,
  }) => {
    await creator.open();
    await bring(page, [red]);
    await expect(removeButton(page, 'Image')).toBeVisible();
    const box = await undoButton(page).boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360);
    await undoButton(page).tap();
    await expect(page).toHaveURL(/\/video\/text-to-video$/);
  });

  test('a pasted picture becomes the first frame on a touch screen', { tag: '@each-device' }, async ({
    page,
    creator,
  }) => {
    await creator.open();
    await creator.prompt.fill('A paper boat');
    await bring(page, [red]);
    await expect(removeButton(page, 'Image')).toBeVisible();
    await expect(page).toHaveURL(/image-to-video/);
    await expect(creator.prompt).toHaveValue('A paper boat');
  });
});

test.describe('a visitor', () => {
  // The works of other tests do not arrive beside the form either.
  test.use({ storageState: { cookies: [], origins: [] } });

  test('sees nothing of the form move as the line of a link appears', { tag: '@each-rule' }, async ({
    page,
  }) => {
    await watchShifts(page);
    await page.goto('/creator/video-generation?model=text-to-video&prompt=A%20lamp&shift=3');
    await expect(
      page.locator('form').getByText('Not applied because this form does not support it: Shift'),
    ).toBeVisible();
    expect(await readShifts(page)).toEqual([]);
  });

  test('is asked to sign in for a file, and keeps the form', { tag: '@each-rule' }, async ({
    page,
    creator,
  }) => {
    await creator.open();
    await creator.prompt.fill('A paper boat');
    await bring(page, [red]);
    await expect(page.getByRole('dialog')).toContainText('Sign in');
    await expect(page).toHaveURL(/\/video\/text-to-video$/);
    await expect(creator.prompt).toHaveValue('A paper boat');
  });
});
