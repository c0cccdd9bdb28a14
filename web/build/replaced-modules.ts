import { fileURLToPath } from 'node:url';

/** Modules of libraries that the build puts others in the place of, so that pages load less. */
export const replacedModules = [
  // Every browser's React has the hook; its replacement for older ones would be part of every page.
  {
    find: 'use-sync-external-store/shim/with-selector',
    replacement: 'use-sync-external-store/with-selector',
  },
  // Imported by each icon of lucide-react.
  {
    find: '../createLucideIcon.mjs',
    replacement: fileURLToPath(new URL('../src/ui/create-icon.ts', import.meta.url)),
  },
];
