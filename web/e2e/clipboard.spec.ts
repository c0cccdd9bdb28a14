import type { Page } from '@playwright/test';
import { expect, test } from './creator.ts';
import { pngFile } from './upload-fixtures.ts';

/** Opens a page whose form takes files that are pasted beside its fields, which it does soon after it has been drawn. */
async function openForm(page: Page, path = '/creator/video/image-to-video'): Promise<void> {
  await page.goto(path);
  await page.locator('[data-follows-files]').waitFor({ state: 'attached' });
}

/** Content that a program copies, in each of its formats. */
type Copied = { text?: string; html?: string; hasPicture?: boolean };

async function copy(page: Page, { text, html, hasPicture }: Copied): Promise<void> {
  const picture = hasPicture ? pngFile('image.png', [200, 90, 30]).buffer.toString('base64') : undefined;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(
    async ({ text, html, picture }) => {
      const blobs: Record<string, Blob> = {};
      if (text) blobs['text/plain'] = new Blob([text], { type: 'text/plain' });
      if (html) blobs['text/html'] = new Blob([html], { type: 'text/html' });
      const bytes = Uint8Array.from(atob(picture ?? ''), (letter) => letter.charCodeAt(0));
      if (picture) blobs['image/png'] = new Blob([bytes], { type: 'image/png' });
      await navigator.clipboard.write([new ClipboardItem(blobs)]);
    },
    { text, html, picture },
  );
}

function watchUploads(page: Page): string[] {
  const uploads: string[] = [];
  page.on('request', (request) => {
    if (/\/api\/upload-/.test(new URL(request.url()).pathname)) uploads.push(request.url());
  });
  return uploads;
}

for (const [path, tag] of [
  ['/creator/video/image-to-video', []],
  ['/creator/image-understanding', ['@each-page']],
] as const) {
  test(`a text that was copied with a picture of it is pasted as text at ${path}`, { tag: [...tag] }, async ({
    page,
  }) => {
    await openForm(page, path);
    const field = page.locator('form textarea').first();
    const uploads = watchUploads(page);
    await copy(page, {
      text: 'Rows of a sheet',
      html: '<table><tr><td>Rows</td></tr></table>',
      hasPicture: true,
    });
    await field.focus();
    await page.keyboard.press('ControlOrMeta+v');
    await expect(field).toHaveValue(/Rows of a sheet$/);
    expect(uploads).toEqual([]);
  });
}

test('a copied picture becomes the input, from a text field or beside it', async ({ page, creator }) => {
  for (const copied of [
    { hasPicture: true },
    { html: '<img src="https://example.com/a.png">', hasPicture: true },
  ]) {
    await openForm(page);
    await copy(page, copied);
    await creator.prompt.fill('A boat');
    await creator.prompt.focus();
    const uploaded = page.waitForRequest(/\/api\/upload-/);
    await page.keyboard.press('ControlOrMeta+v');
    await uploaded;
    await expect(creator.prompt).toHaveValue('A boat');
  }
});

test('a picture that is pasted before the form follows its files is not lost', { tag: '@faults' }, async ({
  page,
}) => {
  const arrived = Promise.withResolvers<void>();
  await page.route(/\/assets\/follower-/, async (route) => {
    await arrived.promise;
    await route.continue();
  });
  await page.goto('/creator/video/image-to-video');
  const uploaded = page.waitForRequest(/\/api\/upload-/);
  const picture = pngFile('a.png', [200, 90, 30]).buffer.toString('base64');
  const paste = () =>
    page.evaluate((encoded) => {
      const transfer = new DataTransfer();
      const bytes = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
      transfer.items.add(new File([bytes], 'a.png', { type: 'image/png' }));
      const options = { bubbles: true, cancelable: true, clipboardData: transfer };
      return document.body.dispatchEvent(new ClipboardEvent('paste', options)) ? 'ignored' : 'taken';
    }, picture);
  await expect.poll(paste).toBe('taken');
  await expect(page.locator('[data-follows-files]')).toHaveCount(0);
  arrived.resolve();
  await uploaded;
});

test('a copied text beside every text field takes nothing from the form', { tag: '@each-device' }, async ({
  page,
  creator,
}) => {
  await openForm(page);
  await creator.prompt.fill('A boat');
  await copy(page, { text: 'photo.png', hasPicture: true });
  const uploaded = page.waitForRequest(/\/api\/upload-/);
  await creator.prompt.blur();
  await page.keyboard.press('ControlOrMeta+v');
  await uploaded;
  await expect(creator.prompt).toHaveValue('A boat');
});

test('a file whose name is copied with it is the file, and a text dropped with a picture is the text', {
  tag: '@each-device',
}, async ({ page, creator }) => {
  await openForm(page);
  const picture = pngFile('a b.png', [200, 90, 30]).buffer.toString('base64');
  const give = (kind: 'paste' | 'drop', text: string) =>
    creator.prompt.evaluate(
      (field, { kind, text, picture }) => {
        const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
        const transfer = new DataTransfer();
        transfer.setData('text/plain', text);
        transfer.items.add(new File([bytes], 'a b.png', { type: 'image/png' }));
        const options = { bubbles: true, cancelable: true };
        const event =
          kind === 'paste'
            ? new ClipboardEvent('paste', { ...options, clipboardData: transfer })
            : new DragEvent('drop', { ...options, dataTransfer: transfer });
        // Whether the browser inserts the text.
        return field.dispatchEvent(event);
      },
      { kind, text, picture },
    );
  const uploads = watchUploads(page);
  expect(await give('drop', 'A text from a page')).toBe(true);
  expect(await give('paste', 'A text from a page')).toBe(true);
  expect(uploads).toEqual([]);
  for (const text of ['a b.png', 'file:///home/user/a%20b.png', 'C:\\pictures\\a b.png']) {
    // A form that has got a picture moves on with the next one.
    await openForm(page);
    const uploaded = page.waitForRequest(/\/api\/upload-/);
    expect(await give('paste', text)).toBe(false);
    await uploaded;
  }
});
