import { createMemoryHistory } from '@tanstack/react-router';
import { beforeAll, describe, expect, it } from 'vitest';
import { startI18n } from '#lib/i18n/i18n.ts';
import { createAppRouter } from './app-router.ts';
import { describeRoutes } from './paint-page.tsx';

const { known, values } = describeRoutes();

/** How the app answers an address: `success`, or `notFound` with its page for unknown addresses. */
async function answerOf(path: string): Promise<string | undefined> {
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }));
  await router.load();
  return router.state.matches.at(-1)?.status;
}

beforeAll(() => startI18n('en'));

describe('the routes that the api knows', () => {
  it.each(known.filter((path) => /\/\{?-?\$\w/.test(path)))(
    'have a page at %s for each value that is named, and for any other only where none is',
    async (path) => {
      const answer = async (value: string) =>
        `${value}: ${await answerOf(path.replace(/\{-\$\w+\}|\$\w+/, value))}`;
      const named = values[path] ?? [];
      for (const value of named) expect(await answer(value)).toBe(`${value}: success`);
      const others = ['nonsense', 'constructor', 'hasOwnProperty', '__proto__'];
      for (const value of [...others, ...named.map((each) => each.toUpperCase())])
        expect(await answer(value)).toBe(`${value}: ${values[path] ? 'notFound' : 'success'}`);
    },
  );
});
