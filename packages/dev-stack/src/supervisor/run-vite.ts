// Runs Vite for the web workspace: `run-vite.ts build <web folder> <output>` or `run-vite.ts serve <web folder> <port>`.
// A separate process, so that the supervisor stays small and Vite ends with it.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

type ViteServer = {
  listen(): Promise<unknown>;
  close(): Promise<void>;
};

/** The functions of Vite used here. Vite is a dependency of the web workspace and resolved from there. */
type Vite = {
  build(config: object): Promise<unknown>;
  createServer(config: object): Promise<ViteServer>;
};

const [command, web = '', target = ''] = process.argv.slice(2);
const vite = (await import(
  pathToFileURL(createRequire(join(web, 'package.json')).resolve('vite')).href
)) as Vite;

process.on('disconnect', () => process.exit(1));

if (command === 'build') {
  await vite.build({ root: web, logLevel: 'warn', build: { outDir: target, emptyOutDir: true } });
  process.send?.({ type: 'ready' }, undefined, undefined, () => process.exit(0));
} else {
  const server = await vite.createServer({
    root: web,
    logLevel: 'warn',
    server: { port: Number(target), strictPort: true },
  });
  await server.listen();
  process.on('SIGTERM', () => void server.close().then(() => process.exit(0)));
  process.send?.({ type: 'ready' });
}
