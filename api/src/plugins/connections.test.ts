import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import { expect, it, vi } from 'vitest';
import { limitConnections } from './connections.ts';

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
