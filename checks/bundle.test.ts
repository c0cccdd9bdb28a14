import { expect, it } from 'vitest';
import { measureBundle } from './bundle/measure-bundle.ts';
import type { Build } from './bundle/read-build.ts';

const kilobytes: Record<string, number> = {
  'main.js': 80,
  'react.js': 30,
  'main.css': 3,
  'root.js': 1,
  'creator.js': 2,
  'video.js': 12,
  'form.js': 10,
  'history.js': 9,
  'list.css': 2,
  'dialog.js': 21,
  'en-shell.js': 1,
  'en-create.js': 3,
  'en-history.js': 2,
};

const build: Build = {
  measureSize: (file) => (kilobytes[file] ?? Number.NaN) * 1000,
  manifest: {
    'src/main.tsx': { file: 'main.js', isEntry: true, imports: ['_react.js'], css: ['main.css'] },
    '_react.js': { file: 'react.js' },
    '_form.js': { file: 'form.js', dynamicImports: ['src/ui/dialog.tsx'] },
    'src/routes/__root.tsx?tsr-split=component': { file: 'root.js', isDynamicEntry: true },
    'src/routes/creator.tsx?tsr-split=component': { file: 'creator.js', isDynamicEntry: true },
    'src/routes/creator.video.$type.tsx?tsr-split=component': {
      file: 'video.js',
      isDynamicEntry: true,
      imports: ['_react.js', '_form.js'],
    },
    'src/routes/creator/history/video.tsx?tsr-split=component': {
      file: 'history.js',
      isDynamicEntry: true,
      css: ['list.css'],
    },
    'src/ui/dialog.tsx': { file: 'dialog.js', isDynamicEntry: true },
    'src/locales/en/shell.json': { file: 'en-shell.js', isDynamicEntry: true },
    'src/locales/en/create.json': { file: 'en-create.js', isDynamicEntry: true },
    'src/locales/en/history.json': { file: 'en-history.js', isDynamicEntry: true },
  },
};

it('the measure of a page counts all that it needs before it runs, with its layouts, styles and messages', () => {
  const kB = Object.fromEntries(measureBundle(build).map(({ name, bytes }) => [name, bytes / 1000]));
  expect(kB).toMatchObject({
    shell: 113,
    'initial load of src/routes/creator.video.$type.tsx?tsr-split=component': 113 + 1 + 2 + 12 + 10 + 4,
    'initial load of src/routes/creator/history/video.tsx?tsr-split=component': 113 + 1 + 2 + 9 + 2 + 4,
    'all CSS': 5,
    'messages src/locales/en/create.json': 3,
  });
});

it('the check finds the lazy chunk that is over its budget and no other', () => {
  const exceeded = measureBundle(build).filter(({ bytes, maxBytes }) => bytes > maxBytes);
  expect(exceeded.map(({ name }) => name)).toEqual(['lazy chunk src/ui/dialog.tsx']);
});
