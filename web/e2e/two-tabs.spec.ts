import type { Page } from '@playwright/test';
import { Creator, expect, test } from './creator.ts';
import { pngFile } from './upload-fixtures.ts';

const red = pngFile('red.png', [200, 40, 40]);
const blue = pngFile('blue.png', [40, 40, 200]);

const path = '/creator/image-to-video/image-to-video';
const picture = (page: Page) => page.locator('[data-upload-field] img');

async function fillFile(page: Page, file: typeof red): Promise<void> {
  await page.locator('[data-upload-field] input[type=file]').setInputFiles(file);
  await expect(page.getByRole('button', { name: 'Remove: Image' })).toBeVisible();
}

/** Expects the picture of the file field to be mostly of a colour. */
async function expectPicture(page: Page, colour: 'red' | 'blue'): Promise<void> {
  const read = () =>
    picture(page).evaluate(async (image) => {
      if (!(image instanceof HTMLImageElement)) return undefined;
      await image.decode();
      const canvas = document.createElement('canvas').getContext('2d');
      canvas?.drawImage(image, 0, 0, 1, 1);
      const [red = 0, , blue = 0] = canvas?.getImageData(0, 0, 1, 1).data ?? [];
      return red > blue ? 'red' : 'blue';
    });
  await expect.poll(read).toBe(colour);
}

test('two tabs of a form keep a file and a text each, over a reload, and a third one begins with what was changed last', async ({
  page,
  context,
  creator,
}) => {
  await page.goto(path);
  await fillFile(page, red);
  await creator.prompt.fill('the first tab');

  const tab = await context.newPage();
  await tab.goto(path);
  const other = new Creator(tab);
  await expect(other.prompt).toHaveValue('the first tab');
  await expectPicture(tab, 'red');
  await tab.getByRole('button', { name: 'Remove: Image' }).click();
  await fillFile(tab, blue);
  await other.prompt.fill('the second tab');

  await expectPicture(page, 'red');
  await expect(creator.prompt).toHaveValue('the first tab');
  for (const { of, colour, text } of [
    { of: page, colour: 'red', text: 'the first tab' },
    { of: tab, colour: 'blue', text: 'the second tab' },
  ] as const) {
    await of.reload();
    await expect(new Creator(of).prompt).toHaveValue(text);
    await expectPicture(of, colour);
  }

  const third = await context.newPage();
  await third.goto(path);
  await expect(new Creator(third).prompt).toHaveValue('the second tab');
  await expectPicture(third, 'blue');
});
