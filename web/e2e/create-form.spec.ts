import { Creator, expect, test, uniquePrompt } from './creator.ts';

const signedOut = { cookies: [], origins: [] };

test.describe('an anonymous user', () => {
  test.use({ storageState: signedOut });

  test('is asked to sign in on Generate and finds the form unchanged afterwards', {
    tag: '@each-rule',
  }, async ({ page, creator }) => {
    await creator.open();
    const prompt = uniquePrompt('A fox in fresh snow');
    await creator.prompt.fill(prompt);
    await creator.resolution.selectOption('580p');
    const upgrade = page.getByRole('dialog', { name: 'Please upgrade your account' });
    await upgrade.getByRole('button', { name: 'Not now' }).click();
    await creator.resolution.selectOption('480p');
    await creator.generateButton.click();

    const dialog = page.getByRole('dialog', { name: 'Sign in to generate' });
    await dialog.getByRole('button', { name: 'Continue to sign-in' }).click();
    await page.getByRole('button', { name: /^paid@atelier\.test/ }).click();

    await expect(page).toHaveURL(/\/creator\/video\/text-to-video$/);
    await expect(creator.prompt).toHaveValue(prompt);
    await expect(creator.resolution).toHaveValue('480p');
    await expect(creator.generateButton).toHaveAccessibleName('Generate · 300 credits');
    await expect(creator.balance).toBeVisible();
  });

  test('gets a filled-in form from a picture on the landing page', { tag: '@each-rule' }, async ({
    page,
    creator,
  }) => {
    await page.goto('/');
    await page.getByRole('link', { name: /^Burning orange dusk/ }).click();
    await expect(creator.prompt).toHaveValue(/^Burning orange dusk/);
  });
});

test.describe('a user who has never paid', () => {
  test.use({ storageState: signedOut });

  test('is asked to upgrade before anything is sent, and keeps the form', { tag: '@each-rule' }, async ({
    page,
    creator,
    signIn,
  }) => {
    await signIn('new@atelier.test', '/creator/video/text-to-video');
    const prompt = uniquePrompt('A snail on a leaf');
    await creator.prompt.fill(prompt);
    await creator.resolution.selectOption('720p');
    const dialog = page.getByRole('dialog', { name: 'Please upgrade your account' });
    await expect(dialog).toContainText('720p');
    await expect(dialog).toContainText('This generation costs 400 credits.');
    await expect(dialog.getByRole('button', { name: 'Buy 1,000 credits for $5' })).toBeFocused();
    await dialog.getByRole('button', { name: 'Not now' }).click();
    await expect(creator.resolution).toHaveValue('480p');

    await creator.generateButton.click();
    await dialog.getByRole('link', { name: 'See pricing' }).click();
    await expect(page).toHaveURL(/\/pricing\?redirect=/);
    await page.goBack();
    await expect(creator.prompt).toHaveValue(prompt);
    await expect(creator.card(prompt)).toHaveCount(0);

    await page.goto('/creator/video/wan-v2-2-a14b');
    await expect(creator.resolution).toHaveValue('480p');

    await page.goto('/creator/history/video');
    await expect(page.getByText('Your first video starts with one sentence')).toBeVisible();
  });
});

for (const locale of ['en-US', 'zh-CN'] as const) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test('drop zones side by side are as high as each other, whatever their labels and rules say', {
      tag: '@each-rule',
    }, async ({ page }) => {
      await page.goto('/creator/video/vace');
      const zones = page.locator('[data-upload-field] div:has(> input[type=file])');
      await expect(zones).toHaveCount(2);
      for (const width of [360, 768, 1366]) {
        await page.setViewportSize({ width, height: 900 });
        const places = await zones.evaluateAll((all) =>
          all.map((zone) => {
            const { top, bottom } = zone.getBoundingClientRect();
            return [Math.round(top), Math.round(bottom)];
          }),
        );
        expect(places[1], `${width} pixels wide`).toEqual(places[0]);
      }
    });
  });
}

test('the form says once what is wrong, focuses the first invalid field and keeps the text', async ({
  page,
  creator,
}) => {
  await creator.open();
  await creator.prompt.fill('');
  await creator.generateButton.click();
  const alert = page.getByRole('alert').filter({ hasText: '1 field needs a change' });
  await expect(alert).toBeVisible();
  await expect(creator.prompt).toBeFocused();
  await expect(creator.prompt).toHaveAccessibleDescription(/Prompt is required/);
  await expect(page.getByText('Prompt is required')).toHaveCount(1);
  await expect(page.getByText('Parameter Validation Errors:')).toHaveCount(0);
  await creator.prompt.blur();
  await alert.getByRole('button', { name: 'Go to Prompt' }).click();
  await expect(creator.prompt).toBeFocused();

  await creator.prompt.fill('x'.repeat(2001));
  await creator.generateButton.click();
  await expect(page.getByText('Prompt must be less than 2000 characters')).toHaveCount(1);
  await expect(creator.prompt).toHaveValue('x'.repeat(2001));
});

test('the form lists the problems that the server finds with what it has no fields for', {
  tag: '@each-rule',
}, async ({ page, creator, problems }) => {
  problems.allow(/^response 400 POST \/api\/wan\/createVideo/);
  await page.route('**/api/wan/createVideo', (route) =>
    // The form itself never sends values outside their range.
    route.continue({
      postData: { ...route.request().postDataJSON(), resolution: '999p', num_frames: 7, shift: 99 },
    }),
  );
  await creator.open();
  await creator.prompt.fill(uniquePrompt('A bridge in fog'));
  await creator.generateButton.click();
  const alert = page.getByRole('alert').filter({ hasText: 'Parameter Validation Errors:' });
  await expect(alert.getByRole('listitem')).toHaveText([
    'Number of frames must be between 81 and 121',
    'Shift parameter must be between 1 and 10',
  ]);
  await expect(alert).toContainText('1 field needs a change');
  await expect(page.getByText('Resolution must be one of: 480p, 580p, 720p')).toHaveCount(1);
});

test('the advanced panel opens and lists its problems, and the line below leads to them', {
  tag: '@each-rule',
}, async ({ page, creator, problems }) => {
  problems.allow(/^response 400 POST \/api\/wan\/createVideo/);
  await page.route('**/api/wan/createVideo', (route) =>
    route.continue({ postData: { ...route.request().postDataJSON(), shift: 99 } }),
  );
  await page.goto('/creator/video/wan-v2-2-a14b');
  await creator.prompt.fill(uniquePrompt('A bridge in rain'));
  await creator.generateButton.click();
  const list = page.getByRole('list', { name: 'Parameter Validation Errors:' });
  await expect(list.getByRole('listitem')).toHaveText(['Shift parameter must be between 1 and 10']);
  const shift = page.getByRole('spinbutton', { name: 'Shift' });
  await expect(shift).toBeVisible();
  await page.getByText('Advanced', { exact: true }).click();
  await expect(shift).toBeHidden();
  await page.getByRole('button', { name: 'Go to Shift' }).click();
  await expect(page.locator('[name=shift]').first()).toBeFocused();
});

test('a user makes a video with the keyboard alone', async ({ page, creator }) => {
  await creator.open();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, creator);
  const prompt = uniquePrompt('A row of lanterns');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(prompt);
  await tabTo(page, creator.ratio);
  await page.keyboard.press('ArrowDown');
  await expect(creator.ratio).toHaveValue('9:16');
  await page.keyboard.press('ControlOrMeta+Enter');
  const card = creator.card(prompt);
  await expect(card.locator('video')).toBeVisible();
  await tabTo(page, card.getByRole('link', { name: 'Download' }));
});

test('a link fills in the form, which says what does not fit', { tag: '@each-rule' }, async ({
  page,
  creator,
}) => {
  await page.goto(
    '/creator/video-generation?model=text-to-video&prompt=A%20lamp&aspect_ratio=9:16&resolution=9000p',
  );
  await expect(creator.prompt).toHaveValue('A lamp');
  await expect(creator.ratio).toHaveValue('9:16');
  await expect(creator.resolution).toHaveValue('580p');
  await expect(page.getByText('Value not allowed here: Resolution (480p, 580p, 720p)')).toBeVisible();
});

test('a submission that could not be sent stays as a card, over a reload and in other tabs, until it is sent once', {
  tag: '@each-rule',
}, async ({ page, context, creator, problems }) => {
  problems.allow(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|WebSocket/);
  await creator.open();
  const before = await creator.creditsLeft();
  const toaster = page.waitForResponse(/\/toaster-/);
  await creator.prompt.click();
  await (await toaster).finished();
  await context.setOffline(true);
  const prompt = uniquePrompt('A lamp');
  const card = await creator.generate(prompt);
  await expect(
    page.getByText('The connection failed. Check your network and try again.').first(),
  ).toBeVisible();
  await expect(card).toContainText('Not sent · nothing charged');
  await context.setOffline(false);
  expect(await creator.creditsLeft()).toBe(before);

  const otherTab = new Creator(await context.newPage());
  await otherTab.open();
  await expect(otherTab.card(prompt)).toContainText('Not sent · nothing charged');
  await page.reload();
  await expect(card).toContainText('Not sent · nothing charged');

  await creator.prompt.fill('Something else');
  await card.getByRole('link', { name: 'Edit' }).click();
  await expect(creator.prompt).toHaveValue(prompt);

  await card.getByRole('button', { name: 'Try again · 300 credits' }).click();
  await expect(card.locator('video')).toBeVisible();
  await expect(otherTab.card(prompt).locator('video')).toBeVisible();
  await creator.expectCreditsLeft(before - 300);
});

test('a submission whose answers were lost shows its true state, and a refused one can be dismissed', {
  tag: '@faults',
}, async ({ page, creator, problems }) => {
  problems.allow(/ERR_FAILED|^response 503 POST \/api\/wan\/createVideo|The account could not be read/);
  let attempts = 0;
  await page.route('**/api/wan/createVideo', async (route) => {
    attempts += 1;
    await route.fetch();
    await route.abort();
  });
  await creator.open();
  const before = await creator.creditsLeft();
  const arrived = await creator.generate(uniquePrompt('A bell'));
  await expect(arrived.locator('video')).toBeVisible();
  expect(attempts).toBe(2);
  await creator.expectCreditsLeft(before - 300);

  await page.unroute('**/api/wan/createVideo');
  await page.route('**/api/wan/createVideo', (route) =>
    route.fulfill({ status: 503, json: { success: false, error: 'no', message: 'no', code: 'unavailable' } }),
  );
  const refused = await creator.generate(uniquePrompt('A drum'));
  await expect(refused).toContainText('Not sent · nothing charged');
  await refused.getByRole('button', { name: 'Dismiss' }).click();
  await expect(refused).toHaveCount(0);
  await page.reload();
  await expect(arrived.locator('video')).toBeVisible();
  await expect(refused).toHaveCount(0);
  await creator.expectCreditsLeft(before - 300);
});

/** Presses Tab until the target has the focus. */
async function tabTo(page: Creator['page'], target: Creator | ReturnType<Creator['card']>): Promise<void> {
  const locator = target instanceof Creator ? target.prompt : target;
  for (let presses = 0; presses < 60; presses += 1) {
    if (await locator.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(locator).toBeFocused();
}
