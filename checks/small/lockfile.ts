import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Check } from '../check.ts';
import { listWorkspaces } from '../workspaces.ts';

interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/** The lockfile must work with whatever registry a machine uses, and versions must not float. */
export const lockfile: Check = {
  name: 'lockfile',
  findProblems(root) {
    const file = join(root, 'package-lock.json');
    if (!existsSync(file)) return ['package-lock.json is missing'];
    const { packages } = JSON.parse(readFileSync(file, 'utf8')) as {
      packages: Record<string, { resolved?: string }>;
    };
    const withAddress = Object.entries(packages).filter(([, { resolved }]) => resolved?.includes('://'));
    return [
      ...withAddress.slice(0, 5).map(([name]) => `package-lock.json: ${name} carries an address`),
      ...['.', ...listWorkspaces(root)].flatMap((dir) => findFloating(root, dir)),
    ];
  },
};

function findFloating(root: string, dir: string): string[] {
  const manifest = JSON.parse(readFileSync(join(root, dir, 'package.json'), 'utf8')) as Manifest;
  const wanted = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies };
  return Object.entries(wanted)
    .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    .map(([name, version]) => `${join(dir, 'package.json')}: ${name} is '${version}', not one exact version`);
}
