import type { TestProject } from 'vitest/node';
import './provided.ts';
import { randomUUID } from 'node:crypto';
import { flushTestRedis } from './redis-lease.ts';
import { startTemplateServer, type TemplateServer } from './template-server.ts';

type Shared = {
  server: Promise<TemplateServer>;
  runId: string;
  users: number;
};

// Every Vitest project loads its own copy of this module; all of them share one server through this slot.
const slot = Symbol.for('atelier.dev-stack.test-server');
const holder = globalThis as { [slot]?: Shared };

/** Vitest global setup: one PostgreSQL for the whole run, removed with all its files at the end. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  holder[slot] ??= { server: startTemplateServer(), runId: randomUUID(), users: 0 };
  const shared = holder[slot];
  shared.users += 1;
  const { provided, filesDir } = await shared.server;
  project.provide('postgres', provided);
  project.provide('testFolder', filesDir);
  project.provide('testRunId', shared.runId);
  return async () => {
    shared.users -= 1;
    if (shared.users > 0) return;
    delete holder[slot];
    await (await shared.server).stop();
    await flushTestRedis(shared.runId);
  };
}
