import { expect, test, uniquePrompt } from './creator.ts';

test.beforeEach(({ problems }) => problems.allow(/^response 4\d\d POST \/api\/wan\/createVideo/));

test('the form asks for confirmation when the price has changed, and the confirmed price is charged', async ({
  page,
  creator,
}) => {
  const named: unknown[] = [];
  await page.route('**/api/wan/createVideo', async (route) => {
    const { expected_cost } = route.request().postDataJSON();
    named.push(expected_cost);
    // Simulates an outdated page: the first reply names 400, while the real price is 300.
    if (named.length > 1) return route.fallback();
    const error = 'The price has changed';
    const reply = { success: false, error, message: error, code: 'price_changed', cost: 400, expected_cost };
    return route.fulfill({ status: 409, json: reply });
  });
  await creator.open();
  const before = await creator.creditsLeft();
  const prompt = uniquePrompt('A wooden swing');
  await creator.prompt.fill(prompt);
  await creator.generateButton.click();
  const dialog = page.getByRole('dialog', { name: 'The price has changed' });
  await expect(dialog).toContainText('This now costs 400 credits instead of 300.');
  await expect(creator.card(prompt)).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Not now' }).click();
  await expect(creator.generateButton).toHaveAccessibleName('Generate · 400 credits');

  await creator.generateButton.click();
  await expect(dialog).toContainText('This now costs 300 credits instead of 400.');
  expect(await creator.creditsLeft()).toBe(before);
  await dialog.getByRole('button', { name: 'Generate for 300 credits' }).click();
  await expect(creator.card(prompt).locator('video')).toBeVisible();
  expect(named).toEqual([300, 400, 300]);
  await creator.expectCreditsLeft(before - 300);
});

test('the refusal says when the full line has room again and where to change the daily limit, and keeps the form', {
  tag: '@each-rule',
}, async ({ page, creator }) => {
  const refusals = [
    {
      status: 429,
      code: 'too_many_running',
      running: 5,
      limit: 5,
      waiting: 1_000,
      waiting_limit: 1_000,
      retry_after_seconds: 75,
    },
    {
      status: 403,
      code: 'daily_cap_reached',
      required: 300,
      cap: 1_000,
      spent: 900,
      frees_at: '2026-12-01T00:00:00.000Z',
    },
  ];
  await page.route('**/api/wan/createVideo', (route) => {
    const { status, ...reply } = refusals.shift() ?? { status: 500 };
    return route.fulfill({ status, json: { success: false, error: 'no', message: 'no', ...reply } });
  });
  await creator.open();
  const prompt = uniquePrompt('A garden gate');
  await creator.prompt.fill(prompt);
  await creator.generateButton.click();
  const full = page.getByRole('dialog', { name: 'Your line is full' });
  await expect(full).toContainText('1,000 generations are waiting');
  await expect(full).toContainText('about 1 min 15 sec');
  await full.getByRole('button', { name: 'OK' }).click();

  // Two quick presses of an unchanged form count as one.
  await creator.prompt.fill(`${prompt}!`);
  await creator.generateButton.click();
  const limit = page.getByRole('dialog', { name: 'Daily spending limit reached' });
  await expect(limit).toContainText('limit is 1,000 credits a day, and you have used 900 today');
  await limit.getByRole('link', { name: 'Change the limit' }).click();
  await expect(page).toHaveURL(/\/credits/);
  await page.goBack();
  await expect(creator.prompt).toHaveValue(`${prompt}!`);
});

test('the form says why a video or a sound was not submitted, in our messages or those of the server', {
  tag: '@each-page',
}, async ({ page, creator, problems }) => {
  problems.allow(/^response (418|500) POST|nowhere\.mp4/);
  const forms = [
    { address: '/creator/video/text-to-video', call: '**/api/wan/createVideo' },
    {
      address: '/creator/video-to-audio?video_url=https://example.com/nowhere.mp4',
      call: '**/api/wan/createAudio',
    },
  ];
  const answers = [
    { status: 500, body: '', sentence: 'Something went wrong on our side. Please try again.' },
    {
      status: 418,
      body: JSON.stringify({ code: 'some_new_code', message: 'The studio is closed for lunch' }),
      sentence: 'The studio is closed for lunch',
    },
  ];
  for (const { address, call } of forms) {
    for (const { sentence, ...answer } of answers) {
      await test.step(`${call}: ${sentence}`, async () => {
        await page.goto(address);
        const before = await creator.creditsLeft();
        await page.route(call, (route) => route.fulfill(answer), { times: 1 });
        const prompt = uniquePrompt('A closed studio');
        await page.getByRole('textbox', { name: /^Prompt/ }).fill(prompt);
        await creator.generateButton.click();
        const toasts = page.getByRole('region', { name: /^Notifications/ });
        await expect(toasts.getByText(sentence)).toBeVisible();
        await expect(creator.card(prompt)).toContainText('Not sent · nothing charged');
        expect(await creator.creditsLeft()).toBe(before);
      });
    }
  }
});

test('the dialog names every option that the server refuses before the first purchase', {
  tag: '@each-rule',
}, async ({ page, creator }) => {
  const options = [
    { field: 'aspect_ratio', value: '9:16' },
    { field: 'resolution', value: '720p' },
  ];
  const message = 'Please upgrade your account';
  const refusal = { success: false, error: message, message, code: 'please_upgrade_account' };
  await page.route('**/api/wan/createVideo', (route) =>
    route.fulfill({ status: 403, json: { ...refusal, option: options[0], options } }),
  );
  await creator.open();
  await creator.ratio.selectOption('9:16');
  await creator.resolution.selectOption('720p');
  await creator.prompt.fill(uniquePrompt('A tall tower'));
  await creator.generateButton.click();
  const dialog = page.getByRole('dialog', { name: message });
  await expect(dialog).toContainText('9:16 and 720p are available after your first purchase.');
});
