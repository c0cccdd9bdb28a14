// Internals of @socket.io/redis-emitter 5.1.0. It calls `publish` of its connection once for an event, before `emit`
// returns, and drops the promise. It gets an object with that method alone, which keeps the promise. At an upgrade:
// docs/library-internals.md.
import { type ServerEventBody, type ServerEventName, userRoom } from '@atelier/contract';
import { Emitter as RedisEmitter } from '@socket.io/redis-emitter';
import { Redis } from 'ioredis';
import { defaultChannelPrefix, toNotification } from './adapter-message.ts';
import { createBatchNotify, type Queryable } from './batch-notify.ts';
import { fitBody, maxMessageBytes } from './event-message.ts';

/** Receives connection errors and lost events; `where` names the part. It must not throw. */
export type OnError = (error: Error, where: string) => void;

export type EmitterOptions = ({ redisUrl: string } | { pool: Queryable }) & {
  onError: OnError;
  channelPrefix?: string;
};

export type Emitter = {
  /**
   * Sends an event to all sockets of a user, on any process. Resolves to whether it was sent, and rejects only when it is
   * too large: an event is a hint, so a failure to send it goes to `onError`.
   */
  emitToUser<Name extends ServerEventName>(
    userId: string,
    name: Name,
    body: ServerEventBody<Name>,
  ): Promise<boolean>;
  /** The same to every socket of every user. */
  emitToAll<Name extends ServerEventName>(name: Name, body: ServerEventBody<Name>): Promise<boolean>;
  /** Closes what the emitter opened; a pool that was passed in stays open. */
  close(): Promise<void>;
};

/** Creates the emitter of a process without sockets of its own, such as the worker. */
export function createEmitter(options: EmitterOptions): Emitter {
  return 'redisUrl' in options ? overRedis(options) : overPostgres(options);
}

/** Emits to the sockets in these rooms; without a room, to every socket. */
type Emit = <Name extends ServerEventName>(
  rooms: readonly string[],
  name: Name,
  body: ServerEventBody<Name>,
) => Promise<boolean>;

function overPostgres(options: EmitterOptions & { pool: Queryable }): Emitter {
  const notify = createBatchNotify(options.pool);
  const emit: Emit = async (rooms, name, body) => {
    const notification = toNotification(rooms, name, body, options.channelPrefix);
    return reportErrors(options, () => notify(notification));
  };
  return {
    emitToUser: (userId, name, body) => emit([userRoom(userId)], name, body),
    emitToAll: (name, body) => emit([], name, body),
    async close() {},
  };
}

function overRedis(options: EmitterOptions & { redisUrl: string }): Emitter {
  const redis = new Redis(options.redisUrl, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    retryStrategy: (times) => Math.min(times * 200, 2_000),
  });
  redis.on('error', (error) => options.onError(error, 'realtime redis emitter'));
  const key = options.channelPrefix ?? defaultChannelPrefix;

  const emit: Emit = async (rooms, name, body) => {
    const fitted = fitBody(name, body, maxMessageBytes.redis, (each) => JSON.stringify([name, each]));
    return reportErrors(options, async () => {
      let published: Promise<unknown> | undefined;
      const publish = (channel: string, message: Buffer) => {
        published = whenReady(redis).then(() => redis.publish(channel, message));
      };
      new RedisEmitter({ publish }, { key }).to([...rooms]).emit(name, fitted);
      await published;
    });
  };
  return {
    emitToUser: (userId, name, body) => emit([userRoom(userId)], name, body),
    emitToAll: (name, body) => emit([], name, body),
    async close() {
      redis.disconnect();
    },
  };
}

/** The first event may be emitted before the connection is ready. While Redis is down, it does not wait. */
async function whenReady(redis: Redis): Promise<void> {
  if (redis.status !== 'connecting' && redis.status !== 'connect') return;
  await new Promise<void>((resolve) => {
    redis.once('ready', resolve);
    redis.once('close', resolve);
  });
}

async function reportErrors(
  { onError }: { onError: OnError },
  send: () => Promise<unknown>,
): Promise<boolean> {
  try {
    await send();
    return true;
  } catch (error) {
    onError(error instanceof Error ? error : new Error(String(error)), 'realtime emit');
    return false;
  }
}
