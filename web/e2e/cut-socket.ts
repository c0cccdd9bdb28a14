import type { Page, WebSocketRoute } from '@playwright/test';

export type SocketSwitch = {
  /** Closes the page's connection, waiting for it if necessary, and refuses new ones. */
  cut: () => Promise<void>;
  /** Accepts connections again. */
  mend: () => void;
};

/** Puts a switch into the page's socket connection. Call it before opening the page. */
export async function cutSocket(page: Page): Promise<SocketSwitch> {
  const open = Promise.withResolvers<void>();
  const sockets = new Set<WebSocketRoute>();
  let isCut = false;
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    if (isCut) {
      void socket.close({ code: 1001 });
      return;
    }
    const server = socket.connectToServer();
    // A message handler replaces the automatic forwarding.
    server.onMessage((message) => {
      socket.send(message);
      // Socket.IO's CONNECT packet: anything before it concerns the transport alone.
      if (String(message).startsWith('40')) open.resolve();
    });
    sockets.add(socket);
  });
  return {
    async cut() {
      await open.promise;
      isCut = true;
      for (const socket of sockets) void socket.close({ code: 1001 });
      sockets.clear();
    },
    mend() {
      isCut = false;
    },
  };
}
