import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { AppError, type ServerEvents, userRoom } from '@atelier/contract';
import type { Server } from 'socket.io';
import type { OnError } from './create-emitter.ts';

export type Identity = { userId: string; sessionId: string };

/** Clients send nothing: the empty map refuses every event name. */
type NoEvents = Record<never, never>;
export type RealtimeServer = Server<NoEvents, ServerEvents, NoEvents, { identity: Identity }>;

export type AdmitOptions = {
  /** The user by the cookies of the request; null when signed out. Throws when sessions cannot be read. */
  authenticate(request: IncomingMessage): Promise<Identity | null>;
  onError: OnError;
};

/** Room names appear on the bus and in its logs, so they contain a digest of the session's id. */
export function sessionRoom(sessionId: string): string {
  return `session:${createHash('sha256').update(sessionId).digest('hex')}`;
}

/** Admits signed-in sockets and puts each into its rooms, which nothing that a client sends can change. */
export function admitSession(io: RealtimeServer, { authenticate, onError }: AdmitOptions): void {
  io.use(async (socket, next) => {
    try {
      const identity = await authenticate(socket.request);
      if (identity === null) {
        next(refusal(new AppError('please_login')));
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

/** The client receives only `message` and `data` of the error. */
function refusal(error: AppError): Error {
  return Object.assign(new Error(error.message), { data: { code: error.code } });
}
