import { afterAll, afterEach, expect, it } from 'vitest';
import { groupEnds } from '../queries/generations/end/mark-generation-ended.ts';
import { groupProviderEvents } from '../queries/generations/provider/provider-event.ts';
import { groupReservations } from '../queries/generations/reserve/group-reservations.ts';
import { openTestDb } from '../testing/open-test-db.ts';
import { watched } from '../testing/random-reservations.ts';
import { createUser, newGeneration, sha256 } from '../testing/samples.ts';

const db = await openTestDb(20);
afterAll(() => db.drop());
afterEach(async () => expect(await db.ledgerProblems()).toEqual([]));

const isGrouped = false;

it('every reservation, event and end has a statement of its own when grouping is off', async () => {
  const [one, other] = await Promise.all([createUser(db, 1_000), createUser(db, 1_000)]);
  const { on, names } = watched(db);
  const reservations = await Promise.all(
    [one, one, other].map((userId) => groupReservations(on, { isGrouped })(newGeneration(userId))),
  );
  expect(names.splice(0)).toEqual(Array(3).fill('reserve-generation'));
  const ids = reservations.flatMap((each) => (each.ok ? [each.generation.id] : []));
  const store = groupProviderEvents(on, { isGrouped });
  const event = { attempt: 1, kind: 'poll', bodySha256: sha256('body'), result: {}, error: null } as const;
  await Promise.all(
    ids.map((generationId) =>
      store({ ...event, generationId, providerRequestId: `request-${generationId}` }),
    ),
  );
  expect(names.splice(0)).toEqual(Array(3).fill('accept-provider-event'));
  const end = groupEnds(on, { isGrouped });
  const ended = await Promise.all(
    ids.map((generationId) => end({ generationId, status: 'completed', chargeCredits: 300, error: null })),
  );
  expect(ended.map((each) => each?.generation.status)).toEqual(Array(3).fill('completed'));
  expect(names).toEqual(Array(3).fill('mark-generation-ended'));
});
