import { expectAccessible } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { buyPack, disputePayment, newcomer, signInByRequests } from './newcomers.ts';

const languages = [
  {
    locale: 'en-US',
    held: /^On hold: you owe 40 credits from a reversed payment/,
    buy: 'Buy credits',
    waits: /^Waiting/,
    cancel: /^Cancel · 20 credits back/,
  },
  {
    locale: 'zh-CN',
    held: /^已暂缓：一笔付款被退回，您尚欠 40 积分/,
    buy: '购买积分',
    waits: /^等待/,
    cancel: /^取消 · /,
  },
];

for (const { locale, held, buy, waits, cancel } of languages) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test('what waits of an account that owes says so on its card and in its line, and goes on when the dispute is won', async ({
      page,
    }) => {
      test.slow();
      await signInByRequests(page, newcomer());
      const payment = await buyPack(page, 'starter');
      const headers = { origin: new URL(String(process.env.E2E_BASE_URL)).origin };
      const post = async (path: string, data: object = {}) => {
        const reply = await page.request.post(path, { data, headers });
        expect(reply.status(), path).toBe(200);
        return reply.json();
      };
      await post('/api/line/pause');
      const image = { image_generation_type: 'text-to-image', model: 'flux-schnell' };
      for (const tree of ['Alder', 'Birch'])
        await post('/api/wan/createImage', { ...image, prompt: `${tree} ${crypto.randomUUID()} [stuck]` });
      await disputePayment(page, payment, 'needs_response');
      await page.goto('/creator/image/text-to-image');
      const card = page.getByRole('main');
      await expect(card.getByText(held).first()).toBeVisible();
      await post('/api/line/resume');
      await expect(card.getByRole('button', { name: waits })).toHaveCount(2);
      await expect(card.getByRole('link', { name: buy }).first()).toBeVisible();
      await expectAccessible(page);

      await card.getByRole('button', { name: waits }).first().click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByText(held)).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press('Escape');

      await card.getByRole('button', { name: cancel }).first().click();
      await expect(card.getByRole('button', { name: waits })).toHaveCount(1);
      await expect(card.getByText(held)).toHaveCount(1);
      await disputePayment(page, payment, 'won');
      await expect(card.getByText(held)).toHaveCount(0);
      await expect(card.getByRole('button', { name: waits })).toHaveCount(0);
      await post('/api/line/cancel', { all: true });
    });
  });
}
