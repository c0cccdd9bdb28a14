// The users of a schedule and their browsers, fal's deliveries, and who forges them: everybody who sends requests.
import { randomUUID } from 'node:crypto';
import { isAppError } from '@atelier/contract';
import type { Db } from '@atelier/db';
import { createInProcessDb } from '@atelier/db/in-process';
import { grantPurchase } from '@atelier/db/testing';
import type { Database } from './database.ts';
import type { Act, Plan, PlannedGeneration } from './plan.ts';
import { kinds, namesStandIn, offerStandIn, toInput } from './planned-inputs.ts';
import type { Api, Processes, World } from './start-processes.ts';
import type { Webhook } from './world/provider.ts';

type Submission = PlannedGeneration & { userId: string; key: string; id: string | undefined };

/** So that the deletion of a running generation is on its way when its owner empties the trash. */
const purgeAfterMs = 2_000;

/** Others are submitted and end meanwhile. */
const pausedForMs = 4_000;

export type DeliveredResult = { generationId: string; attempt: number; atMs: number };

type UsersWorld = World & { processes: Processes };

export class Users {
  readonly #world: UsersWorld;
  readonly #acknowledged: string[] = [];
  readonly #deleted = new Set<string>();
  readonly #delivered: DeliveredResult[] = [];
  readonly violations: string[] = [];
  /** Number of acts that are still to be done, or under way. */
  #open = 0;

  constructor(world: UsersWorld, plan: Plan) {
    this.#world = world;
    const userIds = plan.credits.map((credits) => addUser(world.database, credits));
    for (const planned of plan.generations) {
      const submission = {
        ...planned,
        userId: userIds[planned.user] ?? '',
        key: randomUUID(),
        id: undefined,
      };
      this.#later(planned.atMs, () => this.#submit(submission));
    }
  }

  areDone(): boolean {
    return this.#open === 0;
  }

  acknowledged() {
    return { ids: this.#acknowledged, deleted: this.#deleted };
  }

  /** Results whose webhook was answered. */
  delivered(): readonly DeliveredResult[] {
    return this.#delivered;
  }

  /** fal's own webhook, repeated by fal until it is answered. */
  deliver(webhook: Webhook): void {
    const { g: generationId = '', a } = webhook.query;
    const isGood = JSON.parse(webhook.body.toString()).status === 'OK';
    this.#later(0, () =>
      this.#request(
        'a webhook',
        ({ operations, deps }) => operations.acceptWebhook(deps, webhook),
        () => {
          const atMs = this.#world.scheduler.nowMs();
          if (isGood) this.#delivered.push({ generationId, attempt: Number(a), atMs });
        },
      ),
    );
  }

  #later(delayMs: number, work: () => Promise<void>): void {
    this.#open += 1;
    this.#world.scheduler.at(delayMs, async () => {
      await work();
      this.#open -= 1;
    });
  }

  /** A request to one of the api processes; repeated when there is no answer, as clients do. */
  async #request<T>(
    name: string,
    handle: (api: Api) => Promise<T>,
    onAnswer: (value: T) => void = () => undefined,
    triesLeft = 8,
  ): Promise<void> {
    const { scheduler, processes } = this.#world;
    const again = () => {
      if (triesLeft > 1) this.#later(1_500, () => this.#request(name, handle, onAnswer, triesLeft - 1));
    };
    const api = processes.api();
    if (!api) return again();
    this.#open += 1;
    scheduler.note(`${api.process.name.padEnd(8)} gets ${name}`);
    await scheduler.task(
      api.process,
      () => handle(api),
      (outcome) => {
        this.#open -= 1;
        if (outcome?.status === 'fulfilled') onAnswer(outcome.value);
        else {
          const error: unknown = outcome?.reason;
          scheduler.note(
            `         ${name} is refused: ${(error as Error | undefined)?.message ?? 'no answer'}`,
          );
          if (!isAppError(error) || error.isRetryable) again();
        }
      },
    );
  }

  #submit(submission: Submission, isRepeated = false): Promise<void> {
    const input = toInput(submission.images);
    const submitter = { userId: submission.userId, hasEverPaid: true, isLocked: false };
    const consent = namesStandIn(submission) ? offerStandIn(submission) : undefined;
    const { standIns } = this.#world;
    if (submission.id === undefined)
      standIns.agreed(submission.key, submission.kind, consent ? [consent] : []);
    const kind = kinds[submission.kind];
    const origin = { idempotencyKey: submission.key, apiRequestId: randomUUID() };
    return this.#request<{ generation: { id: string } }>(
      'a submission',
      ({ operations, deps }) =>
        operations.submitGeneration(deps, submitter, {
          kind,
          input,
          fields: { if_down: consent ?? 'ask' },
          origin,
        }),
      ({ generation: { id } }) => {
        if (submission.id !== undefined && submission.id !== id)
          this.violations.push(`one key made the generations ${submission.id} and ${id}`);
        if (submission.id === undefined) this.#acknowledged.push(id);
        submission.id = id;
        if (isRepeated) return;
        this.#followStandIn(submission);
        for (const act of submission.acts) this.#later(act.atMs, () => this.#perform(act, submission));
      },
    );
  }

  #followStandIn({ standIn, ...submission }: Submission): void {
    if (standIn.wish === 'too dear') this.#raisePrice(submission);
    if (standIn.wish !== 'ask') return;
    // Impatient owners press twice.
    for (const atMs of [standIn.askedAtMs, standIn.askedAtMs + 700])
      this.#later(atMs, () => this.#acceptStandIn(submission));
  }

  #acceptStandIn({ id, userId, key, kind, images }: Omit<Submission, 'standIn'>): Promise<void> {
    const consent = offerStandIn({ kind, images });
    this.#world.standIns.agreed(key, kind, [consent]);
    return this.#request('an accepted stand-in', ({ operations, deps }) =>
      operations.acceptStandIn(deps, { id, userId, ...consent }),
    );
  }

  /** Lowers the price that was agreed to, as if the other kind's price had risen since. */
  #raisePrice({ id, key, kind, images }: Omit<Submission, 'standIn'>): void {
    const { database, standIns } = this.#world;
    const consent = offerStandIn({ kind, images });
    const lower = { ...consent, max_credits: consent.max_credits - 1 };
    standIns.agreed(key, kind, [lower]);
    database.sql('update generation set stand_in = $2 where id = $1', [id, JSON.stringify(lower)]);
  }

  async #perform({ kind: act }: Act, submission: Submission): Promise<void> {
    const { id = '', userId } = submission;
    switch (act) {
      case 'repeat':
        return this.#submit(submission, true);
      case 'cancel':
        return this.#request(act, ({ operations, deps }) => operations.cancelGeneration(deps, id, userId));
      case 'delete': {
        this.#deleted.add(id);
        const deletion = { ids: [id], userId, medium: kinds[submission.kind].medium, hasFilesDeleted: true };
        return this.#request(
          act,
          ({ operations, deps }) => operations.moveToTrash(deps, deletion),
          () => this.#later(purgeAfterMs, () => this.#purge(submission)),
        );
      }
      case 'refund':
        return this.#request(act, ({ operations, deps }) =>
          operations.refundCredits(deps, userId, { requestId: id }),
        );
      case 'operator refund':
        return this.#request(act, (api) => refundAsOperator(api, id));
      case 'forge':
        return this.#forge(id);
      case 'pause':
        return this.#request(
          act,
          ({ operations, deps }) => operations.setLinePaused(deps.db.pool, userId, true),
          () => this.#later(pausedForMs, () => this.#resume(userId)),
        );
      case 'stop after':
        return this.#inLine(act, submission, async ({ operations }, db) => {
          if (await operations.setStopAfter(db, { userId, id, isOn: true }))
            this.#later(pausedForMs, () => this.#goOn(submission));
        });
      case 'move to the end':
      case 'move to the front':
        return this.#inLine(act, submission, async ({ operations }, db) => {
          const { rows } = await operations.readLine(db.pool, userId);
          const others = (rows as { id: string }[]).filter((row) => row.id !== id);
          const before = act === 'move to the end' ? null : (others[0]?.id ?? null);
          await operations.moveWaiting(db, { userId, ids: [id], before });
          this.#world.breakers.lineMoved([id]);
        });
    }
  }

  /** A change of the line is a transaction, and the database has one connection: it is one step, without faults inside. */
  async #inLine(
    name: string,
    { id = '' }: Submission,
    change: (api: Api, db: Db) => Promise<void>,
  ): Promise<void> {
    const { scheduler, processes, database, horizon } = this.#world;
    const api = processes.api();
    if (!api) return;
    scheduler.note(`${api.process.name.padEnd(8)} gets ${name} ${this.#world.observer.aliasOf(id) ?? ''}`);
    database.setClock(scheduler.nowMs());
    horizon.changed();
    await change(
      api,
      createInProcessDb(async (statement) => database.run(statement)),
    );
  }

  /** Where it has stopped by now, and so that it does not later: what waits in a paused line has no deadline. */
  async #goOn(submission: Submission): Promise<void> {
    const { id = '', userId } = submission;
    const { database, scheduler } = this.#world;
    database.setClock(scheduler.nowMs());
    database.sql('update generation set stop_after = false where id = $1', [id]);
    return this.#resume(userId);
  }

  /** Repeated until it is answered: what waits in a paused line has no deadline. */
  #resume(userId: string): Promise<void> {
    return this.#request(
      'a resumption',
      async ({ operations, deps }) => {
        await operations.setLinePaused(deps.db.pool, userId, false);
        await operations.startWaitingGenerations(deps, userId);
      },
      () => undefined,
      Number.POSITIVE_INFINITY,
    );
  }

  #purge({ id = '', userId }: Submission): Promise<void> {
    const purge = { ids: [id], userId };
    return this.#request('a purge', ({ operations, deps }) => operations.purgeGenerations(deps, purge));
  }

  /** Signed by fal, because its sender is a customer there too, but without the token of the attempt. */
  async #forge(id: string): Promise<void> {
    const { provider } = this.#world;
    const real = provider.requests().find(({ generationId }) => generationId === id);
    if (!real) return;
    const webhook = provider.forgedWebhook(real);
    await this.#request('a forged webhook', async ({ operations, deps }) => {
      const answer = await operations.acceptWebhook(deps, webhook);
      this.violations.push(`a webhook with a wrong token for generation ${id} was ${answer}`);
    });
  }
}

function addUser(database: Database, credits: number): string {
  const id = randomUUID();
  database.sql('insert into app_user (id, email) values ($1, $2)', [id, `${id}@atelier.test`]);
  database.sql('insert into credit_account (user_id) values ($1)', [id]);
  const db = createInProcessDb(async (statement) => database.run(statement));
  const payment = { provider: 'test', paymentId: id, credits, amountMinor: 100, currency: 'usd' };
  void grantPurchase(db, { userId: id, ...payment });
  return id;
}

async function refundAsOperator({ operations, deps }: Api, id: string): Promise<void> {
  const row = await operations.findGeneration(deps.db.pool, id);
  const by = { operatorId: randomUUID(), reason: randomUUID() };
  if (row?.finished_at) await operations.refundGeneration(deps.db, row, by);
}
