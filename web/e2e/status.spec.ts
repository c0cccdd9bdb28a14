import type { StatusReply } from '@atelier/contract';
import words from '../src/locales/en/kinds.json' with { type: 'json' };
import { expectAccessible } from './accessibility.ts';
import { expect, test } from './fixtures.ts';

const languages = [
  {
    locale: 'en-US',
    title: 'How the models are doing',
    failing: '1 model is failing now.',
    recent: '4 of the last 10 failed',
    badge: 'Failing now',
    quiet: /^No generations ended in this period: .*FLUX dev/,
    week: '7 days',
    wait: /^Waitusually 3 sec19 of 20 within 1:10$/,
    back: /^Return timeusually under 1 sec/,
    refunds: 'Returned133 of them later',
    kept: 'On time91% of 90%52% of 50%',
    curve: 'Promised and actual times',
    drawn: 'Promised and actual times: Flux Schnell. The table has the same figures.',
    together: 'Promised and actual times: all models together. The table has the same figures.',
    most: ['90% (“at most”)', '91%'],
    accepted: /^Times shown after the model had accepted a generation: 93% .* 55% /,
    kind: 'Flux Schnell',
    notice: 'Often fails now',
    warning: 'This model is failing now: 4 of the last 10 failed. Failed generations are free.',
    follow: 'Continue with FLUX dev',
    details: 'See its status',
  },
  {
    locale: 'zh-CN',
    title: '各模型运行状况',
    failing: '有 1 个模型目前频繁失败。',
    recent: '最近 10 次中失败 4 次',
    badge: '目前频繁失败',
    quiet: /^此时段没有已结束的任务：.*FLUX dev/,
    week: '7 天',
    wait: /^等待通常 3秒95% 在 1:10 内$/,
    back: /^退回用时通常 不到 1 秒/,
    refunds: '已退回13其中 3 次为事后退款',
    kept: '按时完成91%（承诺 90%）52%（承诺 50%）',
    curve: '承诺时间与实际时间',
    drawn: '承诺与实际时间：Flux Schnell。表格中有相同的数据。',
    together: '承诺与实际时间：所有模型。表格中有相同的数据。',
    most: ['90%（“最多”）', '91%'],
    accepted: /^模型接受任务后显示的时间：93% .*55% /,
    kind: 'Flux Schnell',
    notice: '目前常失败',
    warning: '此模型目前频繁失败：最近 10 次中失败 4 次。失败不收费。',
    follow: '改用 FLUX dev',
    details: '查看模型状态',
  },
];

const ends = {
  completed: 90,
  failed: 8,
  refused: 2,
  cancelled: 5,
  returned: 10,
  refunded: 3,
  wait_seconds: { p50: 3, p95: 70 },
  run_seconds: { p50: 2, p95: 4 },
  back_seconds: { p50: 0.1, p95: 0.4 },
  kept: { typical: 0.55, most: 0.93 },
  tenths: [10, 12, 8, 11, 11, 9, 10, 12, 8, 9],
};
const nothing = {
  completed: 0,
  failed: 0,
  refused: 0,
  cancelled: 0,
  returned: 0,
  refunded: 0,
  wait_seconds: null,
  run_seconds: null,
  back_seconds: null,
  kept: null,
  tenths: null,
};

/** The true reply, but for one kind that is failing and all others of which nothing has ended today. */
function failing(status: StatusReply): StatusReply {
  return {
    ...status,
    kinds: status.kinds.map((kind) =>
      kind.id === 'flux-schnell'
        ? {
            ...kind,
            recent: { failed: 4, total: 10 },
            is_failing: true,
            successor: 'flux-dev',
            day: ends,
            week: ends,
          }
        : { ...kind, recent: { failed: 0, total: 0 }, is_failing: false, day: nothing, week: ends },
    ),
  };
}

for (const labels of languages) {
  test.describe(`in ${labels.locale}`, () => {
    test.use({ locale: labels.locale });

    test('a kind that is failing is named on the status page and in its form, before anything is paid', async ({
      page,
      signIn,
    }) => {
      await page.route('**/api/status', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: failing((await response.json()) as StatusReply) });
      });
      await signIn('status@atelier.test', '/creator/image/text-to-image?model=flux-schnell');
      await expect(page.getByRole('status').filter({ hasText: labels.recent.slice(0, 3) })).toHaveText(
        labels.warning,
      );
      const notice = page.getByRole('button', { name: labels.notice });
      await notice.click();
      await expect(page.locator('[popover]:popover-open')).toContainText(labels.warning);
      await expect(page.getByRole('link', { name: labels.follow })).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('link', { name: labels.details }).click();
      await expect(page).toHaveURL(/\/status$/);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(labels.title);
      await expect(page.getByText(labels.failing)).toBeVisible();
      const row = page.getByRole('listitem').filter({ hasText: labels.badge });
      await expect(row).toHaveCount(1);
      await expect(row).toContainText(labels.recent);
      await expect(row.locator('dl > div').nth(3)).toHaveText(labels.refunds);
      await expect(row.locator('dl > div').nth(4)).toHaveText(labels.wait);
      await expect(row.locator('dl > div').nth(6)).toHaveText(labels.back);
      await expect(row.locator('dl > div').nth(7)).toHaveText(labels.kept);
      await expect(page.getByRole('img', { name: labels.together })).toBeVisible();
      await row.getByText(labels.curve).click();
      await expect(row.getByRole('img', { name: labels.drawn })).toBeVisible();
      const decile = row.getByRole('row').last();
      await expect(decile.getByRole('rowheader')).toHaveText(labels.most[0] ?? '');
      await expect(decile.getByRole('cell')).toHaveText(labels.most[1] ?? '');
      await expect(row.getByText(labels.accepted)).toBeVisible();
      await expect(page.getByText(labels.quiet).first()).toBeVisible();
      await expectAccessible(page);

      await page.getByRole('link', { name: labels.week }).click();
      await expect(page).toHaveURL(/\/status\?window=week$/);
      await expect(page.getByText(labels.quiet)).toHaveCount(0);
      await page.reload();
      await expect(page.getByRole('link', { name: labels.week })).toHaveAttribute('aria-current', 'page');
    });
  });
}

test('the status is what the server has counted, open to visitors, and tried again when it cannot be read', {
  tag: '@each-rule',
}, async ({ page, problems }) => {
  problems.allow(/api\/status/);
  let isDown = true;
  await page.route('**/api/status', (route) =>
    isDown ? route.fulfill({ status: 503, json: {} }) : route.continue(),
  );
  await page.goto('/');
  await page.getByRole('link', { name: 'Model status' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  isDown = false;
  const reply = page.waitForResponse('**/api/status');
  await page.getByRole('button', { name: /again/ }).click();
  const { kinds } = (await (await reply).json()) as StatusReply;
  for (const { id } of kinds)
    await expect(page.getByRole('main')).toContainText(words.kinds[id as keyof typeof words.kinds].title);
  await expectAccessible(page);
});
