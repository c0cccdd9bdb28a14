import { holdKind } from '@atelier/dev-stack/hold-kind';
import { expectAccessible } from './accessibility.ts';
import { Creator, expect, type Locale, test, uniquePrompt } from './creator.ts';
import { findShifts, watchShifts } from './find-shifts.ts';
import { readTexts } from './read-texts.ts';

// Other tests run beside these on the same stack: none uses these kinds.
const runs = [
  { locale: 'en-US', tag: 'en', kind: 'pixverse-v6-text-to-video', name: 'PixVerse 6' },
  { locale: 'zh-CN', tag: 'zh-CN', kind: 'seedance-v1-5-pro-text-to-video', name: 'Seedance 1.5 Pro' },
] satisfies (Record<string, string> & { locale: Locale })[];

for (const { locale, tag, kind, name } of runs) {
  test.describe(`in ${locale}`, () => {
    // One after the other: both hold the same kind.
    test.describe.configure({ mode: 'default' });
    test.use({ locale });
    const texts = readTexts(tag, 'stand-in');
    const { stoodIn, held } = readTexts(tag, 'preview');
    const { promise } = readTexts(tag, 'create').price;
    /** Matches a text whatever stands in its places. */
    const like = (text: string) =>
      new RegExp(
        text
          .split(/\{\{\w+\}\}/)
          .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
          .join('.+'),
      );

    test('a form asks what happens while its model is down, and a card asks its owner', async ({ page }) => {
      const creator = new Creator(page, locale);
      await page.goto(`/creator/video/${kind}`);
      await creator.openDetails();
      const options = page.getByRole('group', { name: texts.label });
      await expect(options.getByRole('radio', { name: texts.wait })).toBeChecked();
      await expect(options.getByRole('radio', { name: like(texts.use_other) })).toHaveCount(3);
      await expectAccessible(page);
      await options.getByRole('radio', { name: texts.ask }).check();
      await page.keyboard.press('Escape');
      await page.reload();
      await creator.openDetails();
      await expect(options.getByRole('radio', { name: texts.ask })).toBeChecked();
      await page.keyboard.press('Escape');

      const release = await holdKind(String(process.env.E2E_DATABASE_URL), kind);
      try {
        const card = await creator.generate(uniquePrompt('A boat on the rain'));
        await expect(card.getByText(like(texts.offer_other))).toBeVisible();
        // The offer has said it, and is the one way on.
        await expect(creator.waitingRow).toBeVisible();
        await expect(page.getByRole('article').getByText(like(held.model))).toHaveCount(0);
        await expectAccessible(page);
        await card.getByRole('button', { name: like(texts.accept) }).click();
        const made = stoodIn.replace('{{name}}', '').replace('{{asked}}', name).trim();
        await expect(card.getByText(made)).toBeVisible();
        await expect(card.getByText(like(texts.offer_other))).toBeHidden();
        await expect(card.getByRole('progressbar')).toBeHidden();
        await expect(card.getByText(made)).toBeVisible();
      } finally {
        await release();
      }
    });

    test('a model that was chosen beforehand stands in without a question, in a form that does not move', {
      tag: '@each-rule',
    }, async ({ page }) => {
      const creator = new Creator(page, locale);
      await page.goto(`/creator/video/${kind}`);
      await creator.openDetails();
      const first = page.getByRole('radio', { name: like(texts.use_other) }).first();
      await first.check();
      await page.keyboard.press('Escape');
      await watchShifts(page);
      expect(await findShifts(page, `/creator/video/${kind}`)).toEqual([]);
      await creator.openDetails();
      await expect(first).toBeChecked();
      await page.keyboard.press('Escape');
      const release = await holdKind(String(process.env.E2E_DATABASE_URL), kind);
      try {
        const sent = page.waitForRequest((request) => request.url().endsWith('/api/wan/createVideo'));
        const card = await creator.generate(uniquePrompt('A fox in the snow'));
        expect((await sent).postDataJSON()).toMatchObject({
          if_down: { kind: expect.any(String), max_credits: expect.any(Number) },
        });
        const made = stoodIn.replace('{{name}}', '').replace('{{asked}}', name).trim();
        await expect(card.getByText(made)).toBeVisible();
      } finally {
        await release();
      }
    });

    test('a kind that has no equal does not ask', { tag: '@each-rule' }, async ({ page }) => {
      await page.goto('/creator/audio/music');
      await new Creator(page, locale).openDetails();
      await expect(page.getByText(promise)).toBeVisible();
      await expect(page.getByRole('group', { name: texts.label })).toHaveCount(0);
    });
  });
}
