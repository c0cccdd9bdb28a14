import { createMemoryHistory } from '@tanstack/react-router';
import { beforeAll, describe, expect, it } from 'vitest';
import { startI18n } from '#lib/i18n/i18n.ts';
import { createAppRouter } from './app-router.ts';
import { describeRoutes } from './prerender-page.tsx';

const { known, values } = describeRoutes();

/** Whether the app has a page at an address; else it shows its page for unknown ones. Unit tests read no Markdown of a page. */
async function hasPageAt(path: string): Promise<boolean> {
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }));
  await router.load();
  return router.state.matches.at(-1)?.status !== 'notFound';
}

beforeAll(() => startI18n('en'));

describe('the routes that the api knows', () => {
  it.each(known.filter((path) => /\/\{?-?\$\w/.test(path)))(
    'have a page at %s for each value that is named, and for any other only where none is',
    async (path) => {
      const isAnswered = (value: string) => hasPageAt(path.replace(/\{-\$\w+\}|\$\w+/, value));
      const named = values[path] ?? [];
      for (const value of named) expect([value, await isAnswered(value)]).toEqual([value, true]);
      const others = ['nonsense', 'constructor', 'hasOwnProperty', '__proto__'];
      for (const value of [...others, ...named.map((each) => each.toUpperCase())])
        expect([value, await isAnswered(value)]).toEqual([value, !values[path]]);
    },
  );
});
