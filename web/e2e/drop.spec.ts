import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expect, type Locale, test } from './creator.ts';
import { makeImages } from './make-images.ts';

const languages = [
  {
    locale: 'en-US',
    overlay: 'Drop it here',
    intoForm: 'If the file is one of your works, the work opens. Any other file goes into this form.',
    question: 'What would you like to do with it?',
    animate: 'Animate this image',
    unknown: 'This file cannot be used',
  },
  {
    locale: 'zh-CN',
    overlay: '拖到此处即可',
    intoForm: '如果是您的作品，将打开该作品；其他文件会填入当前表单。',
    question: '要用这个文件做什么？',
    animate: '让图片动起来',
    unknown: '无法使用这个文件',
  },
] satisfies ({ locale: Locale } & Record<string, string>)[];

type Dragged = { name: string; type: string; base64: string } | string;
type Step = 'dragenter' | 'dragleave' | 'drop';

/** Dispatches the events of a browser while something is dragged onto the page from outside. */
async function drag(page: Page, what: Dragged, steps: readonly Step[]): Promise<void> {
  await page.evaluate(
    ({ what, steps }) => {
      const transfer = new DataTransfer();
      if (typeof what === 'string') transfer.setData('text/plain', what);
      else {
        const bytes = Uint8Array.from(atob(what.base64), (letter) => letter.charCodeAt(0));
        transfer.items.add(new File([bytes], what.name, { type: what.type }));
      }
      for (const step of steps)
        document.body.dispatchEvent(
          new DragEvent(step, {
            dataTransfer: transfer,
            bubbles: true,
            cancelable: true,
            relatedTarget: null,
          }),
        );
    },
    { what, steps },
  );
}

for (const labels of languages) {
  test.describe(`in ${labels.locale}`, () => {
    test.use({ locale: labels.locale });

    test('a dropped file opens its generation when it is ours, else it becomes the input of a form', async ({
      page,
    }) => {
      const prompt = `A lighthouse ${randomUUID().slice(0, 8)}`;
      await makeImages(page, [prompt]);
      const reply = await page.request.get('/api/generations?medium=image');
      const { data } = (await reply.json()) as {
        data: { id: string; prompt: string; outputs: { url: string; content_type: string }[] }[];
      };
      const made = data.find((each) => each.prompt === prompt);
      const [output] = made?.outputs ?? [];
      if (!made || !output) throw new Error('There is no image');
      const bytes = await (await page.request.get(output.url)).body();
      const own = { name: 'renamed.png', type: output.content_type, base64: bytes.toString('base64') };
      // A pixel more is another file, and still an image.
      const foreign = { ...own, base64: Buffer.concat([bytes, Buffer.from([0])]).toString('base64') };

      await page.goto('/pricing');
      const overlay = page.getByText(labels.overlay);
      // Drags have no effect until the code that watches for files has loaded.
      await expect(async () => {
        await drag(page, own, ['dragenter']);
        await expect(overlay).toBeVisible({ timeout: 1_000 });
      }).toPass();
      await expectAccessible(page, 'the overlay');
      await drag(page, own, ['dragleave']);
      await expect(overlay).toBeHidden();
      await drag(page, 'a text', ['dragenter', 'drop']);
      await expect(overlay).toBeHidden();

      await drag(page, own, ['dragenter', 'drop']);
      await expect(page).toHaveURL(new RegExp(`/creator/history/image\\?.*view=${made.id}`));
      await expect(page.getByRole('dialog')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();

      await drag(page, foreign, ['dragenter', 'drop']);
      const question = page.getByRole('dialog', { name: labels.question });
      await expect(question).toContainText('renamed.png');
      await expectAccessible(page, 'the question');
      const uploaded = page.waitForResponse('**/api/upload-image-wan-i2v');
      await question.getByRole('button', { name: labels.animate }).click();
      await expect(page).toHaveURL(/\/image-to-video\/image-to-video/);
      expect((await uploaded).status()).toBe(200);
      await expect(page.locator('[data-upload-field] img').first()).toBeVisible();

      // A file dropped on a form with a field for it goes there; an own result opens, and the form is kept.
      await drag(page, foreign, ['dragenter']);
      await expect(page.getByText(labels.intoForm)).toBeVisible();
      const again = page.waitForResponse('**/api/upload-image-wan-i2v');
      await drag(page, foreign, ['drop']);
      expect((await again).status()).toBe(200);
      await drag(page, own, ['drop']);
      await expect(page).toHaveURL(new RegExp(`/creator/history/image\\?.*view=${made.id}`));
      await expect(page.getByRole('dialog')).toBeVisible();

      await page.goto('/creator/history/video');
      await expect(async () => {
        await drag(page, { ...own, name: 'notes.txt', type: 'text/plain', base64: 'AAAA' }, ['drop']);
        await expect(page.getByRole('dialog', { name: labels.unknown })).toBeVisible({ timeout: 1_000 });
      }).toPass();
    });
  });
}
