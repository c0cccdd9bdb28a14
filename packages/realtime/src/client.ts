import type { ServerEventName, ServerEvents } from '@atelier/contract';
import { io, type Socket } from 'socket.io-client';

/**
 * `refused`: the user has too many sockets; it is tried again after a minute or two. `ended`: the server ended the
 * session, or knows none; it is not tried again.
 */
export type RealtimeStatus = 'connected' | 'disconnected' | 'refused' | 'ended';

export type RealtimeClient = {
  /** Both return a function that ends the subscription. */
  on<Name extends ServerEventName>(event: Name, handler: ServerEvents[Name]): () => void;
  /** Called with the current status at once, and at each change. Read the state again at every 'connected'. */
  onStatus(handler: (status: RealtimeStatus) => void): () => void;
  close(): void;
};

export type RealtimeClientOptions = {
  /** Address of the server; by default the page's own origin. */
  url?: string;
  /** Only outside browsers, which set Origin and Cookie themselves. */
  extraHeaders?: Record<string, string>;
};

const retryDelayMs = 1_000;
const maxRetryDelayMs = 15_000;
/** Delay after which another page may have been closed: short enough to notice that, and too long to be a burden. */
const refusedRetryDelayMs = 60_000;

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
  let status: RealtimeStatus = 'disconnected';
  const report = (next: RealtimeStatus) => {
    status = next;
    for (const handler of statusHandlers) handler(status);
  };
  socket.on('connect', () => report('connected'));
  // A server that only goes away closes the transport, and its sockets connect again.
  socket.on('disconnect', (reason) => report(reason === 'io server disconnect' ? 'ended' : 'disconnected'));
  const stopRetrying = retryWhenRefused(socket, report);

  return {
    on(event, handler) {
      socket.on(event, handler as never);
      return () => void socket.off(event, handler as never);
    },
    onStatus(handler) {
      statusHandlers.add(handler);
      handler(status);
      return () => void statusHandlers.delete(handler);
    },
    close() {
      stopRetrying();
      socket.close();
    },
  };
}

/** socket.io reconnects a lost connection, but not one that the server refused; some refusals are only for now. */
function retryWhenRefused(socket: Socket, report: (status: RealtimeStatus) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  socket.on('connect_error', ({ data }: Error & { data?: { code?: string } }) => {
    if (socket.active) return;
    const isTooMany = data?.code === 'too_many_sockets';
    if (isTooMany) report('refused');
    else if (data?.code === 'please_login') return report('ended');
    else if (data?.code !== 'unavailable') return;
    const delayMs = isTooMany
      ? refusedRetryDelayMs * (1 + Math.random())
      : retryDelayMs * (1 + Math.random() * 4);
    timer = setTimeout(() => socket.connect(), delayMs);
  });
  return () => clearTimeout(timer);
}
