import type { Server as HttpServer, IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { userRoom } from '@atelier/contract';
import { Server as Engine } from 'engine.io';
import { Server } from 'socket.io';
import { defaultChannelPrefix } from './adapter-message.ts';
import { type AdmitOptions, admitSession, type RealtimeServer, sessionRoom } from './admit-session.ts';
import type { Emitter } from './create-emitter.ts';
import { createRoomMessages } from './create-room-messages.ts';
import { createPostgresBus } from './postgres-bus.ts';
import { createRedisBus } from './redis-bus.ts';

export type RealtimeOptions = AdmitOptions & {
  /** Redis for the events between processes; PostgreSQL carries them when absent. */
  redisUrl?: string | undefined;
  databaseUrl: string;
  isOriginAllowed(origin: string): boolean;
  /** Several deployments on one Redis need one each, the same in all processes of a deployment. */
  channelPrefix?: string;
};

export type Realtime = Pick<Emitter, 'emitToUser' | 'emitToAll'> & {
  io: RealtimeServer;
  /**
   * Calls `listener` for each event that any process sends to this user, and when events may have been lost. Without
   * the event itself: what changed is read from the database. Returns a function that ends it.
   */
  onUserMessage(userId: string, listener: () => void): () => void;
  /** Resolves when events from other processes arrive here. */
  ready(): Promise<void>;
  /** Sockets of this process. */
  connectedCount(): number;
  /** Disconnects on every process. The clients do not reconnect until their page does so explicitly. */
  disconnectUser(userId: string): void;
  disconnectSession(sessionId: string): void;
  /** Makes the clients reconnect to another process and accepts no more. Events are still sent from here. */
  sendAway(): void;
  /** The same, and leaves the bus. The HTTP server is left to its owner. */
  close(): Promise<void>;
};

/**
 * Whether a request asks for the websocket of our events. A server answers other upgrades as if they had not been asked
 * for (RFC 9110, 7.8), which Node does for requests that its `shouldUpgradeCallback` declines.
 */
export function isSocketUpgrade({ url, headers }: IncomingMessage): boolean {
  return url?.startsWith('/socket.io/') === true && headers.upgrade?.toLowerCase() === 'websocket';
}

/**
 * Serves Socket.IO at /socket.io of an HTTP server: websockets only, so it needs no sticky sessions. Create the server
 * with `isSocketUpgrade` as its `shouldUpgradeCallback`; without it, other upgrades are refused.
 */
export function attachRealtime(httpServer: HttpServer, options: RealtimeOptions): Realtime {
  const { redisUrl, databaseUrl, onError, channelPrefix = defaultChannelPrefix } = options;
  // Clients read their state again after they connect, which makes up for lost events.
  const onRestored = () => {
    dropTransports(io);
    messages.callAll();
  };
  const busOptions = { channelPrefix, onError, onRestored };
  const bus = redisUrl ? createRedisBus(redisUrl, busOptions) : createPostgresBus(databaseUrl, busOptions);
  const io: RealtimeServer = new Server({ adapter: bus.adapter, serveClient: false });
  // Not attached to the server: it would also answer plain requests below its path, without their limits.
  const engine = new Engine({
    transports: ['websocket'],
    perMessageDeflate: false,
    maxHttpBufferSize: 16_000,
    // CORS does not apply to websockets: without this check any page could use a visitor's cookie.
    allowRequest(request, answer) {
      const { origin } = request.headers;
      answer(null, origin !== undefined && options.isOriginAllowed(origin));
    },
  });
  io.bind(engine);
  admitSession(io, options);
  let isAway = false;
  httpServer.on('upgrade', (request, socket, head) => {
    if (!isSocketUpgrade(request)) refuseUpgrade(socket, '400 Bad Request');
    else if (isAway) refuseUpgrade(socket, '503 Service Unavailable');
    else engine.handleUpgrade(request, socket, head);
  });
  const sendAway = () => {
    if (isAway) return;
    isAway = true;
    dropTransports(io);
    engine.close();
  };
  const messages = createRoomMessages(io.of('/').adapter);

  return {
    io,
    emitToUser: bus.emitter.emitToUser,
    emitToAll: bus.emitter.emitToAll,
    onUserMessage: (userId, listener) => messages.onRoomMessage(userRoom(userId), listener),
    ready: bus.ready,
    connectedCount: () => io.of('/').sockets.size,
    disconnectUser: (userId) => void io.in(userRoom(userId)).disconnectSockets(true),
    disconnectSession: (sessionId) => void io.in(sessionRoom(sessionId)).disconnectSockets(true),
    sendAway,
    async close() {
      sendAway();
      // Not io.close(): it would close the HTTP server, which has requests to finish.
      await io.of('/').adapter.close();
      await bus.emitter.close();
      await bus.close();
    },
  };
}

function refuseUpgrade(socket: Duplex, status: string): void {
  // Node has stopped listening to the socket, and an error that nothing listens to would end the process.
  socket.on('error', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`, () => socket.destroy());
}

/** Closes the transports, after which clients reconnect automatically. */
function dropTransports(io: RealtimeServer): void {
  for (const socket of io.of('/').sockets.values()) socket.conn.close();
}
