// Internals of @socket.io/redis-adapter 8.3.0, which drops the promise of every command that it sends, and of ioredis 6.0.0,
// where every command of a connection passes through the method `sendCommand` and every end through `disconnect`. Both
// methods are replaced on the connections of the adapter: a failed command would else be an unhandled rejection, which
// ends the process. At an upgrade: docs/library-internals.md.
import { createAdapter } from '@socket.io/redis-adapter';
import { Redis } from 'ioredis';
import type { Bus, BusOptions } from './bus.ts';
import { createEmitter, type OnError } from './create-emitter.ts';

export function createRedisBus(redisUrl: string, { channelPrefix, onError, onRestored }: BusOptions): Bus {
  const publisher = connect(redisUrl, 'publisher', onError);
  const subscriber = connect(redisUrl, 'subscriber', onError);
  let wasReady = false;
  subscriber.on('ready', () => {
    if (wasReady) onRestored();
    wasReady = true;
  });
  return {
    adapter: createAdapter(publisher, subscriber, { key: channelPrefix }),
    emitter: createEmitter({ redisUrl, channelPrefix, onError }),
    async ready() {
      // Commands keep their order, so this answer comes after those to the adapter's subscriptions.
      await subscriber.ping();
    },
    async close() {
      for (const redis of [publisher, subscriber]) redis.disconnect();
    },
  };
}

/** Reconnects for as long as Redis is down, and reports the commands that fail. */
function connect(redisUrl: string, role: string, onError: OnError): Redis {
  const redis = new Redis(redisUrl, {
    maxRetriesPerRequest: null,
    // Old servers refuse it, which would be reported as an error at each start.
    disableClientInfo: true,
    retryStrategy: (times) => Math.min(times * 200, 2_000),
  });
  let isClosing = false;
  const report = (error: Error) => {
    if (!isClosing) onError(error, `realtime redis ${role}`);
  };
  redis.on('error', report);
  const send = redis.sendCommand.bind(redis);
  redis.sendCommand = (command, stream) => {
    const answer = send(command, stream);
    Promise.resolve(answer).catch(report);
    return answer;
  };
  const disconnect = redis.disconnect.bind(redis);
  redis.disconnect = (reconnect) => {
    isClosing = !reconnect;
    disconnect(reconnect);
  };
  return redis;
}
