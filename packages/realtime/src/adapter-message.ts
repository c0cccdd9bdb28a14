// Internals of @socket.io/postgres-adapter 0.5.0 and of socket.io-adapter 2.5.8, whose protocol it speaks: the message by
// which a server has the others send an event to the sockets of rooms. The adapters write and read it themselves and
// document it nowhere. A worker writes it here, because it has no sockets and no adapter, and the emitter package for
// PostgreSQL still writes an older format, which the adapter drops. At an upgrade: docs/library-internals.md.
import type { ServerEventBody, ServerEventName } from '@atelier/contract';
import { type ClusterMessage, MessageType } from 'socket.io-adapter';
import type { Notification } from './batch-notify.ts';
import { fitBody, maxMessageBytes } from './event-message.ts';

export const defaultChannelPrefix = 'socket.io';

/** PacketType.EVENT of socket.io-parser. */
const eventPacketType = 2;

/**
 * The NOTIFY that carries an event to the sockets in these rooms, or to all when there are none. `channelPrefix` must be
 * the one of attachRealtime. Throws like `fitBody`.
 */
export function toNotification<Name extends ServerEventName>(
  rooms: readonly string[],
  name: Name,
  body: ServerEventBody<Name>,
  channelPrefix: string = defaultChannelPrefix,
): Notification {
  const encode = (each: ServerEventBody<Name>) =>
    JSON.stringify({
      // Any name but that of an adapter, which drops its own messages.
      uid: 'emitter',
      nsp: '/',
      type: MessageType.BROADCAST,
      data: {
        opts: { rooms: [...rooms], except: [], flags: {} },
        packet: { type: eventPacketType, data: [name, each] },
      },
    } satisfies ClusterMessage);
  const payload = encode(fitBody(name, body, maxMessageBytes.postgres, encode));
  return [`${channelPrefix}#/`, payload];
}
