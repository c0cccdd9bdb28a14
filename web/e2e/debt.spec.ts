import { expectAccessible } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { buyPack, disputePayment, newcomer, signInByRequests } from './newcomers.ts';
import { post } from './own-requests.ts';

const languages = [
  {
    locale: 'en-US',
    held: /^On hold: you owe 40 credits from a reversed payment/,
    buy: 'Buy credits',
    waiting: (count: number) => `${count} waiting`,
    cancel: /^Cancel: /,
  },
  {
    locale: 'zh-CN',
    held: /^已暂缓：一笔付款被退回，您尚欠 40 积分/,
    buy: '购买积分',
    waiting: (count: number) => `${count} 个等待中`,
    cancel: /^取消：/,
  },
];

for (const { locale, held, buy, waiting, cancel } of languages) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test('what waits of an account that owes says so once beside the form and in its line, and goes on when the dispute is won', async ({
      page,
    }) => {
      await signInByRequests(page, newcomer());
      const payment = await buyPack(page, 'starter');
      await post(page, '/api/line/pause');
      const image = { image_generation_type: 'text-to-image', model: 'flux-schnell' };
      for (const tree of ['Alder', 'Birch'])
        await post(page, '/api/wan/createImage', {
          ...image,
          prompt: `${tree} ${crypto.randomUUID()} [stuck]`,
        });
      await disputePayment(page, payment, 'needs_response');
      await page.goto('/creator/image/text-to-image');
      const main = page.getByRole('main');
      const row = (count: number) => main.getByRole('button', { name: waiting(count) });
      await expect(main.getByText(held)).toBeVisible();
      await post(page, '/api/line/resume');
      await expect(row(2)).toBeVisible();
      await expect(main.getByRole('link', { name: buy })).toBeVisible();
      await expectAccessible(page);

      await row(2).click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByText(held)).toBeVisible();
      await expectAccessible(page);
      await dialog.getByRole('button', { name: cancel }).first().click();
      await page.keyboard.press('Escape');
      await expect(row(1)).toBeVisible();
      await expect(main.getByText(held)).toHaveCount(1);
      await disputePayment(page, payment, 'won');
      await expect(main.getByText(held)).toHaveCount(0);
      await expect(row(1)).toHaveCount(0);
      await post(page, '/api/line/cancel', { all: true });
    });
  });
}
