import type { ServerEventName, ServerEvents } from '@atelier/contract';
import { io, type Socket } from 'socket.io-client';

export type RealtimeStatus = 'connected' | 'disconnected';

export type RealtimeClient = {
  /** Both return a function that ends the subscription. */
  on<Name extends ServerEventName>(event: Name, handler: ServerEvents[Name]): () => void;
  /** Called with the current status at once, and at each change. Read the state again at every 'connected'. */
  onStatus(handler: (status: RealtimeStatus) => void): () => void;
  close(): void;
};

export type RealtimeClientOptions = {
  /** Absent: the page's own origin. */
  url?: string;
  /** Only outside browsers, which set Origin and Cookie themselves. */
  extraHeaders?: Record<string, string>;
};

const retryDelayMs = 1_000;
const maxRetryDelayMs = 15_000;

/**
 * Connects the signed-in user's page and keeps it connected. It gives up only when the user is signed out or the session
 * has ended; the page then opens a new client after the next sign-in.
 */
export function connectRealtime({ url, extraHeaders }: RealtimeClientOptions = {}): RealtimeClient {
  const options = {
    path: '/socket.io',
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelay: retryDelayMs,
    reconnectionDelayMax: maxRetryDelayMs,
    // 0.5 to 1.5 times the delay, so that pages that lost the same server do not all reconnect at once.
    randomizationFactor: 0.5,
    extraHeaders,
  };
  const socket: Socket<ServerEvents, Record<never, never>> = url ? io(url, options) : io(options);
  const statusHandlers = new Set<(status: RealtimeStatus) => void>();
  const report = () => {
    for (const handler of statusHandlers) handler(statusOf(socket));
  };
  socket.on('connect', report);
  socket.on('disconnect', report);
  const stopRetrying = retryWhenRefused(socket);

  return {
    on(event, handler) {
      socket.on(event, handler as never);
      return () => void socket.off(event, handler as never);
    },
    onStatus(handler) {
      statusHandlers.add(handler);
      handler(statusOf(socket));
      return () => void statusHandlers.delete(handler);
    },
    close() {
      stopRetrying();
      socket.close();
    },
  };
}

function statusOf(socket: Socket): RealtimeStatus {
  return socket.connected ? 'connected' : 'disconnected';
}

/** socket.io reconnects a lost connection, but not one that the server refused; after "unavailable" it is retried. */
function retryWhenRefused(socket: Socket): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  socket.on('connect_error', (error: Error & { data?: { code?: string } }) => {
    if (socket.active || error.data?.code !== 'unavailable') return;
    timer = setTimeout(() => socket.connect(), retryDelayMs * (1 + Math.random() * 4));
  });
  return () => clearTimeout(timer);
}
