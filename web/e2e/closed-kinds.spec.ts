import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { Creator, expect, type Locale, test, uniquePrompt } from './creator.ts';
import { fillText, readTexts } from './read-texts.ts';

// Other tests run beside these on the same stack: none but that of recipes, which sees no closings, uses these kinds.
const runs = [
  { locale: 'en-US', tag: 'en', kind: 'ltx-2-3-fast', name: 'LTX 2.3 Fast', day: 'Dec 31, 2099' },
  {
    locale: 'zh-CN',
    tag: 'zh-CN',
    kind: 'hailuo-2-3-standard-text-to-video',
    name: 'Hailuo 2.3 Standard',
    day: '2099年12月31日',
  },
] satisfies (Record<string, string> & { locale: Locale })[];
const successor = { kind: 'kling-v3-standard-text-to-video', name: 'Kling 3.0 Standard' };

for (const { locale, tag, kind, name, day } of runs) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });
    const { closing } = readTexts(tag, 'results');
    const { closure } = readTexts(tag, 'status');
    const models = readTexts(tag, 'models');
    const { regenerate } = readTexts(tag, 'preview');
    const { reason } = readTexts(tag, 'admin');
    const follows = fillText(closure.successor, { name: successor.name });
    const { followed } = readTexts(tag, 'shell');
    /** Two sentences, without a space between them in Chinese. */
    const leadingOn = (said: string) => `${fillText(followed, { text: said })}${follows}`;

    /** Closes the kind, or announces that it leaves, in the dialog. */
    async function act(operator: Page, which: 'close' | 'announce', note = ''): Promise<void> {
      await operator.getByRole('button', { name: closing[which], exact: true }).click();
      const dialog = operator.getByRole('dialog');
      const press = dialog.getByRole('button', { name: closing[`${which}Act`], exact: true });
      await dialog.getByLabel(closing.model, { exact: true }).selectOption(kind);
      await dialog.locator('select[name=successor]').selectOption(successor.kind);
      await dialog.getByLabel(closing.note).fill(note);
      if (which === 'announce') {
        await press.click();
        await expect(dialog.getByText(closing.dateInvalid)).toBeVisible();
        await dialog.getByLabel(closing.date).fill('2099-12-31');
      }
      await press.click();
      await expect(dialog.getByText(reason.invalid)).toBeVisible();
      await expectAccessible(operator, 'the dialog');
      await dialog.getByLabel(reason.label).fill('fal answers 404 for it');
      await press.click();
      await expect(dialog).toBeHidden();
    }

    test('an operator closes a kind, and its open form leads on to the successor', async ({
      page,
      browser,
      baseURL,
    }) => {
      const creator = new Creator(page, locale);
      await page.goto(`/creator/video/${kind}`);
      const made = uniquePrompt('A drone above a canyon');
      const card = await creator.generate(made);
      await expect(card.locator('video')).toBeVisible();
      const typed = uniquePrompt('A lighthouse');
      await creator.prompt.fill(typed);

      // Signing in with the user's own session would end it.
      const storageState = { cookies: [], origins: [] };
      const context = await browser.newContext({ baseURL, locale, storageState, reducedMotion: 'reduce' });
      const operator = await context.newPage();
      const query = new URLSearchParams({ login_hint: 'ops@atelier.test', redirect: '/admin/results' });
      await operator.goto(`/api/auth/login?${query}`);
      const watching = await context.newPage();
      await watching.goto('/admin/results');
      await expect(watching.getByRole('button', { name: closing.close, exact: true })).toBeVisible();
      try {
        await act(operator, 'announce');
        const notice = page.getByRole('status').filter({ hasText: follows });
        await expect(notice).toContainText(leadingOn(fillText(closure.leaves, { date: day })));
        await expect(creator.generateButton).toBeVisible();
        await creator.modelButton.click();
        await creator.modelSearch.fill(name);
        const option = page.getByRole('option').filter({ hasText: name }).first();
        await expect(option).toContainText(fillText(models.leaves, { date: day }));

        for (const key of ['ArrowUp', 'Space']) await page.keyboard.press(key);
        const ticked = page.getByText(
          fillText(models.ticked_one ?? models.ticked_other, { count: '1', names: name }),
        );
        await expect(ticked).toBeVisible();

        await act(operator, 'close', 'fal has ended it.');
        await expect(option).toContainText(models.closed);
        await expect(ticked).toHaveCount(0);
        await page.keyboard.press('Escape');
        await expect(notice).toContainText(leadingOn(closure.closed));
        if (tag === 'zh-CN') await expect(notice).not.toContainText(/。\s/);
        await expect(notice).toContainText('fal has ended it.');
        await expect(creator.generateButton).toBeHidden();
        await expectAccessible(page, 'the form of a closed kind');
        // The page of the operator who closed the kind says who did it, and so does one that was open before.
        for (const each of [operator, watching]) {
          const line = each.getByRole('listitem').filter({ hasText: 'fal has ended it.' });
          await expect(line.filter({ hasText: name })).toContainText('ops@atelier.test');
        }

        await notice
          .getByRole('link', { name: fillText(closure.continue, { name: successor.name }) })
          .click();
        await expect(page).toHaveURL(new RegExp(`/creator/video/${successor.kind}$`));
        await expect(creator.prompt).toHaveValue(typed);
        await expect(creator.generateButton).toBeVisible();

        await page.goto(`/creator/video/${kind}`);
        await expect(notice).toBeVisible();
        await creator.choose(card, regenerate);
        await expect(page).toHaveURL(new RegExp(`/creator/video/${successor.kind}$`));
        await expect(creator.prompt).toHaveValue(made);

        await page.goto(`/creator/video/${kind}`);
        await expect(notice).toBeVisible();
        await operator.getByRole('button', { name: fillText(closing.open, { name }), exact: true }).click();
        const dialog = operator.getByRole('dialog');
        await dialog.getByLabel(reason.label).fill('fal has it again');
        await dialog.getByRole('button', { name: closing.openAct, exact: true }).click();
        await expect(creator.generateButton).toBeVisible();
        await expect(notice).toBeHidden();
      } finally {
        // Also after a failure; 404: it is open already.
        const { origin } = new URL(operator.url());
        await operator.request.post(`/api/admin/kinds/${kind}/open`, {
          data: { reason: 'The end of a test' },
          headers: { origin },
        });
        await context.close();
      }
    });
  });
}
