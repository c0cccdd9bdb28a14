// Whatever connections send: each gets an answer or ends, and others are served meanwhile.
import { openRawConnection, type RawConnection } from '@atelier/dev-stack/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openProcesses, type Processes } from '../many-processes/testing/open-processes.ts';
import { get, post, rawRequests, request } from './testing/raw-requests.ts';

let processes: Processes;
let url: string;
const opened: RawConnection[] = [];
beforeAll(async () => {
  processes = await openProcesses({ redisUrl: undefined, settings: { REQUEST_DEADLINE_SECONDS: '2' } });
  await processes.start('api-1');
  url = processes.formatUrl('api-1');
}, 120_000);
afterAll(async () => {
  for (const connection of opened) connection.close();
  await processes?.close();
}, 60_000);

async function send(bytes: string | Buffer): Promise<RawConnection> {
  const connection = await openRawConnection(url);
  opened.push(connection);
  if (bytes.length > 0) await connection.send(bytes);
  return connection;
}

const readOutcome = (connection: RawConnection) => connection.reply().catch(() => 'closed' as const);

describe.concurrent('a connection that sends', () => {
  it.each(rawRequests)('%s is answered or ends', async (_what, bytes, status, code) => {
    const outcome = await readOutcome(await send(bytes));
    if (outcome === 'closed') return expect(outcome).toBe(status);
    expect(outcome.status).toBe(status);
    const body = code && JSON.parse(outcome.body);
    expect(body?.code).toBe(code);
    if (body)
      expect(body).toMatchObject({ success: false, error: body.message, trace_id: expect.any(String) });
  });

  it('several requests at once gets their replies in order', async () => {
    const missing = request('GET /api/none HTTP/1.1', 'host: x');
    const connection = await send(get() + missing + get());
    const statuses = [await connection.reply(), await connection.reply(), await connection.reply()];
    expect(statuses.map(({ status }) => status)).toEqual([200, 404, 200]);
  });

  it('garbage after a request gets the reply to the request, and then ends', async () => {
    const connection = await send(`${get()}hello\r\n\r\n`);
    expect((await connection.reply()).status).toBe(200);
    await connection.closed;
  });

  it('a request within the body of another gets one reply', async () => {
    const inner = request('GET /api/none HTTP/1.1', 'host: x');
    const connection = await send(post([`content-length: ${inner.length}`], inner) + get());
    const statuses = [await connection.reply(), await connection.reply()];
    expect(statuses.map(({ status }) => status)).toEqual([401, 200]);
  });

  it('half a request and then its end is closed', async () => {
    const connection = await send('GET /healthz HTTP/1.1\r\nhost: x\r\n');
    connection.socket.end();
    await connection.closed;
  });
});

describe('a thousand connections that never finish their request', { tags: 'load' }, () => {
  const unfinished = [
    'GET /healthz HTTP/1.1\r\nhost: x\r\n',
    post(['content-length: 1000000'], 'a'.repeat(50_000)),
    request('POST /api/auth/logout HTTP/1.1', 'host: x', 'transfer-encoding: chunked'),
    '',
  ];

  it('do not keep others from being served, and all end', async () => {
    const held = await Promise.all(
      Array.from({ length: 1_000 }, (_, index) => send(unfinished[index % 4] ?? '')),
    );
    let left = held.length;
    const allEnded = Promise.all(
      held.map(({ closed }) =>
        closed.then(() => {
          left -= 1;
        }),
      ),
    );
    const statuses = new Set<number>();
    do statuses.add((await fetch(`${url}/api/pricing`)).status);
    while (left > 0);
    await allEnded;
    expect([...statuses]).toEqual([200]);
  });
});

it('logged none of that as a failure of its own, and still serves', async () => {
  const lines = processes.readLog('api-1');
  expect(lines.filter(({ msg, level }) => msg === 'request failed' || level === 50)).toEqual([]);
  expect(await readOutcome(await send(get()))).toMatchObject({ status: 200 });
});
