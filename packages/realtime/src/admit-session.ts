import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { AppError, type ServerEvents, userRoom } from '@atelier/contract';
import type { Server } from 'socket.io';
import type { OnError } from './create-emitter.ts';

export type Identity = { userId: string; sessionId: string };

/** A client has nothing to say: the empty map refuses every event name. */
type NoEvents = Record<never, never>;
export type RealtimeServer = Server<NoEvents, ServerEvents, NoEvents, { identity: Identity }>;

export type AdmitOptions = {
  /** Who asks, by the cookies of the request; null when nobody is signed in. May throw when it cannot tell. */
  authenticate(request: IncomingMessage): Promise<Identity | null>;
  onError: OnError;
};

/** Room names travel through the bus and its logs, so the session's id goes in as a digest. */
export function sessionRoom(sessionId: string): string {
  return `session:${createHash('sha256').update(sessionId).digest('hex')}`;
}

/** Lets signed-in sockets in and puts each into its rooms. Nothing a client sends can change them. */
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

/** The client sees `message` and `data` and nothing else of the error. */
function refusal(error: AppError): Error {
  return Object.assign(new Error(error.message), { data: { code: error.code } });
}
