import { setImmediate as nextTurn } from 'node:timers/promises';
import { Emitter } from '@socket.io/redis-emitter';
import { Server } from 'socket.io';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createRedisBus } from './redis-bus.ts';

it('a command that the adapter has forgotten is no unhandled rejection when it fails', async () => {
  const onUnhandled = vi.fn();
  process.on('unhandledRejection', onUnhandled);
  onTestFinished(() => void process.off('unhandledRejection', onUnhandled));
  // Nothing listens on this port, so every command waits until the connection is given up.
  const bus = createRedisBus('redis://127.0.0.1:1', {
    channelPrefix: 'x',
    onError: vi.fn(),
    onRestored: vi.fn(),
  });
  const io = new Server({ adapter: bus.adapter, serveClient: false });
  io.emit('credits:changed', {});
  await bus.close();
  for (let turn = 0; turn < 10; turn += 1) await nextTurn();
  expect(onUnhandled).not.toHaveBeenCalled();
});

it.each([[['user:1']], [[]], [['user:1', 'user:2']]])(
  'the emitter publishes once before it returns, to the rooms %j',
  (rooms) => {
    const publish = vi.fn();
    const used = new Set<PropertyKey>();
    const connection = new Proxy(
      { publish },
      {
        get(on, name) {
          used.add(name);
          return Reflect.get(on, name);
        },
      },
    );
    new Emitter(connection, { key: 'prefix' }).to(rooms).emit('credits:changed', { left_credits: 1 });
    expect(publish).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/^prefix#\/#/), expect.any(Buffer));
    expect([...used]).toEqual(['publish']);
  },
);
