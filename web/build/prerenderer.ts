// Thread that builds the app once more, for Node, renders every public page and posts all of them with a list of the
// app's routes.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { build } from 'vite';
import { languages } from '../src/lib/i18n/languages.build.ts';
import type * as PrerenderPage from '../src/prerender-page.tsx';
import type { Audience, PrerenderedPage } from '../src/prerender-page.tsx';
import { evaluateAtBuild } from './evaluate-at-build.ts';
import { guidePages } from './guide.ts';
import { replacedModules } from './replaced-modules.ts';

/** A page in one language, in the order in which their styles are numbered. */
export type PageVariant = PrerenderedPage & { tag: string; audience: Audience };

export type Prerendered = { pages: PageVariant[]; routes: ReturnType<typeof PrerenderPage.describeRoutes> };

// Folder below `node_modules`, from which the imports of the built app find the packages.
const cache = join(import.meta.dirname, '../../node_modules/.cache');
mkdirSync(cache, { recursive: true });
const folder = mkdtempSync(join(cache, 'prerender-'));
try {
  const app = await buildPrerenderer(workerData as string, folder);
  const prerendered: Prerendered = { pages: await prerenderAll(app), routes: app.describeRoutes() };
  parentPort?.postMessage(prerendered);
} finally {
  rmSync(folder, { recursive: true });
}

async function buildPrerenderer(root: string, outDir: string): Promise<typeof PrerenderPage> {
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [evaluateAtBuild(), guidePages()],
    resolve: { alias: replacedModules },
    // Node itself would not find the module that draws them.
    ssr: { noExternal: ['lucide-react'] },
    build: { ssr: 'src/prerender-page.tsx', outDir, target: 'esnext', minify: false, copyPublicDir: false },
  });
  return import(pathToFileURL(join(outDir, 'prerender-page.js')).href);
}

async function prerenderAll({
  audiences,
  prerenderedPaths,
  prerenderPages,
}: typeof PrerenderPage): Promise<PageVariant[]> {
  const variants: PageVariant[] = [];
  for (const { tag } of languages) {
    for (const audience of audiences) {
      const pages = await prerenderPages(prerenderedPaths, { language: tag, audience });
      variants.push(...pages.map((page) => ({ ...page, tag, audience })));
    }
  }
  return variants;
}
