import type { Page } from '@playwright/test';
import { expect, test } from './creator.ts';

type Pressed = { key: string; code?: string; isControl?: boolean };

const finalText = 'tu';

/** Writes into the focused field as an input method does before a candidate is accepted. */
async function compose(
  page: Page,
): Promise<{ press: (pressed: Pressed) => Promise<void>; end: () => Promise<void> }> {
  const client = await page.context().newCDPSession(page);
  await client.send('Input.imeSetComposition', {
    text: finalText,
    selectionStart: finalText.length,
    selectionEnd: finalText.length,
  });
  const press = async ({ key, code = key, isControl }: Pressed) => {
    const pressed = { key, code, windowsVirtualKeyCode: 229, modifiers: isControl ? 2 : 0 };
    await client.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...pressed });
    await client.send('Input.dispatchKeyEvent', { type: 'keyUp', ...pressed });
  };
  // Ends the composition as if the candidate were accepted.
  const end = async () => void (await client.send('Input.insertText', { text: finalText }));
  return { press, end };
}

/** Requests that buy something. */
function watchSubmissions(page: Page): string[] {
  const submissions: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && /\/api\/(wan|images|audio|batches)\//.test(request.url()))
      submissions.push(request.url());
  });
  return submissions;
}

test('keys of an input method choose, close and buy nothing', async ({ page, creator }) => {
  const submissions = watchSubmissions(page);

  await test.step('the search', async () => {
    await page.goto('/pricing');
    await page.keyboard.press('ControlOrMeta+k');
    const dialog = page.getByRole('dialog', { name: 'Search' });
    const box = dialog.getByRole('combobox');
    await expect(box).toBeFocused();
    const { press, end } = await compose(page);
    await expect(box).toHaveValue(finalText);
    const chosen = await box.getAttribute('aria-activedescendant');
    for (const key of ['ArrowDown', 'ArrowUp', 'ArrowDown', 'Enter', 'Escape']) await press({ key });
    await expect(box).toHaveAttribute('aria-activedescendant', String(chosen));
    await expect(dialog).toBeVisible();
    await expect(page).toHaveURL(/\/pricing$/);
    await end();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });

  await test.step('the form', async () => {
    await creator.open();
    const before = await creator.creditsLeft();
    await creator.prompt.pressSequentially('A cat ');
    const { press } = await compose(page);
    await press({ key: 'Enter', isControl: true });
    await press({ key: 'k', code: 'KeyK', isControl: true });
    await press({ key: 'b', code: 'KeyB', isControl: true });
    await expect(creator.prompt).toHaveValue(`A cat ${finalText}`);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(await creator.creditsLeft()).toBe(before);
  });

  await test.step('the box of the first page', async () => {
    await page.goto('/');
    await page.getByRole('textbox', { name: 'Prompt' }).focus();
    const { press } = await compose(page);
    await press({ key: 'Enter', isControl: true });
    await expect(page).toHaveURL(/\/$/);
  });
  expect(submissions).toEqual([]);
});

test('an Enter that arrives after the end of a composition, as in Safari, buys nothing', {
  tag: '@each-device',
}, async ({ page, creator }) => {
  const submissions = watchSubmissions(page);
  await creator.open();
  await creator.prompt.fill('A cat');
  const isPrevented = await creator.prompt.evaluate((field) => {
    const options = { key: 'Enter', keyCode: 229, ctrlKey: true, bubbles: true, cancelable: true };
    return !field.dispatchEvent(new KeyboardEvent('keydown', options));
  });
  expect(isPrevented).toBe(false);
  await expect(creator.card('A cat')).toHaveCount(0);
  expect(submissions).toEqual([]);
});

test('fields that act on Enter leave it to the input method', { tag: '@each-device' }, async ({ page }) => {
  await page.goto('/creator/history/image');
  const search = page.getByRole('searchbox').first();
  await search.focus();
  const { press } = await compose(page);
  await press({ key: 'Enter' });
  await expect(search).toHaveValue(finalText);
  await expect(search).toBeFocused();
  await page.goto('/creator/projects');
  await page.getByRole('button', { name: 'New project' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').focus();
  const inDialog = await compose(page);
  for (const key of ['Enter', 'Escape']) await inDialog.press({ key });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole('textbox')).toHaveValue(finalText);
});
