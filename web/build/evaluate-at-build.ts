import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

/**
 * Runs every `*.build.ts` module on the building machine and ships only the values it exports, which must be JSON.
 * What computed them (the whole catalog with its validator, for a menu of names) stays out of the bundle.
 */
export function evaluateAtBuild(): Plugin {
  return {
    name: 'atelier:evaluate-at-build',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith('.build.ts')) return undefined;
      // A new address each time: the development server must see a changed catalog.
      const values: Record<string, unknown> = await import(`${pathToFileURL(id).href}?at=${Date.now()}`);
      return Object.entries(values)
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
        .join('\n');
    },
  };
}
