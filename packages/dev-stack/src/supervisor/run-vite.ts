// Runs Vite for the web workspace: `run-vite.ts build <web folder> <output>`, without compressed copies of the files,
// `run-vite.ts compress <web folder> <output>`, which adds them, or `run-vite.ts serve <web folder> <port>`.
// A separate process, so that the supervisor stays small and Vite ends with it.
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

type ViteServer = {
  listen(): Promise<unknown>;
  close(): Promise<void>;
};

/** The functions of Vite used here. Vite is a dependency of the web workspace and resolved from there. */
type Vite = {
  build(config: object): Promise<unknown>;
  createServer(config: object): Promise<ViteServer>;
  loadConfigFromFile(env: object, file: undefined, root: string): Promise<{ config: ViteConfig } | null>;
};
type ViteConfig = { plugins?: unknown[]; build?: object };

const [command, web = '', target = ''] = process.argv.slice(2);

process.on('disconnect', () => process.exit(1));

const commands: Record<string, () => Promise<void>> = { build, compress, serve };
await commands[command ?? '']?.();

async function build(): Promise<void> {
  const { build, loadConfigFromFile } = await importVite();
  const loaded = await loadConfigFromFile({ command: 'build', mode: 'production' }, undefined, web);
  const config = loaded?.config ?? {};
  await build({
    ...config,
    configFile: false,
    root: web,
    logLevel: 'warn',
    plugins: config.plugins?.filter((plugin) => !isPrecompress(plugin)),
    build: { ...config.build, outDir: target, emptyOutDir: true },
  });
  end();
}

async function compress(): Promise<void> {
  const { precompressFolder } = await import(pathToFileURL(join(web, 'build/precompress.ts')).href);
  await precompressFolder(resolve(web, target));
  end();
}

async function serve(): Promise<void> {
  const server = await (await importVite()).createServer({
    root: web,
    logLevel: 'warn',
    server: { port: Number(target), strictPort: true },
  });
  await server.listen();
  process.on('SIGTERM', () => void server.close().then(() => process.exit(0)));
  process.send?.({ type: 'ready' });
}

function importVite(): Promise<Vite> {
  return import(pathToFileURL(createRequire(join(web, 'package.json')).resolve('vite')).href);
}

function isPrecompress(plugin: unknown): boolean {
  return (
    typeof plugin === 'object' && plugin !== null && 'name' in plugin && plugin.name === 'atelier:precompress'
  );
}

function end(): void {
  process.send?.({ type: 'ready' }, undefined, undefined, () => process.exit(0));
}
