import { type ServerEventBody, type ServerEventName, userRoom } from '@atelier/contract';
import type { Notification } from './batch-notify.ts';
import { fitBody, maxMessageBytes } from './event-message.ts';

export const defaultChannelPrefix = 'socket.io';

// The adapter's number for "broadcast"; its own emitter package speaks an older format that the adapter drops.
const broadcastType = 3;
const eventPacketType = 2;

/**
 * The NOTIFY that carries an event to a user's sockets. `channelPrefix` must be the one of attachRealtime. The payload is
 * the adapter's internal wire format (@socket.io/postgres-adapter 0.5.0): a test emits through a real adapter, so an
 * upgrade that changes it fails there. Throws what `fitBody` throws.
 */
export function notificationOf<Name extends ServerEventName>(
  userId: string,
  name: Name,
  body: ServerEventBody<Name>,
  channelPrefix: string = defaultChannelPrefix,
): Notification {
  const encode = (each: ServerEventBody<Name>) =>
    JSON.stringify({
      uid: 'emitter',
      nsp: '/',
      type: broadcastType,
      data: {
        opts: { rooms: [userRoom(userId)], except: [], flags: {} },
        packet: { type: eventPacketType, data: [name, each], nsp: '/' },
      },
    });
  const payload = encode(fitBody(name, body, maxMessageBytes.postgres, encode));
  return [`${channelPrefix}#/`, payload];
}
