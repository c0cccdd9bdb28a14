import { expectAccessible } from './accessibility.ts';
import { expectNothingClippedInAnyWindow } from './clipping.ts';
import { expect, test } from './creator.ts';

const languages = [
  {
    locale: 'en-US',
    account: 'Account',
    help: 'Help',
    pages: 'Help pages',
    shortcuts: 'Keyboard shortcuts',
    first: 'Your first video',
    library: 'library',
    title: 'The library and projects',
    picture: /form for a video/,
    display: 'Language and theme',
    other: '简体中文',
    translated: '作品库与项目',
  },
  {
    locale: 'zh-CN',
    account: '账户',
    help: '帮助',
    pages: '帮助页面',
    shortcuts: '键盘快捷键',
    first: '您的第一个视频',
    library: '作品库',
    title: '作品库与项目',
    picture: /视频表单/,
    display: '语言和主题',
    other: 'English',
    translated: 'The library and projects',
  },
];

for (const labels of languages) {
  test.describe(`in ${labels.locale}`, () => {
    test.use({ locale: labels.locale });

    test('the help is opened from the account menu, read, and followed from page to page', async ({
      page,
    }) => {
      await page.goto('/status');
      await page.getByRole('banner').getByRole('button', { name: labels.account, exact: true }).click();
      await page.getByRole('menuitem', { name: labels.help, exact: true }).click();
      await expect(page).toHaveURL(/\/help$/);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(labels.help);
      const list = page.getByRole('list', { name: labels.pages });
      await expect(list.getByRole('link')).toHaveCount(13);

      await list.getByRole('link', { name: labels.first }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(labels.first);
      // Results of earlier tests put a mark before it.
      await expect(page).toHaveTitle(new RegExp(`${labels.first} · Atelier$`));
      const picture = page.getByRole('img', { name: labels.picture });
      await picture.scrollIntoViewIfNeeded();
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1120);
      await expectAccessible(page, 'a page of the help');
      await expectNothingClippedInAnyWindow(page, 'a page of the help');

      // Links between the pages stay within the app: the page is not loaded again.
      await page.evaluate(() => Object.assign(window, { isSame: true }));
      await page.getByRole('article').getByRole('link', { name: labels.library, exact: true }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(labels.title);
      expect(await page.evaluate(() => 'isSame' in window)).toBe(true);
      const contents = page.getByRole('navigation', { name: labels.pages });
      await expect(contents.getByRole('link', { name: labels.title })).toHaveAttribute(
        'aria-current',
        'page',
      );

      await page.getByRole('button', { name: labels.display }).click();
      await page
        .getByRole('menuitem', { name: labels.other })
        .or(page.getByRole('menuitemradio', { name: labels.other }))
        .click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(labels.translated);
    });

    test('the list of keys leads to the help', { tag: '@each-rule' }, async ({ page }) => {
      await page.goto('/pricing');
      await page.keyboard.press('?');
      const dialog = page.getByRole('dialog', { name: labels.shortcuts });
      await dialog.getByRole('link', { name: labels.help }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(labels.help);
      await expect(dialog).toBeHidden();
    });
  });
}

test('a page of the help that does not exist says so', { tag: '@each-rule' }, async ({ page, problems }) => {
  problems.allow(/404 GET \/help\/no-such-page/);
  await page.goto('/help/no-such-page');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, waitsForApp: false });

  test('a page of the help is in its document, with its links', { tag: '@each-rule' }, async ({
    page,
    problems,
  }) => {
    // Chromium reports scripts that are switched off as forbidden by a security policy.
    problems.allow(/^request GET \/assets\/.*\.js csp$/);
    await page.goto('/help/credits');
    await expect(page.getByRole('article')).toContainText('When you are charged');
    await page.getByRole('navigation', { name: 'Help pages' }).getByRole('link', { name: 'Sharing' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sharing');
  });
});
