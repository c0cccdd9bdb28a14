import { closeAsProduct } from '@atelier/dev-stack/close-as-product';
import { expectAccessible } from './accessibility.ts';
import { Creator, expect, type Locale, test } from './creator.ts';
import { fillText, readTexts } from './read-texts.ts';

// Other tests run beside these on the same stack: none of them uses these kinds.
const runs = [
  {
    locale: 'en-US',
    tag: 'en',
    kind: 'hailuo-2-3-pro-text-to-video',
    name: 'Hailuo 2.3 Pro',
    leaving: 'Nano Banana 2',
  },
  {
    locale: 'zh-CN',
    tag: 'zh-CN',
    kind: 'hailuo-2-3-pro-image-to-video',
    name: 'Hailuo 2.3 Pro',
    leaving: 'Nano Banana 2',
  },
] satisfies (Record<string, string> & { locale: Locale })[];

for (const { locale, tag, kind, name, leaving } of runs) {
  test.describe(`in ${locale}`, () => {
    // Signing in ends the session that came with the context, which the other tests share.
    test.use({ locale, storageState: { cookies: [], origins: [] } });
    const results = readTexts(tag, 'results');
    const { closure } = readTexts(tag, 'status');
    const models = readTexts(tag, 'models');
    const { reason, cancel } = readTexts(tag, 'admin');

    test('an unverified model is not open yet, and an operator opens it with a reason', async ({
      page,
      signIn,
    }) => {
      const creator = new Creator(page, locale);
      await closeAsProduct(process.env.E2E_DATABASE_URL ?? '', kind);
      await signIn('ops@atelier.test', '/creator/video/text-to-video');

      await creator.modelButton.click();
      const option = page.getByRole('option').filter({ hasText: models.notYet });
      await expect(page.locator('[role=option]').first()).toBeVisible();
      await expect(option).toHaveCount(0);
      await creator.modelSearch.fill(name);
      await expect(option.first()).toContainText(name);
      await page.keyboard.press('Escape');
      await page.goto(`/creator/video/${kind}`);
      await expect(page.getByRole('status').filter({ hasText: closure.unverified })).toBeVisible();
      await expect(creator.generateButton).toBeHidden();

      // All kinds of the catalog are verified, so the reply says what it says of one that is not.
      await page.route('**/api/admin/results?*', async (route) => {
        const reply = await (await route.fetch()).json();
        const isClosed = JSON.stringify(reply.closed_by).includes(kind);
        const documents = { schema: 'https://fal.ai/a', price: 'https://fal.ai/b' };
        const unverified = { kind, endpoint: 'fal-ai/a', is_closed: isClosed, documents, verified: null };
        const cause = isClosed ? 'unverified' : null;
        await route.fulfill({
          json: { ...reply, unverified: [...reply.unverified, { ...unverified, cause }] },
        });
      });
      await page.goto('/admin/results');
      const section = page.getByRole('region', { name: results.unverified.title });
      const { title } = readTexts(tag, 'kinds').kinds[kind];
      const card = section.getByRole('listitem').filter({ hasText: title });
      await expect(card).toContainText(results.unverified.why.unverified);
      await expect(card.getByRole('link', { name: results.unverified.read.price })).toBeVisible();
      await expectAccessible(page, 'the unverified models');

      await card.getByRole('button').click();
      const dialog = page.getByRole('dialog');
      const press = dialog.getByRole('button', { name: results.closing.openAct, exact: true });
      await press.click();
      await expect(dialog.getByText(reason.invalid)).toBeVisible();
      await dialog.getByLabel(reason.label).fill('I have read its page');
      await press.click();
      await expect(dialog).toBeHidden();
      await expect(card).toContainText(results.unverified.local);
      await expect(card.getByRole('button')).toHaveCount(0);
      await page.goto(`/creator/video/${kind}`);
      await expect(creator.generateButton).toBeVisible();
    });

    test('operators see which models leave at their makers, and the successor is proposed', {
      tag: '@each-rule',
    }, async ({ page, signIn }) => {
      await signIn('ops@atelier.test', '/admin/results');
      const announce = fillText(results.leaving.announce, { name: leaving });
      const card = page
        .getByRole('listitem')
        .filter({ has: page.getByRole('button', { name: announce, exact: true }) });
      await expect(card).toContainText('Nano Banana 2.1');
      await expect(card).toContainText('Google');
      await card.getByRole('button').click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.locator('select[name=successor]')).toHaveValue('nano-banana-2-1');
      await expect(dialog).toContainText('Google');
      await expectAccessible(page, 'the dialog with a proposed successor');
      await dialog.getByRole('button', { name: cancel, exact: true }).click();
      await expect(dialog).toBeHidden();
    });
  });
}
