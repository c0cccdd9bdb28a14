// The baseline of P3, forked: bare Socket.IO that emits what its parent sends. The header x-user replaces sign-in.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';

const http = createServer();
const io = new Server(http, { transports: ['websocket'], serveClient: false, perMessageDeflate: false });

io.on('connection', (socket) => void socket.join(String(socket.handshake.headers['x-user'])));

process.on('message', ({ user, event, body }: { user: string; event: string; body: unknown }) => {
  io.to(user).emit(event, body);
});
process.on('disconnect', () => process.exit(0));

http.listen(0, '127.0.0.1', () => process.send?.({ port: (http.address() as AddressInfo).port }));
