import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from '@playwright/test';
import { languages } from '../src/lib/i18n/languages.build.ts';
import { expectAccessibleInEveryLayout } from './accessibility.ts';
import { test } from './fixtures.ts';
import { buyPack, newcomer } from './newcomers.ts';

/** A user's webhook server that answers with these status codes in turn, and with 200 afterwards. */
async function startReceiver(...answers: number[]) {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(answers.shift() ?? 200).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hooks/end-of-a-generation`, close: () => server.close() };
}

async function submit(page: Page, webhookUrl: string): Promise<string> {
  const response = await page.request.post('/api/wan/createImage', {
    data: {
      image_generation_type: 'text-to-image',
      model: 'flux-schnell',
      prompt: 'A paper boat',
      webhook_url: `${webhookUrl}?token=planted`,
    },
    headers: { origin: new URL(page.url()).origin },
  });
  expect(response.status()).toBe(200);
  return ((await response.json()) as { id: string }).id;
}

const findRow = (page: Page, id: string) =>
  page.locator('section[aria-labelledby=webhooks-title] li').filter({ hasText: id });

test('the page shows the webhooks sent to the user’s server, and sends one again', async ({
  page,
  signIn,
}) => {
  const receiver = await startReceiver(500);
  await signIn(newcomer(), '/developers');
  await expect(page.getByText('No messages yet.')).toBeVisible();
  await buyPack(page, 'starter');
  const id = await submit(page, receiver.url);
  const row = findRow(page, id);
  await expect(async () => {
    await page.reload();
    await expect(row).toContainText('Answered 500', { timeout: 2_000 });
  }).toPass();
  await expect(row).toContainText('Waiting');
  await expect(row).toContainText('1 attempt');
  await expect(row).toContainText('Next attempt');
  await expect(row).toContainText(receiver.url);
  expect(await page.content()).not.toContain('planted');
  await row.getByRole('button', { name: `Send again for ${id}` }).press('Enter');
  await expect(row).toContainText('Delivered');
  await expect(row).toContainText('2 attempts');
  await expect(row).not.toContainText('Next attempt');
  receiver.close();
});

test('the page shows why sending a webhook again was refused', { tag: '@each-rule' }, async ({
  page,
  signIn,
  problems,
}) => {
  problems.allow(/^response 400 POST \/api\/user\/webhook-deliveries/);
  const receiver = await startReceiver(410);
  await signIn(newcomer(), '/developers');
  await buyPack(page, 'starter');
  const row = findRow(page, await submit(page, receiver.url));
  await expect(async () => {
    await page.reload();
    await expect(row).toContainText('Given up', { timeout: 2_000 });
  }).toPass();
  await page.route('**/redeliver', (route) =>
    route.fulfill({ status: 400, json: { code: 'webhooks_unavailable' } }),
  );
  await row.getByRole('button').click();
  await expect(page.getByText('This server does not send webhooks.')).toBeVisible();
  receiver.close();
});

for (const { tag: locale } of languages) {
  test.describe(`the page with webhooks, in ${locale}`, () => {
    test.use({ locale });

    test('has no accessibility violation and no horizontal overflow', { tag: '@each-page' }, async ({
      page,
      signIn,
    }) => {
      const receiver = await startReceiver(500, 410);
      await signIn(newcomer(), '/developers');
      await buyPack(page, 'starter');
      for (let count = 0; count < 3; count += 1) {
        const id = await submit(page, receiver.url);
        await expect(async () => {
          await page.reload();
          await expect(findRow(page, id)).toContainText(/1 attempt|1 次/, { timeout: 2_000 });
        }).toPass();
      }
      await expectAccessibleInEveryLayout(page);
      receiver.close();
    });
  });
}
