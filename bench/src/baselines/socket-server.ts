// The baseline of P3, forked: what its parent sends is published bare, by NOTIFY or Redis, and emitted by Socket.IO to
// whom it names when it comes back. The header x-user replaces sign-in.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Redis } from 'ioredis';
import pg from 'pg';
import { Server } from 'socket.io';

const channel = 'bench_events';

type Bus = { publish(message: string): void };
type OnMessage = (message: string) => void;

async function openPostgresBus(connectionString: string, onMessage: OnMessage): Promise<Bus> {
  const listener = new pg.Client({ connectionString });
  const publisher = new pg.Pool({ connectionString, max: 2 });
  await listener.connect();
  listener.on('notification', ({ payload = '' }) => onMessage(payload));
  await listener.query(`listen ${channel}`);
  return { publish: (message) => void publisher.query('select pg_notify($1, $2)', [channel, message]) };
}

async function openRedisBus(url: string, onMessage: OnMessage): Promise<Bus> {
  const [subscriber, publisher] = [new Redis(url), new Redis(url)];
  subscriber.on('message', (_channel, message) => onMessage(message));
  await subscriber.subscribe(channel);
  return { publish: (message) => void publisher.publish(channel, message) };
}

const http = createServer();
const io = new Server(http, { transports: ['websocket'], serveClient: false, perMessageDeflate: false });

io.on('connection', (socket) => void socket.join(String(socket.handshake.headers['x-user'])));

const emit: OnMessage = (message) => {
  const { user, event, body } = JSON.parse(message) as { user: string; event: string; body: unknown };
  io.to(user).emit(event, body);
};
const store = new URL(process.argv[2] ?? '');
const bus = await (store.protocol.startsWith('redis') ? openRedisBus : openPostgresBus)(store.href, emit);

process.on('message', (message: unknown) => bus.publish(JSON.stringify(message)));
process.on('disconnect', () => process.exit(0));

http.listen(0, '127.0.0.1', () => process.send?.({ port: (http.address() as AddressInfo).port }));
