import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Check } from '../check.ts';
import { isForTests } from '../workspaces.ts';

const readsEnvironment =
  /\bprocess\s*\??\.\s*env\b|\bprocess\s*\[\s*['"]env|\{[^}]*\benv\b[^}]*\}\s*from\s*'(node:)?process'/;

const mayRead = [
  // The one place where production code learns its settings.
  /^packages\/env\//,
  // These compose the environment that the processes are then started with.
  /^(packages\/(dev-stack|fal-emulator|local-postgres)|bench)\//,
  // Settings of tools that run before any of our code.
  /(^|\/)[a-z-]+\.config\.ts$/,
  /^(checks|docker)\//,
  // The text of a program that users copy.
  /^web\/src\/features\/developers\/developers-page\.tsx$/,
];

export const processEnv: Check = {
  name: 'environment',
  findProblems(root, files) {
    return files
      .filter((path) => /\.(ts|tsx|mjs|js)$/.test(path) && !isForTests(path))
      .filter((path) => !mayRead.some((pattern) => pattern.test(path)))
      .filter((path) => readsEnvironment.test(withoutComments(readFileSync(join(root, path), 'utf8'))))
      .map((path) => `${path} reads process.env: take the setting as an argument, or add it to packages/env`);
  },
};

function withoutComments(source: string): string {
  return source.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '');
}
