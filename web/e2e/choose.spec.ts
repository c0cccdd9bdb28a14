import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expect, test, uniquePrompt } from './creator.ts';

const kinds = ['flux-schnell', 'flux-dev'] as const;

/** Makes two ideas with a result of each model, and returns the address of their wall once all are there. */
async function makeWall(page: Page): Promise<string> {
  await page.goto('/creator/batches');
  const lines = ['A weir', 'A quay'].flatMap((subject) => {
    const prompt = uniquePrompt(subject);
    return kinds.map((kind) => ({ kind, input: { prompt } }));
  });
  const headers = { origin: new URL(page.url()).origin };
  const reply = await page.request.post('/api/batches', { data: { lines }, headers });
  const path = `/creator/batches/${(await reply.json()).batch.id}`;
  await page.goto(path);
  await expect(page.getByText('4 done')).toBeVisible();
  return path;
}

test('takes are put out and picked by keys on the wall, and a set is refused in the blind choice', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const path = await makeWall(page);
  const bar = page.getByRole('region', { name: 'Choice' });
  const takes = page.getByRole('button', { name: /^Result \d: choose blind$/ });
  await test.step('the wall', async () => {
    await takes.first().focus();
    await page.keyboard.press('x');
    await expect(bar).toContainText('0 picked, 1 out, 3 open');
    await page.reload();
    await expect(bar).toContainText('0 picked, 1 out, 3 open');
    await takes.first().focus();
    await page.keyboard.press('x');
    await expect(bar).toContainText('0 picked, 0 out, 4 open');
    await page.keyboard.press('u');
    await expect(bar).toContainText('0 picked, 1 out, 3 open');
    await page.keyboard.press('x');
    await expect(bar).toContainText('0 picked, 0 out, 4 open');
    await page.keyboard.press('ArrowRight');
    await expect(takes.nth(1)).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(takes.nth(3)).toBeFocused();
    await page.getByRole('checkbox', { name: 'Select Result 2' }).last().check();
    await bar.getByRole('button', { name: 'Out', exact: true }).click();
    await bar.getByRole('button', { name: 'Clear' }).click();
    await expect(bar).toContainText('0 picked, 1 out, 3 open');
    await bar.getByRole('button', { name: 'Undo' }).click();
    await expect(bar).toContainText('0 picked, 0 out, 4 open');
  });
  await test.step('its filters', async () => {
    const filter = page.getByRole('group', { name: 'Results shown' });
    await takes.first().focus();
    await page.keyboard.press('x');
    await expect(filter.getByRole('button')).toHaveText(['All 4', 'Open 3', 'Picked 0', 'Out 1']);
    await filter.getByRole('button', { name: 'Open' }).click();
    await expect(takes).toHaveCount(3);
    // Numbers and places stay those of the whole set.
    await expect(takes.first()).toHaveAccessibleName(/^Result 2/);
    await filter.getByRole('button', { name: 'Out' }).click();
    await expect(takes).toHaveCount(1);
    await page.keyboard.press('u');
    await expect(page.getByText('No such results')).toBeVisible();
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect(takes).toHaveCount(4);
  });
  await test.step('the blind choice', async () => {
    await page.goto(`${path}?blind=0`);
    const results = page.getByRole('button', { name: /^Choose result/ });
    await expect(results).toHaveCount(2);
    for (const result of await results.all()) await expect(result).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('0');
    await expect(page.getByText('Set 2 of 2')).toBeVisible();
    await page.keyboard.press('1');
    await page.getByRole('button', { name: 'Undo' }).focus();
    await expect(page.getByText(/^You chose FLUX/)).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByText(/^You chose FLUX/)).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(bar).toContainText('0 picked, 2 out, 2 open');
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test('one result fills the screen, a tap on another switches to it, and the bar chooses it', {
    tag: '@each-device',
  }, async ({ page }) => {
    const path = await makeWall(page);
    await page.goto(`${path}?blind=0`);
    const results = page.getByRole('list', { name: 'Results' }).getByRole('listitem');
    await expect(results.first()).toBeInViewport({ ratio: 0.9 });
    await expect(results.nth(1)).not.toBeInViewport();
    await expectAccessible(page, 'the blind choice on a phone');
    await page.getByRole('button', { name: 'Show result 2' }).tap();
    await expect(results.nth(1)).toBeInViewport({ ratio: 0.9 });
    await expect(results.first()).not.toBeInViewport();
    await page.getByRole('button', { name: 'Choose 2' }).tap();
    await expect(page.getByText(/^You chose FLUX/)).toBeVisible();
    await expect(page.getByText('Set 2 of 2')).toBeVisible();
    await page.getByRole('button', { name: 'None of these' }).tap();
    await expect(page.getByText('You picked a result in 1 of 2 sets.')).toBeVisible();
  });
});

for (const { locale, words } of [
  { locale: 'en-US', words: { bar: 'Choice', select: /^Select Result/, undo: 'Undo', out: 'Out' } },
  { locale: 'zh-CN', words: { bar: '选择', select: /结果 \d/, undo: '撤销', out: '淘汰' } },
]) {
  test.describe(`the bar of the wall on a phone in ${locale}`, () => {
    test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, locale });

    test('is one row, whatever is selected', { tag: '@each-rule' }, async ({ page }) => {
      await page.goto('/creator/batches');
      const lines = kinds.map((kind) => ({ kind, input: { prompt: 'A weir' } }));
      const headers = { origin: new URL(page.url()).origin };
      const reply = await page.request.post('/api/batches', { data: { lines }, headers });
      await page.goto(`/creator/batches/${(await reply.json()).batch.id}`);
      const bar = page.getByRole('region', { name: words.bar, exact: true });
      const expectOneRow = async () => {
        const { width = 0, height = 0 } = (await bar.boundingBox()) ?? {};
        expect(width).toBeLessThanOrEqual(360);
        expect(height).toBeLessThanOrEqual(64);
        expect(await bar.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
        for (const button of await bar.getByRole('button').all())
          await expect(button).toBeInViewport({ ratio: 1 });
      };
      const takes = page.getByRole('checkbox', { name: words.select });
      await expect(takes).toHaveCount(2);
      await expectOneRow();
      await takes.first().check();
      await expectOneRow();
      await bar.getByRole('button', { name: words.out, exact: true }).tap();
      await takes.nth(1).check();
      await expectOneRow();
      await expect(bar.getByRole('button', { name: words.undo })).toBeVisible();
    });
  });
}
