import { describe, expect, it } from 'vitest';
import { browserTraps } from './small/browser-traps.ts';
import { problemsIn } from './testing.ts';

describe('traps of browsers', () => {
  it.each([
    ['the clock of the device', 'const age = Date.now() - Date.parse(created_at);'],
    ['the day of the device', 'const today = new Date();'],
    ["React's own lazy", `const Part = lazy(async () => import('./part.tsx'));`],
    ['an import whose failure is lost', `void import('./part.ts').then(({ act }) => act());`],
    ['an import that begins with its module', `const begun = import('./part.ts');`],
    ['a composition that is asked for again', 'if (event.nativeEvent.isComposing) return;'],
    ['a colour that is not a token', '<p className="bg-linear-to-t from-black/80 to-transparent" />'],
    ['a listener that may be older than the guard', 'window.onkeydown = close;'],
  ])('finds %s', async (_name, line) => {
    const problems = await problemsIn(browserTraps, { 'web/src/features/a.tsx': line });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/^web\/src\/features\/a\.tsx:1: /);
  });

  it('leaves alone what is handled, comments, tests and other apps', async () => {
    const handled = [
      `const Part = lazyPart(async () => (await import('./part.tsx')).Part);`,
      `const load = () => import('./part.ts');`,
      'const day = new Date(serverNow());',
      '<p className="from-shade text-on-accent" />',
      '/** Unlike `Date.now()`, it knows the server. */',
    ];
    const tree = {
      'web/src/features/a.tsx': handled.join('\n'),
      'web/src/features/a.test.ts': 'Date.now()',
      'api/src/a.ts': 'Date.now()',
    };
    expect(await problemsIn(browserTraps, tree)).toEqual([]);
  });

  it.each([
    ['guardComposition();\nwatchLeaving();\n', 0],
    ['watchLeaving();\nguardComposition();\n', 1],
    ['watchLeaving();\n', 1],
  ])('wants the guard of compositions first in %j', async (source, count) => {
    expect(await problemsIn(browserTraps, { 'web/src/main.tsx': source })).toHaveLength(count);
  });
});
