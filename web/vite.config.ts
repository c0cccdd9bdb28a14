import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkGroups } from './build/chunk-groups.ts';
import { emitLlmsTxt } from './build/emit-llms-txt.ts';
import { emitPageTexts } from './build/emit-page-texts.ts';
import { evaluateAtBuild } from './build/evaluate-at-build.ts';
import { emitGuidePictures, guidePages } from './build/guide.ts';
import { hintPages } from './build/hint-pages.ts';
import { importParts } from './build/import-parts.ts';
import { inlineFirstPaint } from './build/inline-first-paint.ts';
import { installApp } from './build/install-app.ts';
import { emitLoops } from './build/landing-loops.ts';
import { emitModelPictures } from './build/model-pictures.ts';
import { precompress } from './build/precompress.ts';
import { prerenderPages } from './build/prerender-pages.ts';
import { replacedModules } from './build/replaced-modules.ts';
import { emitSamples } from './build/sample-files.ts';
import { emitSampleLoops } from './build/sample-loops.ts';
import { emitVoiceSamples } from './build/voice-samples.ts';

/** The API that the development server proxies to. */
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
    guidePages(),
    importParts(),
    react(),
    tailwindcss(),
    hintPages(),
    emitPageTexts(),
    emitLlmsTxt(),
    emitLoops(),
    emitModelPictures(),
    emitSamples(),
    emitSampleLoops(),
    emitVoiceSamples(),
    emitGuidePictures(),
    installApp(),
    prerenderPages(),
    inlineFirstPaint(),
    precompress(),
  ],
  resolve: {
    alias: replacedModules,
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: {
      '/api': apiUrl,
      '/media': apiUrl,
      '/mcp': apiUrl,
      '/oauth': apiUrl,
      '/v1': apiUrl,
      '^/s/': apiUrl,
      '/.well-known': apiUrl,
      '/robots.txt': apiUrl,
      '/sitemap.xml': apiUrl,
      '/socket.io': { target: apiUrl, ws: true },
    },
  },
  build: {
    target: 'es2023',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    manifest: true,
    modulePreload: {
      // Every browser that the app is built for preloads modules.
      polyfill: false,
      // The initial load is there already; its names would stand in every list of what a part needs.
      resolveDependencies: (_, files) =>
        files.filter((file) => !/^assets\/(?:vendor|shell|rolldown-runtime)-/.test(file)),
    },
    rolldownOptions: {
      output: {
        // Hashes do not compress, and the shell has those of all parts: seven letters are the fewest that the bundler takes.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: { groups: chunkGroups },
      },
      treeshake: {
        // The shared packages have no side effects: a page that needs one of their functions gets none of the schemas.
        moduleSideEffects: (id) => !/\/packages\/(?:catalog|contract)\//.test(id),
      },
    },
    // Inlining small files as data: URLs would require a looser content security policy.
    assetsInlineLimit: 0,
  },
});
