import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageLayers } from '../arrows/allowed-imports.ts';
import type { Check } from '../check.ts';
import { countLines, isHandWritten } from './sizes.ts';

/** A folder of more lines than this has a page of rules beside its code. */
const maxLinesWithoutPage = 1_000;
const foldersWithPage = /^(packages\/[^/]+|api|worker|web|bench|checks)\//;

/**
 * Every package has its row in the table of layers, and both are what README.md and CONTRIBUTING.md show. A large folder
 * has a page of rules.
 */
export const packageTable: Check = {
  name: 'package table',
  findProblems(root, files) {
    const read = (file: string) =>
      existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : undefined;
    const [readme, contributing] = [read('README.md'), read('CONTRIBUTING.md')];
    const packages = new Set(
      files.flatMap((file) => /^packages\/([^/]+)\/package\.json$/.exec(file)?.[1] ?? []),
    );
    const problems: string[] = [];
    for (const name of packages) {
      if (!(name in packageLayers))
        problems.push(
          `packages/${name} has no row in checks/arrows/allowed-imports.ts: say what it may import`,
        );
      if (readme !== undefined && !readme.includes(`packages/${name}/`))
        problems.push(`README.md does not say what packages/${name}/ holds`);
    }
    for (const [name, layer] of Object.entries(packageLayers)) {
      const line = describeLayer(name, layer);
      if (packages.has(name) && contributing !== undefined && !contributing.includes(line))
        problems.push(`CONTRIBUTING.md does not show what packages/${name} may import: "${line}"`);
    }
    return [...problems, ...findMissingPages(root, files)];
  },
};

function findMissingPages(root: string, files: string[]): string[] {
  const byFolder = Map.groupBy(files.filter(isHandWritten), (file) => foldersWithPage.exec(file)?.[1]);
  return [...byFolder].flatMap(([folder, sources]) => {
    if (folder === undefined || files.includes(`${folder}/README.md`)) return [];
    const lines = sources.reduce((sum, file) => sum + countLines(join(root, file)), 0);
    if (lines <= maxLinesWithoutPage) return [];
    return [`${folder} has ${lines} lines and no README.md: give it a page of rules`];
  });
}

export function describeLayer(name: string, layer: readonly string[]): string {
  const imported = layer.length > 0 ? layer.map((each) => `\`${each}\``).join(', ') : 'no other package';
  return `- \`${name}\`: ${imported}\n`;
}
