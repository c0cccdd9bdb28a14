import { openRawConnection, type RawConnection } from '@atelier/dev-stack/testing';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { auditEvents } from '../testing/audit-events.ts';
import { refusal } from '../testing/refusal.ts';
import { startTestApi, type TestApi } from '../testing/start-test-api.ts';
import { openTestStore } from '../testing/test-store.ts';

const max = 5;
const store = await openTestStore();
const start = (settings: Record<string, string> = {}) =>
  startTestApi({ store, settings: { LIMIT_CONNECTIONS: String(max), ...settings } });
const [direct, proxied] = [await start(), await start({ TRUST_PROXY: '10.0.0.0/8, 127.0.0.3' })];
const opened: RawConnection[] = [];
afterEach(() => {
  for (const connection of opened.splice(0)) connection.close();
});
afterAll(async () => {
  await Promise.all([direct.close(), proxied.close()]);
  await store.close();
});

async function open({ url }: TestApi, from: string): Promise<RawConnection> {
  const connection = await openRawConnection(url, from);
  opened.push(connection);
  return connection;
}

const openMany = (api: TestApi, from: string, count: number) =>
  Promise.all(Array.from({ length: count }, () => open(api, from)));

async function ask(connection: RawConnection): Promise<number> {
  await connection.send('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n');
  return (await connection.reply()).status;
}

const tooMany = refusal('too_many_connections', 'Too many connections are open from this address');

describe('connections from one address', () => {
  it('are limited, those that send nothing included, and other addresses are not affected', async () => {
    const held = await openMany(direct, '127.0.0.2', max);
    const refused = await open(direct, '127.0.0.2');
    const reply = await refused.reply();
    expect([reply.status, JSON.parse(reply.body)]).toEqual([429, tooMany]);
    await refused.closed;
    const events = await auditEvents(direct, { name: 'rate_limited' });
    expect(events).toMatchObject([{ address: '127.0.0.2', details: { limit: 'connections' } }]);
    expect(await ask(await open(direct, '127.0.0.4'))).toBe(200);
    expect(await Promise.all(held.map(ask))).toEqual(Array(max).fill(200));
  });

  it('are accepted again once others have closed', async () => {
    const [first] = await openMany(direct, '127.0.0.5', max);
    first?.close();
    const status = await vi.waitUntil(
      async () => {
        const connection = await open(direct, '127.0.0.5');
        const found = await ask(connection).catch(() => 429);
        return found === 200 && found;
      },
      { timeout: 20_000 },
    );
    expect(status).toBe(200);
  });

  it('are not limited when they are those of a trusted proxy', async () => {
    const held = await openMany(proxied, '127.0.0.3', max * 2);
    expect(await Promise.all(held.map(ask))).toEqual(Array(max * 2).fill(200));
    await openMany(proxied, '127.0.0.2', max);
    expect((await (await open(proxied, '127.0.0.2')).reply()).status).toBe(429);
  });
});

describe('the host of a request', () => {
  const send = async (lines: string, path = '/healthz', version = '1.1') => {
    const connection = await open(direct, '127.0.0.8');
    await connection.send(`GET ${path} HTTP/${version}\r\n${lines}\r\n`);
    const { status, body } = await connection.reply();
    return [status, JSON.parse(body)];
  };
  const malformed = [400, refusal('malformed_request', 'This is not a valid HTTP request')];

  it.each(['/healthz', '/', '/api/user/info', '/s/none'])(
    'may be given once and no more: %s',
    async (path) => {
      for (const second of ['host: x', 'Host: y', 'HOST:'])
        for (const version of ['1.1', '1.0'])
          expect(await send(`host: x\r\n${second}\r\n`, path, version)).toEqual(malformed);
    },
  );

  it('is asked of an upgrade as well', async () => {
    const upgrade = 'upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\n';
    const socket = `${upgrade}sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n`;
    const path = '/socket.io/?EIO=4&transport=websocket';
    expect(await send(`host: x\r\nhost: y\r\n${socket}`, path)).toEqual(malformed);
  });

  it('is required, and only the version before it may leave it out', async () => {
    expect(await send('')).toEqual(malformed);
    expect(await send('', '/healthz', '1.0')).toEqual([200, { status: 'ok' }]);
  });

  it.each(['x, y', 'a b', 'user@x', 'x/y', 'x:80:80', 'x:port', '[::1', 'x\u0009y'])(
    'is refused when it is %j',
    async (host) => {
      expect(await send(`host: ${host}\r\n`)).toEqual(malformed);
    },
  );

  it.each(['', 'x', 'x:80', 'x:', '127.0.0.1:3000', '[::1]:3000', 'a_b-c.test', 'xn--fiqs8s.test'])(
    'is accepted when it is %j',
    async (host) => expect(await send(`host: ${host}\r\n`)).toEqual([200, { status: 'ok' }]),
  );
});

it('a request with an expectation that is not known is answered like any other', async () => {
  const connection = await open(direct, '127.0.0.6');
  await connection.send('GET /healthz HTTP/1.1\r\nhost: x\r\nexpect: miracles\r\n\r\n');
  expect(await connection.reply()).toMatchObject({ status: 200, body: '{"status":"ok"}' });
  await connection.send('GET /api/none HTTP/1.1\r\nhost: x\r\nexpect: miracles\r\n\r\n');
  expect((await connection.reply()).status).toBe(404);
});
