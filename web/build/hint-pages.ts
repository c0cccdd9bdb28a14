import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { languages } from '../src/lib/i18n/languages.build.ts';

/** `parts` are lazy chunks that the page imports before or as soon as it renders. */
type Page = { path: string; route: string; parts?: string[]; messages: string[] };
type Hint = { path: string; files: string[]; messages: Record<string, string[]> };

/** Modules of the parts that every form shows, with their messages. */
const formParts = [
  '/features/create/estimate.tsx',
  '/features/create/controls/advanced-controls.tsx',
  '/features/create/controls/link-field.tsx',
];
const formMessages = ['create', 'preview', 'messages', 'samples'];
const previewPart = '/routes/creator/-stage.tsx';

const libraryMessages = ['history', 'library', 'messages', 'preview', 'audio', 'understanding'];

function libraryTab(path: string, medium: string, parts: string[] = []): Page {
  const route = `${path.replace(/history$/, 'history/index')}.tsx`;
  return {
    path,
    route,
    parts: [`/features/history/media/${medium}.tsx`, ...parts],
    messages: libraryMessages,
  };
}

const grid = ['/features/history/grid/grid-content.tsx'];

/** The pages with preloads, longer paths first, with the messages that their routes load. */
const pages: Page[] = [
  libraryTab('/creator/history/image-understanding', 'understanding'),
  libraryTab('/creator/history/video', 'video', grid),
  libraryTab('/creator/history/image', 'image', grid),
  libraryTab('/creator/history/audio', 'audio'),
  libraryTab('/creator/history', 'all', grid),
  {
    ...libraryTab('/creator/image-understanding/history', 'understanding'),
    route: '/creator/image-understanding/history.tsx',
  },
  {
    path: '/creator/image-understanding',
    route: '/creator/image-understanding/index.tsx',
    parts: [...formParts, '/routes/creator/image-understanding/-analysis.tsx'],
    messages: [...formMessages, 'understanding'],
  },
  {
    path: '/creator/video-to-audio',
    route: '/creator/video-to-audio.tsx',
    parts: [...formParts, previewPart, '/features/audio/audio-instructions.tsx'],
    messages: [...formMessages, 'audio'],
  },
  {
    path: '/creator/image-to-video',
    route: '/creator/image-to-video/{-$type}.tsx',
    parts: [...formParts, previewPart],
    messages: formMessages,
  },
  {
    path: '/creator/image/',
    route: '/creator/image/{-$type}.tsx',
    parts: [...formParts, previewPart],
    messages: formMessages,
  },
  {
    path: '/creator/video',
    route: '/creator/video/{-$type}.tsx',
    parts: [...formParts, previewPart],
    messages: formMessages,
  },
  {
    path: '/pricing',
    route: '/pricing/index.tsx',
    parts: ['/features/pricing/calculator.tsx', '/features/pricing/price-list.tsx'],
    messages: ['pricing'],
  },
  // The only one that is not for the paths below it.
  { path: '/', route: '/routes/index.tsx', messages: ['landing', 'samples', 'legal'] },
];
const messagesOfEveryPage = ['shell', 'kinds'];
const tags = languages.map(({ tag }) => tag);

/**
 * Writes the files that each page will import into `early.js`, which runs before the first paint, so that the browser
 * requests all of them at once instead of one after the other.
 */
export function hintPages(): Plugin {
  return {
    name: 'atelier:hint-pages',
    apply: 'build',
    async writeBundle(options, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const hints = pages.map((page) => findHint(page, chunks));
      const path = join(options.dir ?? '', 'early.js');
      const source = await readFile(path, 'utf8');
      const entry = [...listFiles(findChunk(chunks, '/index.html'), chunks)];
      const filled = [
        ['const entry = [];', `const entry = ${JSON.stringify(entry)};`],
        ['const pages = [];', `const pages = ${JSON.stringify(hints)};`],
        [`const languages = ['en'];`, `const languages = ${JSON.stringify(tags)};`],
      ].reduce((text, [line = '', value = '']) => fill(text, line, value), source);
      await writeFile(path, filled);
    },
  };
}

function fill(source: string, line: string, value: string): string {
  if (!source.includes(line)) throw new Error(`early.js has lost its line "${line}"`);
  return source.replace(line, value);
}

function findHint({ path, route, parts = [], messages }: Page, chunks: Rolldown.OutputChunk[]): Hint {
  const entryFiles = listFiles(findChunk(chunks, '/index.html'), chunks);
  const routeFiles = listFiles(findChunk(chunks, `${route}?tsr-split=component`), chunks);
  for (const part of parts) listFiles(findChunk(chunks, part), chunks, routeFiles);
  const messagesIn = (language: string) =>
    ['index.ts', ...[...messagesOfEveryPage, ...messages].map((name) => `${name}.json`)].map(
      (file) => findChunk(chunks, `/locales/${language}/${file}`).fileName,
    );
  return {
    path,
    files: [...routeFiles].filter((file) => !entryFiles.has(file)),
    messages: Object.fromEntries(tags.map((tag) => [tag, messagesIn(tag)])),
  };
}

function findChunk(chunks: Rolldown.OutputChunk[], moduleEnding: string): Rolldown.OutputChunk {
  const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(moduleEnding));
  if (!chunk) throw new Error(`No chunk of the build has the entry ${moduleEnding}`);
  return chunk;
}

/** A chunk and everything that it imports statically. */
function listFiles(
  chunk: Rolldown.OutputChunk,
  chunks: Rolldown.OutputChunk[],
  seen = new Set<string>(),
): Set<string> {
  seen.add(chunk.fileName);
  for (const file of chunk.imports) {
    const imported = chunks.find(({ fileName }) => fileName === file);
    if (imported && !seen.has(file)) listFiles(imported, chunks, seen);
  }
  return seen;
}
