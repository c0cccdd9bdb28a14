// Loads the product's own operations, once for each machine and mutation: modules keep state, and two workers must not
// share it. Where an operation reaches the disk or the network itself, a simulated module replaces the real one.
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Change, Mutation } from './mutations.ts';

const root = resolve(import.meta.dirname, '../..');
/** Modules with state or effects, which every machine loads for itself. Errors must be of one class everywhere. */
const own = /\/(packages\/(batch|db|fal|generations|queue|storage|take-out)|worker|api)\/src\//;

const replaced = [
  {
    from: /\/(worker\/src\/generations\/store-output|storage\/src\/(?:temporary-files|stream-file))\.ts$/,
    specifier: /^node:fs(\/promises)?$/,
    by: 'disk.ts',
  },
  { from: /\/generations\/src\/[\w-]+\.ts$/, specifier: /\/notify-line\.ts$/, by: 'notify-line.ts' },
  { from: /\/storage\/src\/open-result\.ts$/, specifier: /guarded-get\.ts$/, by: 'guarded-get.ts' },
];

const mutationOf = new Map<string, Mutation>();
let isRegistered = false;

/** `?machine=…&mutation=…` passes from each module to those that it imports. */
function register(): void {
  if (isRegistered) return;
  isRegistered = true;
  registerHooks({
    resolve(specifier, context, next) {
      const parent = context.parentURL ?? '';
      const [, query] = parent.split('?');
      if (query === undefined || !own.test(parent)) return next(specifier, context);
      const stand = replaced.find(
        (each) => each.from.test(parent.split('?')[0] ?? '') && each.specifier.test(specifier),
      );
      if (stand)
        return {
          url: pathToFileURL(resolve(import.meta.dirname, 'world', stand.by)).href,
          shortCircuit: true,
        };
      const resolved = next(specifier, context);
      return own.test(resolved.url) ? { ...resolved, url: `${resolved.url}?${query}` } : resolved;
    },
    load(url, context, next) {
      const [address = '', query] = url.split('?');
      const mutation = mutationOf.get(new URLSearchParams(query).get('mutation') ?? '');
      if (!mutation || !own.test(address)) return next(url, context);
      const path = fileURLToPath(address);
      if (!path.endsWith(mutation.file)) return next(url, context);
      const source = mutate(readFileSync(path, 'utf8'), mutation, mutation.changes);
      return { format: 'module-typescript', source, shortCircuit: true };
    },
  });
}

/** Throws when a patch no longer fits the file, so that no mutation passes because it does nothing. */
export function mutate(
  source: string,
  { name, file }: Pick<Mutation, 'name' | 'file'>,
  changes: readonly Change[],
): string {
  return changes.reduce((text, [before, after]) => {
    const count = text.split(before).length - 1;
    if (count !== 1)
      throw new Error(`The mutation "${name}" finds its place in ${file} ${count} times, not once`);
    return text.replace(before, () => after);
  }, source);
}

const files = {
  worker: [
    'worker/src/breakers/report-verdict.ts',
    'worker/src/breakers/tend-breakers.ts',
    'worker/src/generations/dispatch-generation.ts',
    'worker/src/generations/watch-generation.ts',
    'worker/src/generations/finish-generation.ts',
    'worker/src/generations/finishing.ts',
    'worker/src/breakers/submission-gate.ts',
    'worker/src/sweeper/sweep.ts',
    'worker/src/uploads/delete-files.ts',
    'packages/generations/src/index.ts',
    'packages/queue/src/job-handler.ts',
    'packages/queue/src/jobs.ts',
    'packages/db/src/index.ts',
  ],
  api: [
    'api/src/modules/generations/submit-generation.ts',
    'api/src/modules/trash/move-generations.ts',
    'api/src/modules/refunds/refund-credits.ts',
    'api/src/modules/stand-in/accept-stand-in.ts',
    'api/src/modules/webhooks/accept-webhook.ts',
    'packages/generations/src/index.ts',
    'packages/db/src/index.ts',
  ],
};

// biome-ignore lint/suspicious/noExplicitAny: api and worker are programs and export no types; their operations take the simulated clients
export type Operations = Record<string, any>;

/** The operations of a machine's api and worker, by name. `machine` keeps the copies of the modules apart. */
export async function loadOperations(machine: string, mutation: Mutation | undefined): Promise<Operations> {
  register();
  if (mutation) mutationOf.set(mutation.name, mutation);
  const query = new URLSearchParams({ machine, ...(mutation && { mutation: mutation.name }) });
  const modules = [...new Set([...files.worker, ...files.api])].map(
    (file) => import(`${pathToFileURL(resolve(root, file)).href}?${query}`) as Promise<object>,
  );
  return Object.assign({}, ...(await Promise.all(modules)));
}
