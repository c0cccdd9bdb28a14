import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Marked } from 'marked';
import type { Plugin } from 'vite';
import { computeHash, emitMadeFiles, type MadeFile } from './made-files.ts';

/** The pages of the guide in the order in which they are listed. */
export const guidePageNames = [
  'first-video',
  'models',
  'images',
  'sounds',
  'questions',
  'credits',
  'waiting-line',
  'batches',
  'films',
  'library',
  'sharing',
  'api-keys',
  'privacy',
];

type GuideText = { title: string; summary: string; html: string };

export const guideFolder = join(import.meta.dirname, '../../docs/guide');

/** Makes a page of the guide (`docs/guide/<language>/<page>.md`) a module of its title, its first paragraph and its HTML. */
export function guidePages(): Plugin {
  return {
    name: 'atelier:guide-pages',
    enforce: 'pre',
    load: {
      filter: { id: /\/docs\/guide\/[^/]+\/[^/]+\.md$/ },
      handler: (id) => {
        const text = readGuidePage(basename(dirname(id)), basename(id, '.md'));
        return { code: `export default ${JSON.stringify(text)};`, moduleType: 'js' };
      },
    },
  };
}

/** Adds the pictures of the guide to the build, and serves them during development. */
export function emitGuidePictures(): Plugin {
  return emitMadeFiles('guide-pictures', async () =>
    readdirSync(join(guideFolder, 'pictures')).flatMap((tag) =>
      readdirSync(join(guideFolder, 'pictures', tag)).map((name) => pictureAt(`${tag}/${name}`)),
    ),
  );
}

/** Throws for a page without a title or a first paragraph, and for a link to anything but another page of the guide. */
export function readGuidePage(tag: string, page: string): GuideText {
  const source = readFileSync(join(guideFolder, tag, `${page}.md`), 'utf8');
  const [, title, summary, body] = /^# (.+?)\n\n(.+?)\n\n(.+)$/s.exec(source) ?? [];
  if (!title || !summary || !body)
    throw new Error(`${tag}/${page}.md does not begin with a title and a paragraph`);
  return { title, summary, html: renderHtml(`${summary}\n\n${body}`) };
}

function renderHtml(markdown: string): string {
  const marked = new Marked({
    renderer: {
      link({ href, tokens }) {
        const page = basename(href, '.md');
        if (href !== `${page}.md` || !guidePageNames.includes(page))
          throw new Error(`A page of the guide links to ${href}, which is no page of it`);
        return `<a href="/help/${page}" class="text-accent-text underline underline-offset-2">${this.parser.parseInline(tokens)}</a>`;
      },
      image({ href, text }) {
        const picture = pictureAt(href.replace('../pictures/', ''));
        const { width, height } = measureSize(picture.path);
        return `<img class="rounded-lg border border-line" src="${picture.url}" width="${width}" height="${height}" alt="${text.replaceAll('"', '&quot;')}" loading="lazy" decoding="async">`;
      },
    },
  });
  const html = marked.parse(markdown, { async: false });
  return html.replaceAll(/<(h2|ul|ol|strong|code)>/g, (_, tag) => `<${tag} class="${classes[tag]}">`);
}

const classes: Record<string, string> = {
  h2: 'mt-6 text-lg font-semibold text-ink',
  ul: 'grid list-disc gap-1 pl-6',
  ol: 'grid list-decimal gap-1 pl-6',
  strong: 'font-semibold text-ink',
  code: 'rounded-sm bg-raised px-1 font-mono text-sm',
};

/** Its address is named after its content, under which browsers keep it for ever. */
function pictureAt(name: string): MadeFile {
  const path = join(guideFolder, 'pictures', name);
  const base = name.replace('/', '-').replace('.webp', '');
  return { path, url: `/assets/guide-${base}-${computeHash(readFileSync(path))}.webp` };
}

/** Reads the size in pixels of a WebP in the extended format (RFC 9649, 2.7), as browsers write their screenshots. */
export function measureSize(path: string): { width: number; height: number } {
  const bytes = readFileSync(path);
  if (bytes.toString('latin1', 8, 16) !== 'WEBPVP8X') throw new Error(`${path} is no WebP of a screenshot`);
  return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
}
