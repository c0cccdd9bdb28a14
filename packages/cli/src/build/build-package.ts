// Writes dist/: the command and the client for plain Node 20, each in one file with what it needs, and the types of the client.
import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = join(import.meta.dirname, '../..');
const repository = join(root, '../..');
const dist = join(root, 'dist');
const client = fileURLToPath(import.meta.resolve('@atelier/client'));

rmSync(dist, { recursive: true, force: true });
for (const [name, input] of [
  ['atelier', join(root, 'src/main.ts')],
  ['client', client],
] as const) {
  await using bundle = await rolldown({ input, platform: 'node' });
  await bundle.write({ file: join(dist, `${name}.js`), format: 'esm' });
}
writeTypes();
writeLicenses();

/** Types that the client takes from its library come along, so that the package needs no other. */
function writeTypes(): void {
  const compiler = join(repository, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [compiler, '-p', join(root, 'tsconfig.types.json')], { stdio: 'inherit' });
  const types = join(dist, 'types');
  const library = findPackage('openapi-fetch', client);
  const helpers = findPackage('openapi-typescript-helpers', join(library, 'package.json'));
  copyFileSync(join(helpers, 'dist/index.d.mts'), join(types, 'openapi-typescript-helpers.d.mts'));
  copyFileSync(join(library, 'dist/index.d.mts'), join(types, 'openapi-fetch.d.mts'));
  pointTo(join(types, 'openapi-fetch.d.mts'), 'openapi-typescript-helpers');
  pointTo(join(types, 'send.d.ts'), 'openapi-fetch');
}

/** Changes the import of a package into that of the file beside it. */
function pointTo(file: string, name: string): void {
  const source = readFileSync(file, 'utf8');
  const pointed = source.replaceAll(new RegExp(`(['"])${name}\\1`, 'g'), `'./${name}.mjs'`);
  if (pointed === source) throw new Error(`${file} does not import ${name}`);
  writeFileSync(file, pointed);
}

/** Notices of what the bundles contain. */
function writeLicenses(): void {
  const notices = [
    ['openapi-fetch', client],
    ['csv-parse', import.meta.filename],
  ].map(([name = '', from = '']) => {
    return `${name}\n\n${readFileSync(join(findPackage(name, from), 'LICENSE'), 'utf8')}`;
  });
  writeFileSync(join(dist, 'third-party-licenses.txt'), notices.join('\n\n'));
  copyFileSync(join(repository, 'LICENSE'), join(dist, 'LICENSE'));
}

function findPackage(name: string, from: string): string {
  let folder = dirname(createRequire(from).resolve(name));
  while (!folder.endsWith(join('node_modules', name))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error(`The folder of ${name} was not found`);
    folder = parent;
  }
  return folder;
}
