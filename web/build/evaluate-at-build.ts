import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

/**
 * Runs every `*.build.ts` module at build time and ships only its exported values, which must be JSON. What computed
 * them (the whole catalog, for a menu of names) stays out of the bundle.
 */
export function evaluateAtBuild(): Plugin {
  return {
    name: 'atelier:evaluate-at-build',
    enforce: 'pre',
    load: {
      // Rolldown applies it: a call from its threads for every module would wait for this one.
      filter: { id: /\.build\.ts$/ },
      async handler(id) {
        // A new URL each time, so that the development server picks up a changed catalog.
        const values: Record<string, unknown> = await import(`${pathToFileURL(id).href}?at=${Date.now()}`);
        return Object.entries(values)
          .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
          .join('\n');
      },
    },
  };
}
