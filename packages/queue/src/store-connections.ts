import type { BackendFactory, ConnectionOptions, Queue } from 'bullmq';
import type { Redis } from 'ioredis';

/** Receives every connection or queue error; `where` names the part. It must not throw. */
export type OnError = (error: Error, where: string) => void;

/** Connections that each store passes to BullMQ; they open at first use. */
export type StoreConnections = {
  kind: 'redis' | 'postgres';
  /** Client for commands to the server itself; on Redis only. */
  redis?: () => Redis;
  producerOptions(): { connection: ConnectionOptions; prefix?: string };
  consumerOptions(): { connection: ConnectionOptions; prefix?: string };
  factory: BackendFactory;
  /** Runs the work while no other process runs work through this method. */
  exclusively(work: () => Promise<void>): Promise<void>;
  /** Removes the errors of jobs from the streams of events of these queues, which our processes never read. */
  removeErrorEvents(queues: readonly Queue[]): Promise<void>;
  ping(): Promise<void>;
  close(): Promise<void>;
};
