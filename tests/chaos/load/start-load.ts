import { setTimeout as wait } from 'node:timers/promises';
import type { Chance } from '../chance.ts';
import type { Stage } from '../stage/open-stage.ts';
import { closeOrKeep, signInAgain } from './close-account.ts';
import { cutOne } from './cut-one.ts';
import type { EnrolledUser } from './enroll-users.ts';
import { makeFilm } from './make-film.ts';
import { openPage } from './open-page.ts';
import { createOperationLog, type OperationLog } from './operation-log.ts';
import { buy, cancelOne, readLists, refundOne, takeMoneyBack, takeOut } from './other-actions.ts';
import type { SampleFiles } from './sample-files.ts';
import { submitAnything } from './submit.ts';
import { submitBatch } from './submit-batch.ts';
import { deleteForGood, deleteOne, restoreOne } from './trash-actions.ts';
import type { BatchSubmission, Submission, User } from './user.ts';

export type Load = {
  log: OperationLog;
  users: readonly User[];
  /** Starts nothing more, and waits for the answers to what was started. */
  stop(): Promise<void>;
};

type Options = {
  enrolled: readonly EnrolledUser[];
  samples: SampleFiles;
  chance: Chance;
  perSecond: number;
  signal: AbortSignal;
};

const weights = {
  submit: 55,
  batch: 5,
  cancel: 12,
  refund: 7,
  delete: 6,
  restore: 2,
  empty: 2,
  buy: 4,
  back: 1,
  takeOut: 1,
  cut: 2,
  film: 1,
  read: 14,
  close: 2,
};
/** Share of the users that may close their account, once each. */
const shareThatMayClose = 0.2;

function openUser(user: EnrolledUser): User {
  const page = openPage(user.client);
  const nothing = {
    generations: new Map(),
    trashed: new Set<string>(),
    open: new Set<Submission>(),
    openBatches: new Set<BatchSubmission>(),
    uploads: {},
  };
  return { ...user, isClosed: false, page, ...nothing };
}

/** Users who do everything a user can do, each at any time and independently of the others. */
export function startLoad(
  { checkout, userServer }: Stage,
  { enrolled, samples, chance, perSecond, signal: given }: Options,
): Load {
  const log = createOperationLog();
  const users = enrolled.map(openUser);
  const mayClose = new Set(users.slice(0, Math.ceil(users.length * shareThatMayClose)));
  const deps = { log, chance, checkout, samples, webhookUrl: userServer.url };
  const actions = {
    submit: submitAnything,
    batch: submitBatch,
    cancel: cancelOne,
    refund: refundOne,
    delete: deleteOne,
    restore: restoreOne,
    empty: deleteForGood,
    buy,
    back: takeMoneyBack,
    takeOut: async (given: typeof deps, user: User) => {
      const owner = await signInAgain(given.log, user);
      if (owner) await takeOut(given, { ...user, client: owner });
    },
    cut: cutOne,
    film: makeFilm,
    read: readLists,
    close: (given: typeof deps, user: User) =>
      mayClose.delete(user) ? closeOrKeep(given, user) : readLists(given, user),
  };
  const underWay = new Set<Promise<void>>();
  const errors: unknown[] = [];
  const stopping = new AbortController();
  const ends = AbortSignal.any([stopping.signal, given]);

  async function arrive(): Promise<void> {
    while (!ends.aborted) {
      const active = users.filter(({ isClosed }) => !isClosed);
      const action = actions[chance.weighted(weights)](deps, chance.pick(active));
      underWay.add(action);
      void action.catch((error: unknown) => errors.push(error)).finally(() => underWay.delete(action));
      await wait(chance.waitMs(perSecond), undefined, { signal: ends }).catch(() => undefined);
    }
  }
  const arrivals = arrive();
  return {
    log,
    users,
    async stop() {
      stopping.abort();
      await arrivals;
      await Promise.allSettled(underWay);
      // Errors of a call are an outcome; any other is a fault of this load.
      if (errors.length > 0) throw errors[0];
    },
  };
}
