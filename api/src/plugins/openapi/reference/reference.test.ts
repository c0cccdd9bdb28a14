import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const listColors = (path: string) =>
  new Map(
    [...readFileSync(join(import.meta.dirname, path), 'utf8').matchAll(/(--color-[a-z-]+): ([^;]+);/g)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  );

it('the reference has the colours of the web app', () => {
  const own = listColors('reference.css');
  const tokens = listColors('../../../../../web/src/styles/tokens.css');
  expect(own.size).toBeGreaterThan(15);
  for (const [name, value] of own) expect([name, value]).toEqual([name, tokens.get(name)]);
});
