import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { AppError, type ServerEvents, userRoom } from '@atelier/contract';
import type { Server, Socket } from 'socket.io';
import type { OnError } from './create-emitter.ts';

export type Identity = { userId: string; sessionId: string };

/** Clients send nothing: the empty map refuses every event name. */
type NoEvents = Record<never, never>;
export type RealtimeServer = Server<NoEvents, ServerEvents, NoEvents, { identity: Identity }>;

type RealtimeSocket = Socket<NoEvents, ServerEvents, NoEvents, { identity: Identity }>;

export type AdmitOptions = {
  /** The user by the cookies of the request; null when signed out. Throws when sessions cannot be read. */
  authenticate(request: IncomingMessage): Promise<Identity | null>;
  /** Most sockets of one user at this process; the next one is refused with too_many_sockets. */
  maxSocketsPerUser: number;
  onTooManySockets(identity: Identity): void;
  onError: OnError;
};

/** Room names appear on the bus and in its logs, so they contain a digest of the session's id. */
export function sessionRoom(sessionId: string): string {
  return `session:${createHash('sha256').update(sessionId).digest('hex')}`;
}

/** Admits signed-in sockets and puts each into its rooms, which nothing that a client sends can change. */
export function admitSession(io: RealtimeServer, options: AdmitOptions): void {
  const { authenticate, onError } = options;
  const takePlace = createPlaces(options.maxSocketsPerUser);
  io.use(async (socket, next) => {
    try {
      const identity = await authenticate(socket.request);
      if (identity === null) {
        next(refusal(new AppError('please_login')));
        return;
      }
      if (!takePlace(identity.userId, socket.conn)) {
        options.onTooManySockets(identity);
        next(refusal(new AppError('too_many_sockets')));
        return;
      }
      socket.data.identity = identity;
      next();
    } catch (error) {
      onError(error instanceof Error ? error : new Error(String(error)), 'realtime authentication');
      next(refusal(new AppError('unavailable')));
    }
  });
  io.on('connection', (socket) => {
    const { userId, sessionId } = socket.data.identity;
    void socket.join([userRoom(userId), sessionRoom(sessionId)]);
    socket.onAny(() => socket.disconnect(true));
  });
}

type Connection = RealtimeSocket['conn'];

/**
 * Places of each user, each taken until its connection closes. Rooms cannot be counted instead: a socket joins its room
 * only after it was admitted, so many that connect together would all be.
 */
function createPlaces(maxSocketsPerUser: number): (userId: string, connection: Connection) => boolean {
  const taken = new Map<string, number>();
  return (userId, connection) => {
    const count = taken.get(userId) ?? 0;
    if (count >= maxSocketsPerUser) return false;
    // A connection that closed while its session was looked up never becomes a socket, and its close event has passed.
    if (connection.readyState !== 'open') return true;
    taken.set(userId, count + 1);
    connection.once('close', () => {
      const left = (taken.get(userId) ?? 1) - 1;
      if (left > 0) taken.set(userId, left);
      else taken.delete(userId);
    });
    return true;
  };
}

/** The client receives only `message` and `data` of the error. */
function refusal(error: AppError): Error {
  return Object.assign(new Error(error.message), { data: { code: error.code } });
}
