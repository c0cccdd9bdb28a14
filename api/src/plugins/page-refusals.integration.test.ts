import { openRawConnection } from '@atelier/dev-stack/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { startFaultProxy } from '../testing/fault-proxy.ts';
import { refusal } from '../testing/refusal.ts';
import { startTestApi, type TestApi } from '../testing/start-test-api.ts';
import { openTestStore } from '../testing/test-store.ts';
import { createWebWords } from '../testing/web-words.ts';

const store = await openTestStore();
afterAll(() => store.close());
const WEB_DIST = await createWebWords();

const navigation = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const token = 'x'.repeat(43);
const sharedPages = [`/s/${token}`, `/s/${token}/embed`, `/s/${token}/report`, `/s/${token}/a/b`, '/s/'];

async function visit(api: TestApi, path: string, headers: Record<string, string> = {}) {
  const browser = api.browser();
  browser.cookies.set('language', 'zh-CN');
  const reply = await browser.get(path, { ...navigation, ...headers });
  const { headers: got } = reply;
  return {
    status: reply.status,
    type: got.get('content-type'),
    cache: got.get('cache-control'),
    wait: Number(got.get('retry-after')),
    html: String(reply.body),
  };
}

const page = (status: number) => ({
  status,
  type: 'text/html; charset=utf-8',
  cache: 'no-store',
  wait: expect.toSatisfy((seconds) => seconds > 0),
});

describe('beyond the limit of requests', () => {
  it('a page is a page in the language of its reader, which says when to come back', async () => {
    const api = await startTestApi({ store, settings: { WEB_DIST, LIMIT_FILES_PER_MINUTE: '1' } });
    await visit(api, '/s/');
    for (const path of sharedPages) {
      const refused = await visit(api, path);
      expect([path, refused]).toEqual([
        path,
        { ...page(429), html: expect.stringContaining('请求过于频繁') },
      ]);
      expect(refused.html).toContain('<html lang="zh-CN"');
    }
    const file = await visit(api, `/s/${token}/media/0`);
    expect([file.status, file.type]).toEqual([429, 'application/json; charset=utf-8']);
    await api.close();
  });

  it('a sign-in that a browser begins is a page, and for a program JSON', async () => {
    const api = await startTestApi({ store, settings: { WEB_DIST, LIMIT_LOGIN_PER_MINUTE: '1' } });
    expect(await visit(api, '/api/auth/login')).toEqual({
      ...page(503),
      html: expect.stringContaining('Sign-in did not work'),
    });
    for (const path of ['/api/auth/login', '/api/auth/callback', '/api/auth/callback'])
      expect(await visit(api, path)).toMatchObject({ html: expect.stringContaining('Sign-in did not work') });
    expect(await visit(api, '/api/auth/login')).toMatchObject(page(429));
    expect(await visit(api, '/api/auth/callback')).toMatchObject(page(429));
    const program = await api.browser().get('/api/auth/login');
    expect([program.status, program.body]).toEqual([
      429,
      refusal('rate_limited', 'Too many requests', { retry_after_seconds: expect.any(Number) }),
    ]);
    await api.close();
  });
});

it('without the database a page is a page in the language of its reader, which says when to come back', async () => {
  const proxy = await startFaultProxy(store.databaseUrl);
  const api = await startTestApi({ store: { ...store, databaseUrl: proxy.url }, settings: { WEB_DIST } });
  await proxy.cut();
  for (const path of sharedPages.slice(0, 3))
    expect([path, await visit(api, path)]).toEqual([
      path,
      { ...page(503), html: expect.stringContaining('服务暂时不可用') },
    ]);
  await api.close();
  await proxy.close();
});

it('a page whose request names no host is refused as malformed', async () => {
  const api = await startTestApi({ store, settings: { WEB_DIST } });
  const connection = await openRawConnection(api.url);
  await connection.send(`GET /s/${token} HTTP/1.1\r\nconnection: close\r\n\r\n`);
  const { status } = await connection.reply();
  expect(status).toBe(400);
  await connection.close();
  await api.close();
});
