import type { TestProject } from 'vitest/node';
import './provided.ts';
import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../supervisor/settings.ts';
import { flushTestRedis } from './redis-lease.ts';
import { startTemplateServer, type TemplateServer } from './template-server.ts';

type Shared = {
  server: Promise<TemplateServer>;
  runId: string;
  mediaDir: string;
  users: number;
};

// Every Vitest project loads its own copy of this module; all of them share one server through this slot.
const slot = Symbol.for('atelier.dev-stack.test-server');
const holder = globalThis as { [slot]?: Shared };

/** Vitest global setup: one PostgreSQL for the whole run, removed with all its files at the end. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  holder[slot] ??= {
    server: startTemplateServer(),
    runId: randomUUID(),
    users: 0,
    mediaDir: openMediaFolder(),
  };
  const shared = holder[slot];
  shared.users += 1;
  const { provided, filesDir } = await shared.server;
  project.provide('postgres', provided);
  project.provide('testFolder', filesDir);
  project.provide('testRunId', shared.runId);
  project.provide('mediaDir', shared.mediaDir);
  return async () => {
    shared.users -= 1;
    if (shared.users > 0) return;
    delete holder[slot];
    await (await shared.server).stop();
    await flushTestRedis(shared.runId);
  };
}

/**
 * Opens a folder that keeps the emulators' media from one run to the next, as long as the code that draws them has not
 * changed. Emulators name files by their orders, and delete them after a week.
 */
function openMediaFolder(): string {
  const emulator = join(repositoryRoot, 'packages/fal-emulator');
  const drawing = readdirSync(join(emulator, 'src/media')).map((name) => `src/media/${name}`);
  const hash = createHash('sha256');
  for (const name of ['package.json', ...drawing.toSorted()]) hash.update(readFileSync(join(emulator, name)));
  const parent = join(repositoryRoot, 'node_modules/.cache/emulator-media');
  const current = hash.digest('hex').slice(0, 16);
  mkdirSync(join(parent, current), { recursive: true });
  for (const name of readdirSync(parent))
    if (name !== current) rmSync(join(parent, name), { recursive: true, force: true });
  return join(parent, current);
}
