// The thread that paints: builds the app once more, for Node, renders every public page and posts all of them
// with a list of the app's routes.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { build } from 'vite';
import { languages } from '../src/lib/i18n/languages.build.ts';
import type * as PaintPage from '../src/paint-page.tsx';
import type { Audience, PaintedPage } from '../src/paint-page.tsx';
import { evaluateAtBuild } from './evaluate-at-build.ts';
import { guidePages } from './guide.ts';

/** A page in one language, in the order in which their styles are numbered. */
export type Painting = PaintedPage & { tag: string; audience: Audience };

export type Painted = { paintings: Painting[]; routes: ReturnType<typeof PaintPage.describeRoutes> };

// From here the imports of what is built find the packages.
const cache = join(import.meta.dirname, '../../node_modules/.cache');
mkdirSync(cache, { recursive: true });
const folder = mkdtempSync(join(cache, 'painter-'));
try {
  const app = await buildPainter(workerData as string, folder);
  const painted: Painted = { paintings: await paintAll(app), routes: app.describeRoutes() };
  parentPort?.postMessage(painted);
} finally {
  rmSync(folder, { recursive: true });
}

async function buildPainter(root: string, outDir: string): Promise<typeof PaintPage> {
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [evaluateAtBuild(), guidePages()],
    build: { ssr: 'src/paint-page.tsx', outDir, target: 'esnext', minify: false, copyPublicDir: false },
  });
  return import(pathToFileURL(join(outDir, 'paint-page.js')).href);
}

async function paintAll({ audiences, paintedPaths, paintPages }: typeof PaintPage): Promise<Painting[]> {
  const paintings: Painting[] = [];
  for (const { tag } of languages) {
    for (const audience of audiences) {
      const pages = await paintPages(paintedPaths, { language: tag, audience });
      paintings.push(...pages.map((page) => ({ ...page, tag, audience })));
    }
  }
  return paintings;
}
