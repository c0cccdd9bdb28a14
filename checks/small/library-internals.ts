import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Check } from '../check.ts';
import { findWorkspace, isForTests } from '../workspaces.ts';

const page = 'docs/library-internals.md';

type Use = { library: string; version: string; file: string };

/**
 * Files that lean on the inside of a library say so in their first line, and the page about them has a row for each. The
 * version is the one that package.json pins and the lockfile has, so an upgrade leads to the row and its test.
 */
export const libraryInternals: Check = {
  name: 'library internals',
  findProblems(root, files) {
    const read = (path: string) =>
      existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined;
    const headers = files
      .filter((path) => /\.tsx?$/.test(path) && !isForTests(path))
      .flatMap((path) => readHeader(path, read(path) ?? ''));
    const rows = readRows(read(page) ?? '');
    const problems = [
      ...missingIn(rows, headers).map((use) => `${page} has no row for ${describe(use)}`),
      ...missingIn(headers, rows).map(
        (use) => `${use.file} does not begin with "// Internals of ${use.library} ${use.version}"`,
      ),
    ];
    return [...problems, ...headers.flatMap((use) => findVersions(use, read))];
  },
};

const describe = ({ library, version, file }: Use) => `${library} ${version} in ${file}`;

function missingIn(list: readonly Use[], uses: readonly Use[]): Use[] {
  const present = new Set(list.map(describe));
  return uses.filter((use) => !present.has(describe(use)));
}

/** Reads the libraries that the first sentences of a file name. */
function readHeader(file: string, source: string): Use[] {
  const [header = ''] = /^(?:\/\/.*\n)+/.exec(source) ?? [];
  if (!header.startsWith('// Internals of ')) return [];
  const named = header.replaceAll('\n// ', ' ').matchAll(/(?:Internals|and) of (\S+) (\d+\.\d+\.\d+)/g);
  return [...named].map(([, library = '', version = '']) => ({ library, version, file }));
}

function readRows(text: string): Use[] {
  const rows = text.matchAll(/^\| *(\S+) *\| *(\d+\.\d+\.\d+) *\| *`([^`]+)` *\|/gm);
  return [...rows].map(([, library = '', version = '', file = '']) => ({ library, version, file }));
}

type Manifest = { version?: string; dependencies?: Record<string, string> };

/** Compares the version that a file names with the one that its workspace pins and the one that is installed. */
function findVersions({ library, version, file }: Use, read: (path: string) => string | undefined): string[] {
  const workspace = findWorkspace(file) ?? '.';
  const parse = <Content>(path: string) => JSON.parse(read(path) ?? '{}') as Content;
  const { packages = {} } = parse<{ packages?: Record<string, Manifest | undefined> }>('package-lock.json');
  const installed = packages[`${workspace}/node_modules/${library}`] ?? packages[`node_modules/${library}`];
  const versions = {
    [`${workspace}/package.json`]: parse<Manifest>(`${workspace}/package.json`).dependencies?.[library],
    'package-lock.json': installed?.version,
  };
  return Object.entries(versions)
    .filter(([, found]) => found !== version)
    .map(
      ([where, found = 'none']) =>
        `${file} is written for ${library} ${version}, and ${where} has ${found}: follow ${page}`,
    );
}
