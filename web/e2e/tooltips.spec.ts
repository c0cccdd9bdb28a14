import { expect, test } from './creator.ts';
import { newcomer, signInByRequests } from './newcomers.ts';

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
