import { afterAll, expect, it, vi } from 'vitest';
import { startTestApi } from './testing/start-test-api.ts';
import { submitImage } from './testing/submissions.ts';

const api = await startTestApi({ settings: { GROUP_COMMIT: 'off' } });
afterAll(() => api.close());

it('each submission and each end has a statement of its own when grouping is off', async () => {
  const { deps } = api;
  const query = vi.spyOn(deps.db.pool, 'query');
  const namesLike = (pattern: RegExp) =>
    query.mock.calls.flatMap(([statement]) => {
      const { name = '' } = statement as { name?: string };
      return pattern.test(name) ? [name] : [];
    });
  const users = await Promise.all([api.user(), api.user()]);
  const submitted = await Promise.all(users.map((user) => submitImage(user)));
  expect(namesLike(/^reserve-/)).toEqual(Array(2).fill('reserve-generation'));
  await Promise.all(
    submitted.map(({ id }) =>
      deps.endGeneration({ generationId: id, status: 'cancelled', chargeCredits: 0, error: null }),
    ),
  );
  expect(namesLike(/^mark-generation-ended/)).toEqual(Array(2).fill('mark-generation-ended'));
});
