import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { repositoryRoot } from '@atelier/dev-stack';

const execute = promisify(execFile);

export type CommandRun = { code: number | null; stdout: string; stderr: string };
export type RunOptions = { env?: Record<string, string>; stdin?: string };

export type Installed = {
  /** Folder that the package is installed in, and commands run in. */
  folder: string;
  /** Version of the Node that runs the command. */
  nodeVersion: string;
  /** Paths of the files in the package. */
  packed: string[];
  run(args: readonly string[], options?: RunOptions): Promise<CommandRun>;
  /** Runs the command, and sends it SIGINT once `until` is in what it writes on the standard error. */
  interrupt(args: readonly string[], until: RegExp, options?: RunOptions): Promise<CommandRun>;
  /** Runs any program in the folder, with the installed command first in its path. */
  execute(program: string, args: readonly string[], env: Record<string, string>): Promise<CommandRun>;
  remove(): Promise<void>;
};

/** Packs the command, installs it into an empty folder without the network, and runs it with the oldest Node there is. */
export async function installCommand(): Promise<Installed> {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-command-'));
  const pack = ['pack', '--workspace', 'packages/cli', '--pack-destination', folder, '--json'];
  const { stdout } = await execute('npm', pack, { cwd: repositoryRoot });
  const [tarball] = readPack(stdout);
  if (!tarball) throw new Error('npm packed nothing');
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  await execute('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball.filename], {
    cwd: folder,
  });
  const node = await findOldestNode();
  const command = join(folder, 'node_modules/atelier/dist/atelier.js');
  const environment = (env: Record<string, string> = {}) => ({
    PATH: [join(folder, 'node_modules/.bin'), process.env.PATH].join(delimiter),
    HOME: folder,
    XDG_CONFIG_HOME: join(folder, 'config'),
    ...env,
  });
  const start = (args: readonly string[], env?: Record<string, string>) =>
    spawn(node.path, [command, ...args], { cwd: folder, env: environment(env) });
  return {
    folder,
    nodeVersion: node.version,
    packed: tarball.files.map(({ path }) => path),
    run: (args, { env, stdin = '' } = {}) => {
      const child = start(args, env);
      child.stdin.end(stdin);
      return collect(child);
    },
    interrupt: (args, until, { env } = {}) => {
      const child = start(args, env);
      let written = '';
      const watch = (part: Buffer) => {
        written += part.toString();
        if (!until.test(written)) return;
        child.stderr.off('data', watch);
        child.kill('SIGINT');
      };
      child.stderr.on('data', watch);
      return collect(child);
    },
    execute: (program, args, env) => {
      return collect(spawn(program, args, { cwd: folder, env: environment(env) }));
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

type Tarball = { filename: string; files: { path: string }[] };

/** npm writes a list, or from version 12 on an object by name; output of the scripts may stand before it. */
function readPack(output: string): Tarball[] {
  const parsed = JSON.parse(output.slice(output.search(/^[[{]/m))) as Tarball[] | Record<string, Tarball>;
  return Object.values(parsed);
}

function collect(child: ReturnType<typeof spawn>): Promise<CommandRun> {
  let [stdout, stderr] = ['', ''];
  child.stdout?.on('data', (part: Buffer) => {
    stdout += part.toString();
  });
  child.stderr?.on('data', (part: Buffer) => {
    stderr += part.toString();
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
}

/** The package promises Node 20: where the path has an older Node than this process, that one shows more. */
async function findOldestNode(): Promise<{ path: string; version: string }> {
  const paths = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'node'));
  const found = await Promise.all(
    [process.execPath, ...new Set(paths.filter((path) => existsSync(path)))].map(async (path) => {
      const { stdout } = await execute(path, ['--version']);
      return { path, version: stdout.trim(), major: Number(/^v(\d+)/.exec(stdout)?.[1]) };
    }),
  );
  const [oldest] = found.filter(({ major }) => major >= 20).toSorted((a, b) => a.major - b.major);
  if (!oldest) throw new Error('There is no Node from version 20 on');
  return oldest;
}
