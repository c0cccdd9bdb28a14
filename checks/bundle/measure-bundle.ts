import type { Build, Chunk } from './read-build.ts';

export interface Measure {
  name: string;
  bytes: number;
  maxBytes: number;
}

// Includes 3 kB of the shell for what must not fail with the rest: loading a part again, whose text a browser keeps, the
// server's clock, and keys of input methods. Everything with the style sheet includes 0.3 kB that name the typeface and
// the fonts in its place, 0.2 kB for the sections of the menu, 0.1 kB for the page of transcripts, 0.1 kB for the user's
// own colours, and
// 1.2 kB for the bar of a phone and for tiles: the first paint needs them. A form includes 0.1 kB for files from the library.
const budgets = {
  shell: 133_200,
  form: 170_300,
  history: 151_100,
  css: 12_900,
  lazyChunk: 20_000,
  namespace: 4_000,
};

const routeChunk = /^src\/routes\/(.+)\.tsx\?tsr-split=component$/;
/** The namespaces that every page loads; a page adds one of its own. */
const sharedMessages = /\/(shell|kinds)\.json$/;
const localeChunk = /(^|\/)locales\/([^/]+)\/([^/]+)\.json$/;

/**
 * The figures of the web budgets. A route's initial load is the shell, its own chunk and those of the layouts around
 * it with all they import statically, the CSS of these, and its messages: the shared ones and the
 * largest of the others, in the language that needs more.
 */
export function measureBundle(build: Build): Measure[] {
  const entries = keysWhere(build, (_key, chunk) => chunk.isEntry === true);
  const shell = closure(build, entries);
  const routes = keysWhere(build, (key) => routeChunk.test(key));
  const locales = keysWhere(build, (key) => localeChunk.test(key));
  const messages = initialMessageBytes(build, locales);
  const initial = routes.map((key) => {
    const files = closure(build, [...entries, ...layoutsAround(key, routes), key]);
    return { key, files, bytes: sum(build, files) + messages };
  });
  const loadedAtOnce = new Set([...shell, ...initial.flatMap(({ files }) => [...files])]);

  return [
    { name: 'shell', bytes: sum(build, shell), maxBytes: budgets.shell },
    ...initial.map(({ key, bytes }) => ({ name: `initial load of ${key}`, bytes, maxBytes: getBudget(key) })),
    { name: 'all CSS', bytes: sum(build, allCss(build)), maxBytes: budgets.css },
    ...keysWhere(build, (_key, chunk) => chunk.isDynamicEntry === true)
      .filter((key) => !loadedAtOnce.has(toFile(build, key)) && !locales.includes(key))
      .map((key) => measureOne(build, `lazy chunk ${key}`, key, budgets.lazyChunk)),
    ...locales.map((key) => measureOne(build, `messages ${key}`, key, budgets.namespace)),
  ];
}

function getBudget(routeKey: string): number {
  return /history/.test(routeKey) ? budgets.history : budgets.form;
}

/** `creator.tsx` and `__root.tsx` are drawn around `creator.history.tsx` and `creator/history.tsx`. */
function layoutsAround(key: string, routes: string[]): string[] {
  const formatName = (route: string) =>
    (routeChunk.exec(route)?.[1] ?? '').replaceAll('/', '.').replace(/\.route$/, '');
  const own = formatName(key);
  return routes.filter((route) => formatName(route) === '__root' || own.startsWith(`${formatName(route)}.`));
}

function initialMessageBytes(build: Build, locales: string[]): number {
  const languages = Map.groupBy(locales, (key) => localeChunk.exec(key)?.[2] ?? '');
  const perLanguage = [...languages.values()].map((keys) => {
    const isShared = (key: string) => sharedMessages.test(key);
    const sizes = keys.filter((key) => !isShared(key)).map((key) => build.measureSize(toFile(build, key)));
    const shared = keys.filter(isShared).map((key) => build.measureSize(toFile(build, key)));
    return Math.max(0, ...sizes) + shared.reduce((total, bytes) => total + bytes, 0);
  });
  return Math.max(0, ...perLanguage);
}

/** The files that the given chunks need before they run. */
function closure(build: Build, keys: string[]): Set<string> {
  const seen = new Set(keys);
  // A Set grows while it is walked.
  for (const key of seen) for (const next of build.manifest[key]?.imports ?? []) seen.add(next);
  return new Set([...seen].flatMap((key) => [toFile(build, key), ...(build.manifest[key]?.css ?? [])]));
}

function allCss(build: Build): Set<string> {
  const chunks = Object.values(build.manifest);
  return new Set(chunks.flatMap(({ file, css = [] }) => [...css, ...(file.endsWith('.css') ? [file] : [])]));
}

function measureOne(build: Build, name: string, key: string, maxBytes: number): Measure {
  return { name, bytes: build.measureSize(toFile(build, key)), maxBytes };
}

function keysWhere(build: Build, isWanted: (key: string, chunk: Chunk) => boolean): string[] {
  return Object.entries(build.manifest).flatMap(([key, chunk]) => (isWanted(key, chunk) ? [key] : []));
}

function toFile(build: Build, key: string): string {
  return build.manifest[key]?.file ?? key;
}

function sum(build: Build, files: Iterable<string>): number {
  return [...files].reduce((total, file) => total + build.measureSize(file), 0);
}
