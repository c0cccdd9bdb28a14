import { expectAccessible, expectAccessibleInEveryLayout } from './accessibility.ts';
import { Creator, expect, type Locale, test, uniquePrompt } from './creator.ts';
import { waitForSocket } from './loaded-page.ts';
import { buyPack, newcomer, signInByRequests } from './newcomers.ts';

const languages = [
  {
    locale: 'en-US',
    blank: 'The model returned a picture of a single color.',
    question: 'Is this result all right?',
    ask: 'This seems to be a single color. Keep it, or delete it for good and get 20 credits back?',
    keep: 'Keep it',
    take: 'Get 20 credits back',
    taken: '20 credits were returned. The result was deleted.',
    results: 'Results',
    inspected: 'Inspected results',
    oneColour: 'single color',
    faulty: 'Faulty',
    show: 'Show its pictures',
    shown: 'The inspected pictures',
    week: '7 days',
    filter: 'Filter by model',
  },
  {
    locale: 'zh-CN',
    blank: '模型返回的画面只有单一颜色。',
    question: '这个结果可以吗？',
    ask: '画面似乎只有一种颜色。要保留它，还是取回 20 积分？取回后结果将被永久删除。',
    keep: '保留',
    take: '取回 20 积分',
    taken: '20 积分已退回，结果已删除。',
    results: '结果',
    inspected: '结果检查',
    oneColour: '单一颜色',
    faulty: '有问题',
    show: '显示画面',
    shown: '检查时查看的画面',
    week: '7 天',
    filter: '筛选模型',
  },
] satisfies (Record<string, string> & { locale: Locale })[];

for (const labels of languages) {
  test.describe(`in ${labels.locale}`, () => {
    // Signing in ends the session that came with the context, which the other tests share.
    test.use({ locale: labels.locale, storageState: { cookies: [], origins: [] } });

    test('a black image is not charged, and a dim one is kept or returned', async ({ page, context }) => {
      await signInByRequests(page, newcomer());
      await buyPack(page, 'starter');
      const creator = new Creator(page, labels.locale);
      await page.goto('/creator/image/text-to-image');
      await creator.expectCreditsLeft(1_000);

      const black = await creator.generate(uniquePrompt('A mine', 'black'));
      await expect(black).toContainText(labels.blank);
      await creator.expectCreditsLeft(1_000);

      const kept = await creator.generate(uniquePrompt('A cellar', 'dim'));
      const question = kept.getByRole('region', { name: labels.question });
      await expect(question).toContainText(labels.ask);
      await expectAccessible(page, 'the question');
      await creator.expectCreditsLeft(980);
      await question.getByRole('button', { name: labels.keep }).click();
      await expect(question).toBeHidden();
      await creator.expectCreditsLeft(980);

      const other = new Creator(await context.newPage(), labels.locale);
      const connected = waitForSocket(other.page);
      await other.page.goto('/creator/image/text-to-image');
      await connected;
      const prompt = uniquePrompt('A well', 'dim');
      const returned = await creator.generate(prompt);
      const asked = returned.getByRole('region', { name: labels.question });
      const askedElsewhere = other.card(prompt).getByRole('region', { name: labels.question });
      await expect(asked).toBeVisible();
      await expect(askedElsewhere).toBeVisible();
      await creator.expectCreditsLeft(960);
      await asked.getByRole('button', { name: labels.take }).click();
      await expect(page.getByText(labels.taken)).toBeVisible();
      await expect(returned).toBeHidden();
      await expect(other.card(prompt)).toBeHidden();
      await creator.expectCreditsLeft(980);
      await other.expectCreditsLeft(980);
      await expect(kept).toBeVisible();
    });

    test('operators see how many results were faulty, and what proves it', { tag: '@each-rule' }, async ({
      page,
      signIn,
    }) => {
      await signInByRequests(page, newcomer());
      await buyPack(page, 'starter');
      const creator = new Creator(page, labels.locale);
      await page.goto('/creator/image/text-to-image');
      const black = await creator.generate(uniquePrompt('A cave', 'black'));
      await expect(black).toContainText(labels.blank);

      await page.context().clearCookies();
      await signIn('ops@atelier.test', '/admin/reports');
      await page.getByRole('link', { name: labels.results, exact: true }).click();
      await expect(page.getByRole('heading', { level: 2, name: labels.inspected })).toBeVisible();
      const row = page.getByRole('row').filter({ hasText: 'FLUX schnell' });
      await expect(row).toContainText(labels.oneColour);
      const finding = page.getByRole('listitem').filter({ hasText: labels.faulty }).first();
      await expect(finding).toContainText('fal-ai/flux/schnell');
      await finding.getByRole('button', { name: labels.show }).click();
      await expect(finding.getByRole('img', { name: labels.shown })).toHaveJSProperty('complete', true);
      await expect
        .poll(() => finding.getByRole('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(0);
      await expectAccessibleInEveryLayout(page, 'the inspected results');
      await page.getByRole('button', { name: labels.week }).click();
      await expect(page).toHaveURL(/window=week/);
      await page.getByRole('combobox', { name: labels.filter }).selectOption('flux-schnell');
      await expect(page).toHaveURL(/kind=flux-schnell/);
      await expect(finding).toBeVisible();
    });
  });
}
