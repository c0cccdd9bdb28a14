import type { Locator, Page } from '@playwright/test';
import { expect, test, uniquePrompt } from './creator.ts';
import { makeImages, newWord } from './make-images.ts';

/** Does to the page what a browser's translator does: every text, later ones too, is replaced by elements. */
async function translate(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const isLeftAlone = (text: Text) =>
      text.data.trim() === '' || text.parentElement?.closest('font, script, style, textarea, title') !== null;
    const replace = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      for (let node = walker.nextNode(); node; node = walker.nextNode()) texts.push(node as Text);
      if (root instanceof Text) texts.push(root);
      for (const text of texts.filter((each) => each.isConnected && !isLeftAlone(each))) {
        const outer = document.createElement('font');
        const inner = outer.appendChild(document.createElement('font'));
        inner.textContent = text.data;
        text.replaceWith(outer);
      }
    };
    const observer = new MutationObserver((generations) => {
      for (const { addedNodes } of generations) for (const node of addedNodes) replace(node);
    });
    observer.observe(document, { childList: true, subtree: true });
  });
}

const creditsIn = async (button: Locator) =>
  Number(/([\d,]+) credits/.exec((await button.textContent()) ?? '')?.[1]?.replaceAll(',', ''));

test.beforeEach(({ page }) => translate(page));

test('the price on the button of a translated page is the price that is charged', async ({
  page,
  creator,
}) => {
  await creator.open();
  await expect(creator.generateButton.locator('font').first()).toBeVisible();
  const before = await creator.creditsLeft();
  await creator.prompt.fill(uniquePrompt('A mill', 'stuck'));
  expect(await creditsIn(creator.generateButton)).toBe(300);
  await creator.resolution.selectOption('720p');
  await creator.ratio.selectOption('9:16');
  await expect.poll(() => creditsIn(creator.generateButton)).toBe(400);
  const left = page.getByText((before - 400).toLocaleString('en-US')).filter({ visible: true });
  await expect(left.first()).toBeVisible();
  await creator.resolution.selectOption('480p');
  await expect.poll(() => creditsIn(creator.generateButton)).toBe(300);
  await creator.resolution.selectOption('720p');
  await expect.poll(() => creditsIn(creator.generateButton)).toBe(400);
  const prompt = await creator.prompt.inputValue();
  await creator.generateButton.click();
  const card = creator.card(prompt);
  await expect(card).toBeVisible();
  await creator.expectCreditsLeft(before - 400);
  await expect.poll(() => creator.creditsHeld()).toBe(400);
  // The words of the card follow those of its bar.
  const isInQueue = () =>
    card.evaluate((element) => {
      const words = element.querySelector('[role=progressbar]')?.getAttribute('aria-valuetext');
      const shown = element.querySelector('[aria-current=step]') ?? element;
      return words?.startsWith('In queue') === true && shown.textContent.includes('In queue');
    });
  await expect.poll(isInQueue).toBe(true);
  await card.getByRole('button', { name: /^Cancel/ }).click();
  await creator.expectCreditsLeft(before);
});

test('counts of a translated library change, and none of its pages is taken down', {
  tag: '@each-page',
}, async ({ page }) => {
  const word = newWord();
  await makeImages(page, [`First ${word}`, `Second ${word}`]);
  await page.goto(`/creator/history/image?search=${word}`);
  const boxes = page.getByRole('checkbox', { name: /^Select/ });
  await expect(boxes).toHaveCount(2);
  const bar = page.getByRole('region', { name: /selected/i });
  await boxes.first().check({ force: true });
  await expect(bar).toContainText('1 selected');
  await boxes.last().check({ force: true });
  await expect(bar).toContainText('2 selected');
  await boxes.last().uncheck({ force: true });
  await expect(bar).toContainText('1 selected');

  const paths = [
    '/',
    '/pricing',
    '/credits',
    '/account',
    '/developers',
    '/status',
    '/creator/history',
    '/creator/trash',
  ];
  for (const path of [...paths, '/creator/batches', '/creator/projects', '/creator/image/text-to-image']) {
    await page.goto(path);
    await page.keyboard.press('ControlOrMeta+k');
    const box = page.getByRole('dialog', { name: 'Search' }).getByRole('combobox');
    await box.fill('pric');
    await box.fill('nothing at all');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(page.getByText('could not be displayed')).toHaveCount(0);
  }
});
