import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { entries } from './table.ts';

const root = new URL('../../../../', import.meta.url);
const page = readFileSync(new URL('docs/browser-storage.md', root), 'utf8');

it('the page about the browser’s storage names every entry, whose it is and where it stands', () => {
  const [, section = ''] = page.split('## Web storage');
  const rows = [...section.matchAll(/^\| `([a-z-]+)`\s*\| (\w+)\s*\| ([\w ]+?)\s*\|/gm)];
  const places = { tab: 'one tab', browser: 'all tabs', both: 'both' };
  expect(rows.slice(0, Object.keys(entries).length).map(([, ...cells]) => cells)).toEqual(
    Object.entries(entries).map(([name, { owner, place }]) => [name, owner, places[place]]),
  );
});

it('the script before the router guards what the installed router reads', () => {
  const file = 'node_modules/@tanstack/router-core/dist/esm/scroll-restoration.js';
  const [, key = ''] = /storageKey = "([^"]+)"/.exec(readFileSync(new URL(file, root), 'utf8')) ?? [];
  expect(key).not.toBe('');
  for (const guard of [page, readFileSync(new URL('web/public/early.js', root), 'utf8')])
    expect(guard).toContain(key);
});

it('every shape takes what it has read as it is, and nothing of another type', () => {
  for (const [name, { shape }] of Object.entries(entries)) {
    for (const value of [null, undefined, 7.5, Number.NaN, true, 'x'.repeat(3), [[]], { a: () => 0 }]) {
      const read = shape(value);
      if (read !== undefined) expect(shape(read), name).toEqual(read);
    }
  }
});
