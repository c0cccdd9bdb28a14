import { EventEmitter, once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createOpenReplies, limitConnections } from './connections.ts';

/** A server that only accepts connections; real ones cannot have foreign addresses. Returns whether one was refused. */
function open(max: number) {
  const server = new EventEmitter();
  const settings = { env: { TRUST_PROXY: false, LIMIT_CONNECTIONS: max }, audit: { count: vi.fn() } };
  limitConnections(server as Server, settings as unknown as Parameters<typeof limitConnections>[1]);
  return (remoteAddress: string) => {
    const destroy = vi.fn();
    server.emit('connection', Object.assign(new EventEmitter(), { remoteAddress, write: vi.fn(), destroy }));
    return destroy.mock.calls.length > 0;
  };
}

it.each([
  ['2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff'],
  ['2001:db8::1', '2001:db8::5:0:0:1'],
  ['fe80::1%eth0', 'fe80::2%eth0'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
])('the limit counts connections from %s and %s together: one customer has a whole /64', (first, second) => {
  const isRefused = open(1);
  expect([isRefused(first), isRefused(second)]).toEqual([false, true]);
});

it.each([
  ['2001:db8:1:2::1', '2001:db8:1:3::1'],
  ['2001:db8::1', '2001:db8:0:1::1'],
  ['::ffff:192.0.2.1', '::ffff:192.0.2.2'],
  ['192.0.2.1', '192.0.2.2'],
])('the limit counts connections from %s and %s separately', (first, second) => {
  const isRefused = open(1);
  expect([isRefused(first), isRefused(second)]).toEqual([false, false]);
});

it('the first reply that a connection owes is found, also when requests came together and the last is broken', async () => {
  const replies = createOpenReplies();
  const owed: ServerResponse[] = [];
  const found: (ServerResponse | undefined)[] = [];
  const server = createServer((request, reply) => {
    if (request.url === '/at-once') reply.end();
    else owed.push(reply);
  });
  replies.watch(server);
  server.on('clientError', (_error, socket) => found.push(replies.findFirst(socket as Socket)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const open = async (text: string) => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.write(text);
    return socket;
  };
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`;

  const first = await open(get('/later') + get('/later'));
  await vi.waitFor(() => expect(owed).toHaveLength(2), { timeout: 20_000 });
  first.write('broken\r\n\r\n');
  await vi.waitFor(() => expect(found).toEqual([owed[0]]), { timeout: 20_000 });

  const second = await open(get('/at-once'));
  await once(second, 'data');
  second.write('broken\r\n\r\n');
  await vi.waitFor(() => expect(found).toEqual([owed[0], undefined]), { timeout: 20_000 });
});
