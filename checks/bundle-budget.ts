import { join } from 'node:path';
import { compressWebBuild, ensureWebBuild } from '@atelier/dev-stack/web-build';
import { measureBundle } from './bundle/measure-bundle.ts';
import { readBuild } from './bundle/read-build.ts';

// Holds the web app against its budgets, in bytes of brotli 11, after building it if its sources have changed.
// With --all it prints every figure.
const root = join(import.meta.dirname, '..');

const build = { root, logFolder: join(root, '.data', 'logs') };
await ensureWebBuild(build);
await compressWebBuild(build);
const measures = measureBundle(readBuild(join(root, 'web', 'dist')));
const exceeded = measures.filter(({ bytes, maxBytes }) => bytes > maxBytes);

for (const { name, bytes, maxBytes } of process.argv.includes('--all') ? measures : exceeded) {
  console.log(`${name}: ${(bytes / 1000).toFixed(1)} kB of ${maxBytes / 1000} kB`);
}
process.exitCode = exceeded.length === 0 ? 0 : 1;
