// Runs the steps of the Dockerfile unchanged in empty folders instead of containers, and then starts each process of the
// image once: without settings it must list what is missing, which it can do only if every library it imports is
// installed. For machines without Docker: `npm run image:steps`.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, isAbsolute, join, matchesGlob } from 'node:path';

type Stage = { name: string; root: string; workdir: string; env: Record<string, string> };

const checkout = join(import.meta.dirname, '..');
const home = mkdtempSync(join(tmpdir(), 'atelier-image-'));

const stages = new Map<string, Stage>();
let stage: Stage | undefined;
for (const line of instructions()) {
  const [, name = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
  if (name === 'FROM') stage = openStage(rest);
  else if (stage) run(stage, name, rest);
}
if (!stage) throw new Error('The Dockerfile has no stage');
start(stage, 'api/src/main.ts', 'DATABASE_URL: is missing');
start(stage, 'worker/src/main.ts', 'FAL_KEY: is missing');
start(stage, 'api/src/migrate.ts', 'DATABASE_URL: is missing');
console.log('Every step ran, and every process of the image starts.');
rmSync(home, { recursive: true });

function instructions(): string[] {
  return readFileSync(join(checkout, 'Dockerfile'), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'));
}

function openStage(rest: string): Stage {
  const name = / AS (\w+)$/.exec(rest)?.[1] ?? 'image';
  const opened = { name, root: join(home, name), workdir: '/', env: {} };
  mkdirSync(opened.root);
  stages.set(name, opened);
  console.log(`\n== ${name}`);
  return opened;
}

function run(at: Stage, name: string, rest: string): void {
  console.log(`${name} ${rest}`);
  const cwd = join(at.root, at.workdir);
  switch (name) {
    case 'WORKDIR':
      at.workdir = rest;
      mkdirSync(join(at.root, rest), { recursive: true });
      return;
    case 'ENV':
      Object.assign(
        at.env,
        Object.fromEntries(rest.split(' ').map((pair) => /^([^=]*)=(.*)$/.exec(pair)?.slice(1) ?? [])),
      );
      return;
    case 'COPY':
      copy(at, rest);
      return;
    case 'RUN':
      // Steps about the container's users and root folder do not apply here.
      if (!rest.includes(' /data'))
        execFileSync('sh', ['-ec', rest], { cwd, stdio: 'inherit', env: composeEnv(at) });
      return;
    case 'USER':
    case 'VOLUME':
    case 'EXPOSE':
    case 'STOPSIGNAL':
    case 'CMD':
      return;
    default:
      throw new Error(`Unknown instruction ${name}: implement it here`);
  }
}

function copy(at: Stage, rest: string): void {
  const words = rest.split(' ');
  const from = words.find((word) => word.startsWith('--from='))?.slice('--from='.length);
  const [source = '', target = ''] = words.filter((word) => !word.startsWith('--'));
  const to = isAbsolute(target) ? join(at.root, target) : join(at.root, at.workdir, target);
  if (from === undefined) {
    copyCheckout(to);
    return;
  }
  const other = stages.get(from);
  if (!other) throw new Error(`There is no stage ${from}`);
  cpSync(join(other.root, source), to, { recursive: true, verbatimSymlinks: true });
}

/** Copies the build context: the repository's files except those in .dockerignore. */
function copyCheckout(to: string): void {
  const ignored = readFileSync(join(checkout, '.dockerignore'), 'utf8').split('\n').filter(Boolean);
  const isIgnored = (file: string) =>
    ignored.some((pattern) => matchesGlob(file, pattern) || matchesGlob(file, `${pattern}/**`));
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: checkout });
  for (const file of listed.toString().split('\0').filter(Boolean)) {
    if (isIgnored(file) || !existsSync(join(checkout, file))) continue;
    mkdirSync(join(to, dirname(file)), { recursive: true });
    cpSync(join(checkout, file), join(to, file));
  }
}

function composeEnv(at: Stage): NodeJS.ProcessEnv {
  const { PATH, HOME } = process.env;
  return { ...settingsOfNpm(), PATH, HOME, ...at.env, DATA_DIR: join(home, 'data') };
}

/** The registry settings of this machine. */
function settingsOfNpm(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => /^npm_config_/i.test(name)));
}

function start(at: Stage, entry: string, expected: string): void {
  const { status, stderr } = spawnSync(process.execPath, [entry], {
    cwd: join(at.root, at.workdir),
    env: composeEnv(at),
    encoding: 'utf8',
  });
  if (status !== 1 || !stderr.includes(expected))
    throw new Error(`${entry} ended with ${status} instead of naming what is missing:\n${stderr}`);
}
