import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { emitPageTexts } from './build/emit-page-texts.ts';
import { evaluateAtBuild } from './build/evaluate-at-build.ts';
import { hintPages } from './build/hint-pages.ts';
import { precompress } from './build/precompress.ts';

/** Where the development server sends what is not the page's own. */
const apiUrl = process.env.ATELIER_API_URL ?? 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      generatedRouteTree: './src/route-tree.gen.ts',
      quoteStyle: 'single',
      semicolons: true,
      addExtensions: true,
    }),
    evaluateAtBuild(),
    react(),
    tailwindcss(),
    hintPages(),
    emitPageTexts(),
    precompress(),
  ],
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: {
      '/api': apiUrl,
      '/media': apiUrl,
      '/.well-known': apiUrl,
      '/socket.io': { target: apiUrl, ws: true },
    },
  },
  build: {
    target: 'es2023',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What every page starts with, in two files instead of thirty: ours, and what changes less often.
          groups: [
            { name: 'vendor', tags: ['$initial'], test: /\/node_modules\//, priority: 2 },
            { name: 'shell', tags: ['$initial'], test: /\/src\/(?!main\.tsx)/, priority: 1 },
          ],
        },
      },
      treeshake: {
        // The shared packages only declare: a page that needs one function of theirs gets none of the schemas.
        moduleSideEffects: (id) => !/\/packages\/(?:catalog|contract)\//.test(id),
      },
    },
    // Small files inlined as data: addresses would need a looser content security policy.
    assetsInlineLimit: 0,
  },
});
