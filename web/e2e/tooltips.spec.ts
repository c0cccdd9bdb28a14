import { expect, test } from './creator.ts';
import { makeImages } from './make-images.ts';
import { buyPack, newcomer, signInByRequests } from './newcomers.ts';
import { post, waitForEnds } from './own-requests.ts';

test('a tooltip appears on hover and on Tab, and closes when its control is pressed', async ({
  page,
  creator,
}) => {
  // An account of its own: what another test made may still run, and its number names the button.
  await page.context().clearCookies();
  await signInByRequests(page, newcomer());
  await creator.open();
  const tray = page.getByRole('banner').getByRole('button', { name: 'No running generations' });
  const tip = tray.locator('[data-tooltip]');
  await tray.hover();
  await expect(tip).toHaveCSS('opacity', '1');
  const toggle = page.getByRole('button', { name: 'Toggle sidebar' });
  await toggle.hover();
  await expect(toggle.locator('[data-tooltip]')).toHaveCSS('opacity', '1');
  await toggle.click();
  await expect(toggle.locator('[data-tooltip]')).toHaveCSS('opacity', '0');
  await toggle.click();

  await tray.hover();
  await expect(tip).toHaveCSS('opacity', '1');
  // The dialog opens over it, and its own first control has the focus without a tooltip.
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  const close = dialog.getByRole('button', { name: 'Close' });
  await expect(close).toBeFocused();
  await expect(tip).toBeHidden();
  await expect(close.locator('[data-tooltip]')).toHaveCSS('opacity', '0');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(close).toBeFocused();
  await expect(close.locator('[data-tooltip]')).toHaveCSS('opacity', '1');
});

test('tips of the viewer stay in the window, and its arrows lie on no answer', { tag: '@each-rule' }, async ({
  page,
}) => {
  test.setTimeout(180_000);
  await signInByRequests(page, newcomer());
  await buyPack(page, 'starter');
  await makeImages(page, ['A pier']);
  const [image] = (await (await page.request.get('/api/generations?medium=image')).json()).data;
  const input = { question: 'What is this?', image: image.outputs[0].url };
  const { id } = await post(page, '/api/generations', { kind: 'image-understanding', input });
  await waitForEnds(page);
  const dialog = page.getByRole('dialog').first();
  const next = dialog.getByRole('button', { name: /^Next/ }).first();
  for (const width of [600, 800, 1440]) {
    await page.setViewportSize({ width, height: 740 });
    await page.goto(`/creator/history?view=${id}`);
    await expect(dialog.getByText('You asked').first()).toBeVisible();
    await expect(dialog.locator('[data-viewer-stage] button.absolute\\!')).toHaveCount(2);
    for (const arrow of await dialog.locator('[data-viewer-stage] button.absolute\\!').all())
      await expect(arrow).toBeVisible({ visible: width >= 768 });
    await page.goto(`/creator/history?view=${image.id}`);
    await expect(next).toBeVisible();
    const outside = await dialog.locator('[data-tooltip]').evaluateAll((tips) =>
      tips.flatMap((tip) => {
        if (tip instanceof HTMLElement) tip.style.setProperty('display', 'block', 'important');
        const { left, right } = tip.getBoundingClientRect();
        return left < 0 || right > window.innerWidth ? [`${tip.textContent}: ${left} to ${right}`] : [];
      }),
    );
    expect(outside, `${width} pixels`).toEqual([]);
  }
});
