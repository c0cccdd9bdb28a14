import { type PushService, startPushService } from '@atelier/dev-stack/push-service';
import type { Page } from '@playwright/test';
import { expectAccessibleInEveryLayout } from './accessibility.ts';
import { Creator, expect, type Locale, test, uniquePrompt } from './creator.ts';
import { cutSocket } from './cut-socket.ts';
import { buyPack, newcomer } from './newcomers.ts';
import { deliver, replacePush, type Subscription, toWorker, watchNotifications } from './replace-push.ts';

// Headless browsers have no push service and show no notification. The push service is the test's own, and so is what the
// browser does for it; that the system shows what it was asked to, and that a press on it arrives, is not tested.
test.use({ serviceWorkers: 'allow', storageState: { cookies: [], origins: [] } });

let service: PushService;
let subscription: Subscription;
test.beforeEach(async () => {
  service = await startPushService();
  subscription = service.subscribe();
});
test.afterEach(() => service.close());

const storedBy = async (page: Page) =>
  (await (await page.request.get('/api/user/push-subscription')).json()).subscription;

const labelsOf = {
  'en-US': {
    language: 'en',
    notify: 'Notify me when a generation ends',
    badge: 'Notifications on',
    off: /^Also when Atelier is closed/,
    page: /^Only while Atelier is open in a tab/,
    title: 'Your video is ready',
  },
  'zh-CN': {
    language: 'zh-CN',
    notify: '生成结束时通知我',
    badge: '已开启通知',
    off: /^关闭 Atelier 后也会通知/,
    page: /^仅在 Atelier 页面打开时通知/,
    title: '视频已生成',
  },
};
const { notify } = labelsOf['en-US'];

/** A new user at `/account`, who turned the notifications on. */
async function optIn(page: Page, signIn: (email: string, path: string) => Promise<void>, name = notify) {
  await replacePush(page, subscription);
  await signIn(newcomer(), '/account');
  const worker = await toWorker(page);
  await page.getByRole('switch', { name }).click();
  await expect.poll(() => storedBy(page)).not.toBeNull();
  return worker;
}

for (const [locale, labels] of Object.entries(labelsOf)) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test('a user who turned them on gets the end of a generation, encrypted, with no page open', async ({
      page,
      signIn,
    }) => {
      await replacePush(page, subscription);
      await signIn(newcomer(), '/account');
      await toWorker(page);
      const notices = page.getByRole('switch', { name: labels.notify });
      await expect(notices).not.toBeChecked();
      await expect(page.getByText(labels.off)).toBeVisible();
      await notices.press('Space');
      await expect(notices).toBeChecked();
      await expect(page.getByText(labels.badge)).toBeVisible();
      expect(await storedBy(page)).toEqual({
        endpoint: subscription.endpoint,
        language: labels.language,
      });

      await buyPack(page, 'starter');
      const creator = new Creator(page, locale as Locale);
      await creator.open();
      const card = await creator.generate(uniquePrompt('A mill in the fog'));
      // Cancel appears once the server has answered; a page that is closed before takes its submission along.
      await expect(card.getByRole('button', { name: /^(Cancel|取消)/ })).toBeVisible();
      await page.close();
      await expect.poll(() => service.received.length).toBe(1);
      const payload = service.received[0]?.payload;
      expect(payload).toMatchObject({ medium: 'video', status: 'completed', title: labels.title });
      expect(JSON.stringify(payload)).not.toContain('mill');
    });

    test('a browser without a push service says that only an open page notifies', {
      tag: '@each-rule',
    }, async ({ page, signIn }) => {
      await replacePush(page, undefined);
      await signIn(newcomer(), '/account');
      await toWorker(page);
      await page.getByRole('switch', { name: labels.notify }).click();
      await expect(page.getByText(labels.page)).toBeVisible();
      expect(await storedBy(page)).toBeNull();
    });
  });
}

test('are turned off at the server and in the browser, and stay off', { tag: '@each-rule' }, async ({
  page,
  signIn,
}) => {
  await optIn(page, signIn);
  await page.getByRole('switch', { name: notify }).click();
  await expect(page.getByText('Notifications on')).toBeHidden();
  expect(await storedBy(page)).toBeNull();
  await page.reload();
  await expect(page.getByRole('switch', { name: notify })).not.toBeChecked();
  expect(await page.evaluate(() => sessionStorage.getItem('test.push-key'))).toBeNull();
});

test('are renewed by the next page when the server has lost them, in the language of the page', {
  tag: '@faults',
}, async ({ page, signIn }) => {
  await optIn(page, signIn);
  const origin = new URL(page.url()).origin;
  await page.request.delete('/api/user/push-subscription', { headers: { origin } });
  await page.context().addCookies([{ name: 'language', value: 'zh-CN', url: origin }]);
  await page.goto('/pricing');
  await expect.poll(() => storedBy(page)).toEqual({ endpoint: subscription.endpoint, language: 'zh-CN' });
});

test('begin turned off for another user of the same browser', { tag: '@each-rule' }, async ({
  page,
  signIn,
}) => {
  await optIn(page, signIn);
  await signIn(newcomer(), '/account');
  await expect(page.getByRole('switch', { name: notify })).not.toBeChecked();
  await expect.poll(() => storedBy(page)).toBeNull();
});

test('end with the session', { tag: '@each-rule' }, async ({ page, signIn, problems }) => {
  // Requests of the page that were under way when its session ended.
  problems.allow(/^response 401 GET \/api\/(?:generations|user\/)/);
  await optIn(page, signIn);
  // The page itself leaves as soon as it receives the end.
  const reply = await page.request.post('/api/auth/logout', {
    data: { everywhere: false },
    headers: { origin: new URL(page.url()).origin },
  });
  expect(reply.status()).toBe(200);
  // The page leaves when its session has ended.
  await page.waitForURL(({ pathname }) => pathname === '/');
  await signIn(newcomer(), '/account');
  await expect(page.getByRole('switch', { name: notify })).not.toBeChecked();
});

test.describe('a message', () => {
  const end = {
    id: '0190a3f2-6f3c-7a51-9c1e-5f0c2b7d4e10',
    medium: 'video',
    status: 'completed',
    title: 'Your video is ready',
    body: 'Open it in Atelier.',
  };

  test('is shown when no page is looked at, and one of the same generation has the same tag', {
    tag: '@each-rule',
  }, async ({ page, signIn }) => {
    const worker = await optIn(page, signIn);
    const shown = await watchNotifications(worker, subscription);
    // A page of the site that does not report ends: the app is not running in it.
    await page.goto('/offline.html');
    await deliver(page, end);
    await expect.poll(shown).toHaveLength(1);
    await deliver(page, { ...end, title: 'Again' });
    await expect.poll(shown).toHaveLength(2);
    const { id, medium } = end;
    expect(await shown()).toMatchObject([
      { title: end.title, body: end.body, tag: id, icon: '/icons/192.png', data: { id, medium } },
      { title: 'Again', tag: id },
    ]);
  });

  test('is left to a page that is looked at and connected, and shown while that has no connection', {
    tag: '@each-rule',
  }, async ({ page, signIn }) => {
    const socket = await cutSocket(page);
    const worker = await optIn(page, signIn);
    const shown = await watchNotifications(worker, subscription);
    const reports = () =>
      worker.evaluate(() =>
        (globalThis as unknown as { findPage(question: object): Promise<unknown> })
          .findPage({ name: 'reports-ends' })
          .then(Boolean),
      );
    await expect.poll(reports).toBe(true);
    await deliver(page, end);
    await socket.cut();
    await expect.poll(reports).toBe(false);
    await deliver(page, { ...end, id: '0190a3f2-6f3c-7a51-9c1e-5f0c2b7d4e11' });
    await expect.poll(shown).toHaveLength(1);
    expect((await shown())[0]?.tag).toBe('0190a3f2-6f3c-7a51-9c1e-5f0c2b7d4e11');
  });

  test('is always shown by Safari, which takes the permission away otherwise', {
    tag: '@each-device',
  }, async ({ page, signIn }) => {
    const worker = await optIn(page, signIn);
    const apple = { ...subscription, endpoint: 'https://web.push.apple.com/QGuQyavXutnMH' };
    const shown = await watchNotifications(worker, apple);
    await deliver(page, end);
    await expect.poll(shown).toHaveLength(1);
  });

  test('opens its generation in the page that is open, where nothing typed is lost', {
    tag: '@each-rule',
  }, async ({ page, signIn }) => {
    const worker = await optIn(page, signIn);
    await buyPack(page, 'starter');
    const creator = new Creator(page);
    await creator.open();
    const card = await creator.generate(uniquePrompt('A mill at night'));
    await expect(card.locator('video')).toBeVisible();
    const payload = await arrived(() => service.received[0]?.payload);
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    await worker.evaluate(
      (data) =>
        (globalThis as unknown as { openWork(data: object): Promise<unknown> }).openWork(data).catch(
          // Only a press of the user lets a service worker bring a page to the front.
          (error: Error) => error.name,
        ),
      { id: payload.id, medium: 'video' },
    );
    await expect(page).toHaveURL(new RegExp(`/creator/history/video\\?view=${payload.id}$`));
    await expect(page.getByRole('dialog').locator('video')).toBeVisible();
    expect(await page.evaluate(() => (window as unknown as { isSamePage?: boolean }).isSamePage)).toBe(true);
  });
});

test('a subscription that the browser replaced is stored by its service worker, unless it was turned off', {
  tag: '@faults',
}, async ({ page, signIn }) => {
  const worker = await optIn(page, signIn);
  const renewed = service.subscribe();
  await watchNotifications(worker, renewed);
  const renew = () =>
    worker.evaluate(() =>
      (globalThis as unknown as { renewSubscription(): Promise<void> }).renewSubscription(),
    );
  await renew();
  expect(await storedBy(page)).toEqual({ endpoint: renewed.endpoint, language: 'en' });
  await page.getByRole('switch', { name: notify }).click();
  await expect.poll(() => storedBy(page)).toBeNull();
  await renew();
  expect(await storedBy(page)).toBeNull();
});

test('an iPhone says that the app has to be installed first', { tag: '@each-device' }, async ({
  page,
  signIn,
}) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'Notification');
    Object.defineProperty(navigator, 'userAgent', {
      get: () => 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)',
    });
  });
  await signIn(newcomer(), '/account');
  await expect(page.getByRole('switch', { name: notify })).toBeDisabled();
  await expect(page.getByText('first add Atelier to your home screen')).toBeVisible();
});

test('a call that fails leaves the switch as it was, and says so', { tag: '@faults' }, async ({
  page,
  signIn,
  problems,
}) => {
  problems.allow(/push-subscription/);
  problems.allow(/status of 503/);
  await replacePush(page, subscription);
  await signIn(newcomer(), '/account');
  await toWorker(page);
  await page.route('**/api/user/push-subscription', (route) =>
    route.fulfill({ status: 503, json: { success: false, code: 'unavailable', error: '', message: '' } }),
  );
  await page.getByRole('switch', { name: notify }).click();
  await expect(page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')).toBeVisible();
  await expect(page.getByRole('switch', { name: notify })).not.toBeChecked();
});

test('are accessible in every layout', { tag: '@each-device' }, async ({ page, signIn }) => {
  await optIn(page, signIn);
  await expectAccessibleInEveryLayout(page);
});

async function arrived<Value>(read: () => Value | undefined): Promise<Value> {
  await expect.poll(() => read() !== undefined).toBe(true);
  return read() as Value;
}
