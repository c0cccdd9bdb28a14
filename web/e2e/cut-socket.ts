import type { Page, WebSocketRoute } from '@playwright/test';

export type SocketSwitch = {
  /** Ends the page's connection and refuses new ones. Resolves when there was one to end. */
  cut: () => Promise<void>;
  /** Lets the next try of the page through. */
  mend: () => void;
};

/** A switch in the page's socket to the server. Call it before the page is opened. */
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
    // From both sides: handlers of our own take the place of forwarding.
    server.onMessage((message) => {
      socket.send(message);
      // Socket.IO's word that the page is let in: what comes before it is only the transport.
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
