import type { Plugin } from 'vite';

/** Vite's own, which every `import()` of a build passes through. */
const preloadHelper = '\0vite/preload-helper.js';

/** Gives every `import()` of the build the place of `importPart`, which fetches its files with patience. */
export function importParts(): Plugin {
  return {
    name: 'atelier:import-parts',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      if (id !== preloadHelper) return undefined;
      const source = '/src/lib/parts/import-part.ts';
      return `export { importPart as __vitePreload } from ${JSON.stringify(source)};`;
    },
  };
}
