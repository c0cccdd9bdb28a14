import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Plugin, Rolldown } from 'vite';
import { languages } from '../src/lib/i18n/languages.build.ts';

const logo = join(import.meta.dirname, '../public/favicon.svg');
/** Values of `--color-canvas` and of the logo (web/src/styles/tokens.css). */
const [canvas, accent] = ['#0b0b0f', '#5850ec'];

/** Makes the app installable: a manifest for each language, its icons, the service worker and the page without connection. */
export function installApp(): Plugin {
  return {
    name: 'atelier:install-app',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const emit = (fileName: string, source: string | Buffer) =>
        this.emitFile({ type: 'asset', fileName, source });
      for (const { tag } of languages) emit(`manifest.${tag}.webmanifest`, JSON.stringify(manifestIn(tag)));
      for (const { src, sizes, purpose } of icons)
        emit(src.slice(1), await drawIcon(Number.parseInt(sizes, 10), purpose));
      emit('icons/touch.png', await drawIcon(180, 'maskable'));
      emit('favicon.ico', packIcon(await drawIcon(32, 'any'), 32));
      const files = filesOfEveryPage(bundle);
      const offlinePage = composeOfflinePage(files.filter((file) => file.endsWith('.css')));
      emit('offline.html', offlinePage);
      emit('sw.js', composeServiceWorker(files, offlinePage));
    },
  };
}

const icons = [
  { src: '/icons/192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
  { src: '/icons/512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
  { src: '/icons/maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
] as const;

type Texts = { name: string; description: string; offline: { title: string; text: string; again: string } };

function textsIn(tag: string): Texts {
  return JSON.parse(readFileSync(join(import.meta.dirname, `../src/locales/${tag}/install.json`), 'utf8'));
}

function manifestIn(tag: string): object {
  const { name, description } = textsIn(tag);
  return {
    id: '/',
    name,
    short_name: name,
    description,
    lang: tag,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: canvas,
    theme_color: canvas,
    icons,
    // Its files are taken by the service worker; the form asks it for them.
    share_target: {
      action: '/creator/image-to-video',
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { files: [{ name: 'files', accept: ['image/*', 'video/*'] }] },
    },
  };
}

/** Systems cut maskable icons to their own shape: the colour goes to the edge, the drawing stays in the inner 80 %. */
async function drawIcon(sizePx: number, purpose: 'any' | 'maskable'): Promise<Buffer> {
  const scale = purpose === 'any' ? 1 : 0.8;
  const drawn = Math.round(sizePx * scale);
  const picture = await sharp(logo, { density: (72 * drawn) / 32 })
    .resize(drawn, drawn)
    .png()
    .toBuffer();
  if (purpose === 'any') return picture;
  const background = { width: sizePx, height: sizePx, channels: 3, background: accent } as const;
  return sharp({ create: background })
    .composite([{ input: picture }])
    .png()
    .toBuffer();
}

/** An ICO file with one picture as PNG, for what asks for `/favicon.ico` without reading the document. */
function packIcon(png: Buffer, sizePx: number): Buffer {
  const head = Buffer.alloc(22);
  // Type 1 is an icon, and it has one picture: its width, height, planes, bits, length, and where it begins.
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(sizePx, 6);
  head.writeUInt8(sizePx, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

/** The entry with everything that it imports, and the style sheets. */
function filesOfEveryPage(bundle: Rolldown.OutputBundle): string[] {
  const files = new Set<string>();
  const add = (name: string) => {
    const file = bundle[name];
    if (!file || files.has(name)) return;
    files.add(name);
    if (file.type === 'chunk') for (const imported of file.imports) add(imported);
  };
  for (const [name, file] of Object.entries(bundle)) {
    // Other files of the build are for the server alone.
    if (file.type === 'chunk' ? file.isEntry : /^assets\/.+\.css$/.test(name)) add(name);
  }
  return [...files].map((name) => `/${name}`).sort();
}

/** Composes the page in every language: the server that knows which one to take is out of reach. */
function composeOfflinePage(styles: string[]): string {
  const parts = languages.map(({ tag }) => {
    const { title, text, again } = textsIn(tag).offline;
    return `<section lang="${tag}" class="grid justify-items-start gap-3">
      <h1 class="text-xl font-semibold">${title}</h1>
      <p class="text-ink-soft">${text}</p>
      <a href="" class="text-accent-text underline">${again}</a>
    </section>`;
  });
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="dark light" />
    <title>Atelier</title>
    ${styles.map((href) => `<link rel="stylesheet" href="${href}" />`).join('\n    ')}
  </head>
  <body>
    <main class="mx-auto grid min-h-dvh max-w-md content-center gap-8 p-6">
    ${parts.join('\n    ')}
    </main>
  </body>
</html>
`;
}

/** The version changes with everything that the service worker keeps. */
function composeServiceWorker(files: string[], offlinePage: string): string {
  const source = readFileSync(join(import.meta.dirname, 'service-worker.js'), 'utf8');
  const version = createHash('sha256').update(files.join()).update(offlinePage).digest('hex').slice(0, 12);
  const filled = source.replace(
    /^const build = .*;$/m,
    `const build = ${JSON.stringify({ version, files })};`,
  );
  if (filled === source) throw new Error('service-worker.js has lost its list of files');
  return filled;
}
