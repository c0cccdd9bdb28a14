import type { StatusReply } from '@atelier/contract';
import { holdKind } from '@atelier/dev-stack/hold-kind';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { Creator, expect, type Locale, test, uniquePrompt } from './creator.ts';
import { readShifts, watchShifts } from './find-shifts.ts';
import { post } from './own-requests.ts';

// No other test on the same stack uses these kinds.
const languages = [
  {
    locale: 'en-US',
    kind: 'qwen-image-2',
    name: 'Qwen Image 2',
    notice: 'Waits for now',
    model:
      'Qwen Image 2 is not taking work at the moment. Generations wait, nothing is charged while they do, and you can cancel them at any time.',
    provider:
      'fal is not taking work at the moment. Generations wait, nothing is charged while they do, and you can cancel them at any time.',
    waiting: '1 waiting',
    inLine: 'Waiting for the model',
    follow: /^Continue with /,
    tray: /running generation/i,
    preview: 'Preview',
    cancel: /^Cancel: /,
    banner: 'fal is not taking work',
    since: /^Waiting since .+/,
    badge: 'Taking no work now',
    summary: '1 model is taking no work now.',
    works: 'All models work.',
  },
  {
    locale: 'zh-CN',
    kind: 'recraft-v3',
    name: 'Recraft V3',
    notice: '暂时需等待',
    model: 'Recraft V3 目前不接收任务。任务会等待，等待期间不扣费，您可以随时取消。',
    provider: 'fal 目前不接收任务。任务会等待，等待期间不扣费，您可以随时取消。',
    waiting: '1 个等待中',
    inLine: '等待模型恢复',
    follow: /^改用 /,
    tray: /运行/,
    preview: '预览',
    cancel: /^取消：/,
    banner: 'fal 目前不接收任务',
    since: /^自 .+ 起等待$/,
    badge: '目前不接收任务',
    summary: '有 1 个模型目前不接收任务。',
    works: '所有模型运行正常。',
  },
] satisfies (Record<string, string | RegExp> & { locale: Locale })[];

const since = '2026-01-02T10:32:00.000Z';

/** The true reply, but for these. */
async function reportStatus(page: Page, change: (status: StatusReply) => StatusReply): Promise<void> {
  await page.route('**/api/status', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: change((await response.json()) as StatusReply) });
  });
}

/** Opens a form, lets the status arrive only then, and returns what its notice has moved. */
async function findShiftsOfStatus(
  page: Page,
  { form, model, notice }: { form: string; model: Locator; notice: Locator },
): Promise<object[]> {
  const arrival = Promise.withResolvers<void>();
  await page.route('**/api/status', async (route) => {
    await arrival.promise;
    await route.continue();
  });
  await watchShifts(page);
  await page.goto(form);
  await expect(model).toBeVisible();
  // The last of the form's parts to be drawn, which has no room of its own without the expected time.
  await expect(
    page
      .locator('form [title]')
      .filter({ hasText: /\d:\d\d/ })
      .last(),
  ).toBeVisible();
  await page.evaluate(() => {
    window.shifts = [];
  });
  arrival.resolve();
  await expect(notice).toBeVisible();
  return readShifts(page);
}

const asHealthy = (status: StatusReply): StatusReply => ({
  ...status,
  kinds: status.kinds.map((kind) => ({ ...kind, is_failing: false, held_since: null, successor: null })),
});

for (const labels of languages) {
  test.describe(`in ${labels.locale}`, () => {
    test.use({ locale: labels.locale });

    test('what a model that is down keeps waiting says so wherever it is shown, and starts when the model is back', async ({
      page,
      creator: _,
    }) => {
      const creator = new Creator(page, labels.locale);
      const release = await holdKind(String(process.env.E2E_DATABASE_URL), labels.kind);
      try {
        const form = `/creator/image/text-to-image?model=${labels.kind}`;
        // The status is kept for two seconds.
        await expect
          .poll(async () => {
            const { kinds } = (await (await page.request.get('/api/status')).json()) as StatusReply;
            return kinds.find(({ id }) => id === labels.kind)?.held_since;
          })
          .toBeTruthy();
        const model = creator.modelButton.filter({ hasText: labels.name });
        const notice = page.getByRole('button', { name: labels.notice });
        expect(await findShiftsOfStatus(page, { form, model, notice })).toEqual([]);
        await expect(page.getByRole('status').filter({ hasText: labels.name })).toHaveText(labels.model);
        await creator.openSheet();
        const sheet = page.getByRole('dialog');
        await sheet.getByRole('textbox').first().fill('A lighthouse');
        await expect(sheet.getByText(labels.model)).toBeVisible();
        await expectAccessible(page, 'the sheet');
        await page.keyboard.press('Escape');
        const prompt = uniquePrompt('A lighthouse in fog');
        const card = await creator.generate(prompt);
        const preview = page.getByRole('region', { name: labels.preview, exact: true });
        const waiting = preview.getByRole('button', { name: labels.waiting });
        await expect(waiting).toBeVisible();
        await expect(card).toHaveCount(0);
        await expect(preview.getByText(labels.model)).toHaveCount(1);
        // Its values are in the form that it leads to.
        await expect(preview.getByRole('link', { name: labels.follow })).toHaveAttribute('href', /prompt=/);
        await expectAccessible(page, 'the row');

        await page.getByRole('button', { name: labels.tray }).click();
        const tray = page.locator('[popover]:popover-open');
        await expect(tray.getByText(labels.model)).toBeVisible();
        await expectAccessible(page, 'the tray');
        await page.keyboard.press('Escape');
        await expect(tray).toHaveCount(0);

        await waiting.click();
        const dialog = page.getByRole('dialog');
        await expect(dialog.getByRole('button', { name: labels.cancel })).toBeVisible();
        await expect(dialog.getByText(labels.model)).toBeVisible();
        await expect(dialog.locator('[data-line]').getByText(labels.inLine)).toBeVisible();
        await expectAccessible(page, 'the line');
        await dialog.getByRole('link', { name: labels.follow }).click();
        await expect(dialog).toHaveCount(0);
        await expect(creator.modelButton).not.toContainText(labels.name);

        await page.goto('/status');
        const row = page.getByRole('listitem').filter({ hasText: labels.badge });
        await expect(row.filter({ hasText: labels.name }).getByText(labels.since)).toBeVisible();
        await page.goto(form);

        // Shown once the form has changed to the model of its address.
        await expect(notice).toBeVisible();
        await creator.prompt.fill(prompt);
        await notice.click();
        const popover = page.locator('[popover]:popover-open');
        await expect(popover).toContainText(labels.model);
        await expectAccessible(page, 'the notice of the form');
        await popover.getByRole('link', { name: labels.follow }).click();
        await expect(creator.prompt).toHaveValue(prompt);
        await expect(creator.modelButton).not.toContainText(labels.name);
        await expect(waiting).toBeVisible();
        await release();
        await expect(card).toBeVisible();
        await expect(waiting).toHaveCount(0);
        await expect(preview.getByText(labels.model)).toHaveCount(0);
      } finally {
        await release();
      }
    });

    test('while the provider takes no work its form, its row and the status page say so', {
      tag: '@each-rule',
    }, async ({ page, creator: _ }) => {
      await reportStatus(page, (status) => ({ ...asHealthy(status), provider_held_since: since }));
      // Stands for a line that the provider holds: only the reason differs.
      await post(page, '/api/line/pause');
      const holdBack = (text: string) =>
        text
          .replaceAll('"waiting_reason":"paused"', '"waiting_reason":"provider"')
          .replaceAll('"is_paused":true', '"is_paused":false');
      for (const path of ['**/api/line', '**/api/generations*', '**/api/generations/*', '**/api/library*'])
        await page.route(path, async (route) => {
          if (route.request().method() !== 'GET') return route.continue();
          const response = await route.fetch();
          await route.fulfill({ response, body: holdBack(await response.text()) });
        });
      const image = { image_generation_type: 'text-to-image', model: 'flux-schnell' };
      const prompt = uniquePrompt('A heron');
      await post(page, '/api/wan/createImage', { ...image, prompt });
      try {
        await page.goto('/creator/image/text-to-image?model=flux-schnell');
        const preview = page.getByRole('region', { name: labels.preview, exact: true });
        await expect(preview.getByRole('button', { name: labels.waiting })).toBeVisible();
        await expect(preview.getByText(labels.provider)).toBeVisible();
        const notice = page.getByRole('button', { name: labels.notice });
        await notice.click();
        await expect(page.locator('[popover]:popover-open')).toContainText(labels.provider);
        await expectAccessible(page);
        await page.goto('/status');
        const banner = page.getByRole('region', { name: labels.banner });
        await expect(banner.getByText(labels.since)).toBeVisible();
        await expect(page.getByText(labels.works)).toHaveCount(0);
        await expectAccessible(page);
      } finally {
        // A reply that is on its way when the test ends has no page to go to.
        await page.unrouteAll({ behavior: 'ignoreErrors' });
        await post(page, '/api/line/cancel', { all: true });
        await post(page, '/api/line/resume');
      }
    });
  });
}
