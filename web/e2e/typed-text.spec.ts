import { Creator, expect, test, uniquePrompt } from './creator.ts';

test.describe('a visitor', () => {
  // The toasts of what other tests make in the shared account would cover the form.
  test.use({ storageState: { cookies: [], origins: [] } });

  test("a sample replaces a typed prompt so that the field and the form's line can undo it", {
    tag: '@each-rule',
  }, async ({ page, creator }) => {
    await creator.open();
    await creator.prompt.pressSequentially('typed by hand');
    await page.getByRole('button', { name: 'Dreamy Sunset' }).click();
    await expect(creator.prompt).toHaveValue(/sailboat/);
    await creator.prompt.focus();
    await page.keyboard.press('ControlOrMeta+z');
    await expect(creator.prompt).toHaveValue('typed by hand');

    await page.getByRole('button', { name: 'Dreamy Sunset' }).click();
    await expect(creator.prompt).toHaveValue(/sailboat/);
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await expect(creator.prompt).toHaveValue('typed by hand');

    await creator.prompt.fill('');
    await creator.prompt.press('ArrowUp');
    await expect(creator.prompt).toHaveValue('typed by hand');
    await creator.prompt.press('ArrowDown');
    await expect(creator.prompt).toHaveValue('');
  });
});

for (const { locale, undo } of [
  { locale: 'en-US', undo: 'Undo' },
  { locale: 'zh-CN', undo: '撤销' },
] as const) {
  test.describe(`a page in ${locale}`, () => {
    test.use({ locale });

    test('restores the draft on request after a link has filled in the form', { tag: '@each-rule' }, async ({
      page,
      problems,
    }) => {
      problems.allow(/ERR_FAILED/);
      const creator = new Creator(page, locale);
      await creator.open();
      // Typed into the app, which keeps a draft; the prerendered page before it does not.
      await expect(creator.balance).toBeVisible();
      const draft = uniquePrompt('Half a prompt');
      await creator.prompt.fill(draft);
      const made = 'made_from=01a207bc-3dac-75bc-b44c-fb990fba734a';
      await page.goto(
        `/creator/video-generation?model=text-to-video&prompt=A%20lamp&aspect_ratio=9:16&${made}`,
      );
      await expect(creator.prompt).toHaveValue('A lamp');
      await page.getByRole('button', { name: undo }).click();
      await expect(creator.prompt).toHaveValue(draft);
      await page.reload();
      await expect(creator.prompt).toHaveValue(draft);
      // It was not made from that generation: nothing of the link is left in what is submitted.
      await page.route('**/api/wan/createVideo', (route) => route.abort());
      const submitted = page.waitForRequest('**/api/wan/createVideo');
      await creator.generateButton.click();
      const { prompt, made_from } = (await submitted).postDataJSON();
      expect({ prompt, made_from }).toEqual({ prompt: draft, made_from: undefined });
    });
  });
}

test('what two kinds share travels, what does not fit is named, and newer text stays', async ({
  page,
  creator,
}) => {
  const link = (name: string) =>
    page.getByRole('navigation').getByRole('link', { name, exact: true }).first();
  await creator.open();
  const prompt = uniquePrompt('A heron');
  await creator.prompt.fill(prompt);
  await creator.ratio.selectOption('9:16');
  await creator.resolution.selectOption('720p');
  await creator.resolution.selectOption('480p');

  await link('Wan 2.2 5B').click();
  await expect(creator.prompt).toHaveValue(prompt);
  await expect(creator.ratio).toHaveValue('9:16');
  await expect(creator.resolution).toHaveValue('580p');
  await expect(page.getByText('Value not allowed here: Resolution (580p, 720p)')).toBeVisible();

  await creator.prompt.fill(`${prompt}, at dawn`);
  await link('Text to video').click();
  await expect(creator.prompt).toHaveValue(`${prompt}, at dawn`);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(creator.prompt).toHaveValue(prompt);

  await link('Text to image').click();
  await expect(page.getByRole('heading', { name: 'Text to image' })).toBeVisible();
  await expect(creator.prompt).toHaveValue('');
  await creator.prompt.fill('A picture');
  await link('Text to video').click();
  await expect(creator.prompt).toHaveValue('A picture');
});

test('a model can be found by criteria', { tag: '@each-rule' }, async ({ page, creator }) => {
  await creator.open();
  await creator.modelButton.click();
  const options = page.getByRole('listbox', { name: 'Model' }).getByRole('option');
  await expect(options.first()).toContainText('H3 Max Turbo');
  const count = await options.count();
  const wish = (name: RegExp) => page.getByRole('button', { name });
  await wish(/^With sound \d+$/).click();
  await wish(/^From a picture or a video \d+$/).click();
  await expect(wish(/^With sound/)).toHaveAttribute('aria-pressed', 'true');
  await expect(options.filter({ hasText: 'Veo 3.1' })).toBeVisible();
  await expect(options.filter({ hasText: 'Wan 2.1' })).toHaveCount(0);
  await wish(/^With sound/).click();
  await wish(/^From a picture or a video/).click();
  await expect(options).toHaveCount(count);
  await creator.modelSearch.fill('veo lite');
  await expect(options).toHaveCount(1);
  await options.click();
  await expect(page).toHaveURL(/\/creator\/video\/veo3-1-lite$/);
  await expect(page.getByText('200').first()).toBeVisible();
});

test('the keyboard chooses a model, on this page or another, and typed text is kept', {
  tag: '@each-rule',
}, async ({ page, creator }) => {
  await creator.open();
  const prompt = uniquePrompt('A kingfisher');
  await creator.prompt.fill(prompt);
  await creator.modelButton.press('Enter');
  const options = page.getByRole('listbox', { name: 'Model' }).getByRole('option');
  const active = page.locator('[role=option][data-active]');
  await expect(creator.modelSearch).toBeFocused();
  await expect(options.and(page.locator('[aria-selected=true]'))).toContainText('Wan 2.1');
  await expect(active).toContainText('Wan 2.1');
  await page.keyboard.press('ArrowUp');
  await expect(active).not.toContainText('Wan 2.1');
  await page.keyboard.press('Escape');
  await expect(creator.modelButton).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(creator.modelSearch).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/creator\/video\/first-to-last-frame$/);
  await expect(creator.prompt).toHaveValue(prompt);
  await expect(creator.modelButton).toBeFocused();

  await page.goto('/creator/image/image-to-image');
  await creator.prompt.fill(prompt);
  await creator.chooseModel('Janus Pro');
  await expect(page).toHaveURL(/\/creator\/image\/text-to-image$/);
  await expect(creator.prompt).toHaveValue(prompt);
});
