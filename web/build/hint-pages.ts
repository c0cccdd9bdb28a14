import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { languages } from '../src/lib/i18n/languages.build.ts';

/** `part` is a lazy chunk that the page imports as soon as it renders. */
type Page = { path: string; route: string; part?: string; messages: string[] };
type Hint = { path: string; files: string[]; messages: Record<string, string[]> };

/** The pages with preloads, longer paths first, with the messages that their routes load. */
const pages: Page[] = [
  {
    path: '/creator/history/image-understanding',
    route: '/creator/history/image-understanding.tsx',
    part: '/features/history/media/understanding.tsx',
    messages: ['history', 'messages', 'preview', 'understanding'],
  },
  {
    path: '/creator/history/video',
    route: '/creator/history/video.tsx',
    part: '/features/history/media/video.tsx',
    messages: ['history', 'messages', 'preview'],
  },
  {
    path: '/creator/history/image',
    route: '/creator/history/image.tsx',
    part: '/features/history/media/image.tsx',
    messages: ['history', 'image-history', 'messages', 'preview'],
  },
  {
    path: '/creator/history/audio',
    route: '/creator/history/audio.tsx',
    part: '/features/history/media/audio.tsx',
    messages: ['history', 'messages', 'preview', 'audio'],
  },
  {
    path: '/creator/image-understanding/history',
    route: '/creator/image-understanding/history.tsx',
    part: '/features/history/media/understanding.tsx',
    messages: ['history', 'messages', 'preview', 'understanding'],
  },
  {
    path: '/creator/image-understanding',
    route: '/creator/image-understanding/index.tsx',
    messages: ['create', 'preview', 'messages', 'understanding'],
  },
  {
    path: '/creator/video-to-audio',
    route: '/creator/video-to-audio.tsx',
    messages: ['create', 'preview', 'messages', 'audio'],
  },
  { path: '/creator/image/', route: '/creator/image/$type.tsx', messages: ['create', 'preview', 'messages'] },
  { path: '/creator/video', route: '/creator/video/$type.tsx', messages: ['create', 'preview', 'messages'] },
  { path: '/pricing', route: '/pricing/index.tsx', messages: ['pricing'] },
  { path: '/', route: '/routes/index.tsx', messages: ['landing', 'create'] },
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
      const hints = pages.map((page) => hintOf(page, chunks));
      const path = join(options.dir ?? '', 'early.js');
      const source = await readFile(path, 'utf8');
      const withPages = fill(source, 'const pages = [];', `const pages = ${JSON.stringify(hints)};`);
      await writeFile(
        path,
        fill(withPages, `const languages = ['en'];`, `const languages = ${JSON.stringify(tags)};`),
      );
    },
  };
}

function fill(source: string, line: string, value: string): string {
  if (!source.includes(line)) throw new Error(`early.js has lost its line "${line}"`);
  return source.replace(line, value);
}

function hintOf({ path, route, part, messages }: Page, chunks: Rolldown.OutputChunk[]): Hint {
  const entryFiles = filesOf(findChunk(chunks, '/index.html'), chunks);
  const routeFiles = filesOf(findChunk(chunks, `${route}?tsr-split=component`), chunks);
  if (part) filesOf(findChunk(chunks, part), chunks, routeFiles);
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
function filesOf(
  chunk: Rolldown.OutputChunk,
  chunks: Rolldown.OutputChunk[],
  seen = new Set<string>(),
): Set<string> {
  seen.add(chunk.fileName);
  for (const file of chunk.imports) {
    const imported = chunks.find(({ fileName }) => fileName === file);
    if (imported && !seen.has(file)) filesOf(imported, chunks, seen);
  }
  return seen;
}
