import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { getModuleGraph, type ModuleImport } from '../arrows/module-graph.ts';
import type { Check } from '../check.ts';
import { isForTests } from '../workspaces.ts';

const maxLines = 40;
/** One file per case is the point of these folders, however small the case. */
const oneFilePerCase = /\/(migrations|routes|kinds|jobs|queries|endpoints)\//;
/** An entry, or a module that is evaluated when the web app is built and ships its values alone. */
const entry = /(^|\/)(index|main)\.tsx?$|\.build\.ts$/;

/** Small files that stay apart, each with its reason. An entry that is no longer needed is a problem itself. */
const exceptions: Record<string, string> = {
  'checks/command-check.ts': 'one of the two kinds of checks, beside check.ts',
  'checks/repository-files.ts': 'the tests of checks list their trees with it, without running every check',
  'api/src/modules/generations/repeated-submission.ts':
    'an operation with rules of its own: the reply to a repeated key',
};

/**
 * A small file that a single neighbour imports belongs in that neighbour: the reader of one thought should scroll,
 * not hop. It may stay apart as a lazy chunk, with a test of its own, or where each case has its file.
 */
export const fragments: Check = {
  name: 'fragments',
  findProblems(root, files) {
    const importers = findImporters(getModuleGraph(root, files).modules);
    const found = new Map<string, string>();
    for (const path of files) {
      const importer = findOnlyNeighbour(path, importers.get(path) ?? []);
      if (importer === undefined || hasOwnTest(path, files)) continue;
      if (countLines(join(root, path)) <= maxLines) found.set(path, importer);
    }
    const problems = [...found]
      .filter(([path]) => !(path in exceptions))
      .map(([path, importer]) => `${path} is imported by ${importer} alone: make it a part of that file`);
    const stale = Object.keys(exceptions).filter((path) => files.includes(path) && !found.has(path));
    return [...problems, ...stale.map((path) => `${path} needs no exception any more`)];
  },
};

type Importer = { from: string; isDynamic: boolean };

function findImporters(modules: { path: string; imports: ModuleImport[] }[]): Map<string, Importer[]> {
  const importers = new Map<string, Importer[]>();
  for (const { path: from, imports } of modules) {
    if (isForTests(from)) continue;
    for (const { target, isDynamic } of imports) {
      if (target.kind !== 'file') continue;
      importers.set(target.path, [...(importers.get(target.path) ?? []), { from, isDynamic }]);
    }
  }
  return importers;
}

/** The one file that imports `path`, when it lies in the same folder and loads it statically. */
function findOnlyNeighbour(path: string, importers: Importer[]): string | undefined {
  if (!/\.tsx?$/.test(path) || /\.(gen|d)\.ts$/.test(path)) return undefined;
  if (isForTests(path) || entry.test(path) || oneFilePerCase.test(path)) return undefined;
  const [only, ...others] = new Set(importers.map(({ from }) => from));
  if (only === undefined || others.length > 0 || importers.some(({ isDynamic }) => isDynamic))
    return undefined;
  // An index only lists what a package offers to others.
  return dirname(only) === dirname(path) && !/(^|\/)index\.ts$/.test(only) ? only : undefined;
}

function hasOwnTest(path: string, files: string[]): boolean {
  const stem = path.replace(/\.tsx?$/, '');
  return ['.test.ts', '.test.tsx', '.isolated.test.ts', '.integration.test.ts'].some((ending) =>
    files.includes(stem + ending),
  );
}

function countLines(file: string): number {
  return readFileSync(file, 'utf8').trimEnd().split('\n').length;
}
