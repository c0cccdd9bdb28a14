import { describe, expect, it } from 'vitest';
import { arrows } from './arrows/arrows.ts';
import { rules } from './arrows/rules.ts';
import { problemsIn } from './testing.ts';

const packages =
  'catalog contract db queue fal storage media realtime env log telemetry dev-stack fal-emulator local-postgres'.split(
    ' ',
  );
const libraries =
  'zod kysely pg bullmq @fal-ai/client @aws-sdk/client-s3 socket.io-client sharp stripe web-push nodemailer @opentelemetry/api'.split(
    ' ',
  );

/** A small repository that keeps every rule; each case then adds one file that breaks one. */
const cleanTree: Record<string, string> = {
  'package.json': JSON.stringify({ workspaces: ['web', 'api', 'worker', 'packages/*', 'tests', 'bench'] }),
  ...Object.fromEntries(
    ['api', 'worker', 'web', 'tests', 'bench'].map((app) => [`${app}/package.json`, manifest(app)]),
  ),
  ...Object.fromEntries(packages.map((name) => [`packages/${name}/package.json`, manifest(name)])),
  ...Object.fromEntries(packages.map((name) => [`packages/${name}/src/index.ts`, 'export const one = 1;'])),
  ...Object.fromEntries(
    libraries.map((name) => [`node_modules/${name}/package.json`, '{"main":"index.js"}']),
  ),
  ...Object.fromEntries(libraries.map((name) => [`node_modules/${name}/index.js`, ''])),
  'packages/realtime/src/client.ts': `import 'socket.io-client'; import '@atelier/contract';`,
  'packages/contract/src/index.ts': `export * from '@atelier/catalog'; import 'zod';`,
  'packages/db/src/index.ts': `import 'kysely'; import 'pg'; import './migrations/0001-start.ts';`,
  'packages/db/src/migrations/0001-start.ts': `import 'kysely';`,
  'packages/db/src/query.test.ts': `import '@atelier/dev-stack'; import './index.ts';`,
  'packages/queue/src/index.ts': `import 'bullmq'; import 'pg';`,
  'packages/fal/src/index.ts': `import '@fal-ai/client';`,
  'packages/storage/src/index.ts': `import '@aws-sdk/client-s3'; import 'node:fs';`,
  'api/src/main.ts': `import '@atelier/db'; import '@atelier/queue';`,
  'api/src/main.test.ts': `import '@atelier/dev-stack'; import '@fal-ai/client'; import './main.ts';`,
  'worker/src/main.ts': `import '@atelier/db';`,
  'tests/whole-flow/flow.test.ts': `import '@atelier/dev-stack'; import '@atelier/fal-emulator';`,
  'bench/src/index.ts': `import '@atelier/local-postgres'; import 'pg';`,
  'web/src/main.tsx': `import '@atelier/realtime/client'; import '@atelier/catalog'; import('./features/create/form.tsx');`,
  'web/src/features/create/form.tsx': `import '../../ui/button.tsx'; import '../../menu.build.ts';`,
  'web/src/menu.build.ts': `import 'node:fs';`,
  'web/src/features/history/list.tsx': `export const list = 1;`,
  'web/src/ui/button.tsx': 'export const button = 1;',
};

/** Rules, each with files that break it and nothing else. */
const planted: [rule: string, files: Record<string, string>][] = [
  [
    'neighbours-import-one-way',
    {
      'api/src/modules/a/one.ts': `import '../b/one.ts';`,
      'api/src/modules/a/two.ts': '',
      'api/src/modules/b/one.ts': '',
      'api/src/modules/b/two.ts': `import '../a/two.ts';`,
    },
  ],
  ['nothing-unresolved', { 'api/src/a.ts': `import './missing.ts';` }],
  ['nothing-unresolved', { 'api/src/a.ts': `import 'not-installed';` }],
  ['nothing-unresolved', { 'api/src/a.ts': `import '@atelier/db/src/connect.ts';` }],
  [
    'packages-never-reach-apps',
    { 'packages/media/src/a.ts': `import '@atelier/api';`, 'api/src/index.ts': '' },
  ],
  ['apps-never-reach-each-other', { 'worker/src/a.ts': `import '@atelier/api';`, 'api/src/index.ts': '' }],
  ['no-relative-path-across-workspaces', { 'api/src/a.ts': `import '../../packages/db/src/index.ts';` }],
  ['no-relative-path-across-workspaces', { 'checks/a.ts': `export * from '../packages/env/src/index.ts';` }],
  [
    'packages-keep-their-layer',
    {
      'packages/unknown/package.json': manifest('unknown'),
      'packages/unknown/src/a.ts': `import '@atelier/db';`,
    },
  ],
  ['packages-keep-their-layer', { 'packages/storage/src/a.ts': `import type { Db } from '@atelier/db';` }],
  ['packages-keep-their-layer', { 'packages/telemetry/src/a.ts': `import '@atelier/log';` }],
  ['packages-keep-their-layer', { 'packages/catalog/src/a.ts': `import '@atelier/contract';` }],
  ['catalog-and-contract-need-zod-only', { 'packages/contract/src/a.ts': `import 'node:crypto';` }],
  ['catalog-and-contract-need-zod-only', { 'packages/catalog/src/a.ts': `import 'sharp';` }],
  ['web-reaches-only-browser-safe-code', { 'web/src/a.ts': `import '@atelier/db';` }],
  ['web-reaches-only-browser-safe-code', { 'web/src/a.ts': `import '@atelier/realtime';` }],
  ['web-reaches-only-browser-safe-code', { 'web/src/a.ts': `const path = await import('node:path');` }],
  [
    'web-reaches-only-browser-safe-code',
    {
      'packages/catalog/src/index.ts': `export * from './server.ts';`,
      'packages/catalog/src/server.ts': 'export const one = 1;',
    },
  ],
  [
    'web-reaches-only-browser-safe-code',
    {
      'packages/realtime/src/client.ts': `import './adapter.ts';`,
      'packages/realtime/src/adapter.ts': `import 'pg';`,
    },
  ],
  ['library-home ^kysely', { 'api/src/a.ts': `import { type Kysely } from 'kysely';` }],
  ['library-home ^kysely', { 'api/src/a.ts': `export {} from 'kysely';` }],
  [
    'library-home ^kysely',
    { 'api/src/a.d.ts': `declare module 'a' { import type { Kysely } from 'kysely'; }` },
  ],
  ['library-home ^pg$', { 'worker/src/a.ts': `type Pool = import('pg').Pool;` }],
  ['library-home ^(bullmq|@bull-board\\/.+)$', { 'worker/src/a.ts': `import 'bullmq';` }],
  ['library-home ^@fal-ai\\/', { 'worker/src/a.ts': `const fal = await import('@fal-ai/client');` }],
  [
    'library-home ^(@aws-sdk\\/|@smithy\\/|flydrive$)',
    { 'api/src/a.ts': `export * from '@aws-sdk/client-s3';` },
  ],
  ['library-home ^@opentelemetry\\/', { 'packages/queue/src/a.ts': `import '@opentelemetry/api';` }],
  ['library-home ^web-push$', { 'worker/src/a.ts': `import webPush from 'web-push';` }],
  ['library-home ^nodemailer$', { 'worker/src/a.ts': `import { createTransport } from 'nodemailer';` }],
  ['library-home ^stripe$', { 'worker/src/a.ts': `import Stripe from 'stripe';` }],
  ['features-never-import-features', { 'web/src/features/create/a.tsx': `import '../history/list.tsx';` }],
  [
    'features-never-import-features',
    { 'web/src/features/create/a.tsx': `import '#features/history/list.tsx';` },
  ],
  ['web-lib-without-product', { 'web/src/lib/a.ts': `import type { Kind } from '@atelier/catalog';` }],
  ['web-lib-without-product', { 'web/src/lib/api/batches.ts': 'export const batches = 1;' }],
  ['web-floors', { 'web/src/ui/a.tsx': `import '../features/history/list.tsx';` }],
  [
    'api-plugins-import-no-module',
    {
      'api/src/plugins/session.ts': `import type { Session } from '../modules/auth/sessions.ts';`,
      'api/src/modules/auth/sessions.ts': 'export type Session = { userId: string };',
    },
  ],
  [
    'migrations-import-nothing-of-ours',
    { 'packages/db/src/migrations/0002-next.ts': `import '../index.ts';` },
  ],
  [
    'migrations-import-nothing-of-ours',
    { 'packages/db/src/migrations/0002-next.ts': `import '@atelier/catalog';` },
  ],
  ['nothing-needs-the-local-stack-or-bench', { 'api/src/a.ts': `import '@atelier/dev-stack';` }],
  ['nothing-needs-the-local-stack-or-bench', { 'worker/src/a.ts': `import '@atelier/fal-emulator';` }],
  ['nothing-needs-the-local-stack-or-bench', { 'packages/db/src/a.ts': `import '@atelier/local-postgres';` }],
  ['nothing-needs-the-local-stack-or-bench', { 'packages/fal/src/a.test.ts': `import '@atelier/bench';` }],
  ['nothing-needs-the-local-stack-or-bench', { 'tests/whole-flow/a.test.ts': `import '@atelier/bench';` }],
  ['production-code-imports-no-test-code', { 'api/src/a.ts': `import './main.test.ts';` }],
];

describe('the check of arrows', () => {
  it('finds nothing in a tree that keeps every rule', async () => {
    expect(await problemsIn(arrows, cleanTree)).toEqual([]);
  });

  it.each(planted)('catches a planted violation of %s: %j', async (rule, files) => {
    const problems = await problemsIn(arrows, { ...cleanTree, ...files });
    expect(problems.map((problem) => problem.split(': ')[0])).toContain(rule);
  });

  it('has a planted violation for every rule', () => {
    expect(rules.map(({ name }) => name).filter((name) => !planted.some(([rule]) => rule === name))).toEqual(
      [],
    );
  });

  it('fails when a workspace yields no source file', async () => {
    const { 'worker/src/main.ts': _removed, ...rest } = cleanTree;
    expect(await problemsIn(arrows, rest)).toEqual(['no source file was read in worker']);
  });

  it('fails when there is nothing to read at all', async () => {
    expect(await problemsIn(arrows, { 'package.json': '{"workspaces":[]}' })).toEqual([
      'only 0 of 0 source files were read',
    ]);
  });

  it('fails on a file that cannot be parsed', async () => {
    const [problem] = await problemsIn(arrows, { ...cleanTree, 'api/src/a.ts': 'import {' });
    expect(problem).toMatch(/^unreadable: api\/src\/a\.ts/);
  });
});

function manifest(name: string): string {
  const exports =
    name === 'realtime'
      ? { '.': './src/index.ts', './client': './src/client.ts' }
      : { '.': './src/index.ts' };
  return JSON.stringify({ name: `@atelier/${name}`, exports, imports: { '#*': './src/*' } });
}
