// The queue: jobs by id, retries by the product's own policy, stalls, duplicates, outages and the loss of everything.
import { AppError } from '@atelier/contract';
import type { Choices } from '../choices.ts';
import type { Operations } from '../load-operations.ts';
import type { Scheduler, SimulatedProcess } from '../scheduler.ts';

type Job = {
  id: string;
  name: string;
  data: Record<string, unknown>;
  attemptsMade: number;
  state: 'waiting' | 'active' | 'ended';
};

/** A worker process as the queue sees it. */
export type Consumer = {
  process: SimulatedProcess;
  operations: Operations;
  handlers: Record<string, (payload: unknown, context: unknown) => Promise<void>>;
};

const stallMs = 14_000;

type QueueOptions = {
  scheduler: Scheduler;
  choices: Choices;
  consumers: () => readonly Consumer[];
  /** Whether an ended job's id still refuses a new one, as on Redis. */
  keepsEnded: boolean;
  onEnqueue: (name: string, payload: Record<string, unknown>) => void;
};

export class Queue {
  readonly #options: QueueOptions;
  readonly #jobs = new Map<string, Job>();
  /** Errors with neither a code of our own nor one of the system. */
  readonly unknownErrors: unknown[] = [];
  #isDown = false;

  constructor(options: QueueOptions) {
    this.#options = options;
  }

  enqueue(
    process: SimulatedProcess,
    name: string,
    data: Record<string, unknown>,
    { jobId, delayMs = 0 }: { jobId: string; delayMs?: number },
  ): Promise<void> {
    const { scheduler, choices, keepsEnded, onEnqueue } = this.#options;
    const lost = () => new AppError('unavailable', { cause: new Error('the queue did not answer') });
    const add = () => {
      if (this.#isDown) throw lost();
      onEnqueue(name, data);
      const before = this.#jobs.get(jobId);
      if (before && (before.state !== 'ended' || keepsEnded)) return;
      const job: Job = { id: jobId, name, data, attemptsMade: 0, state: 'waiting' };
      this.#jobs.set(jobId, job);
      this.#start(job, delayMs);
      // Delivered to two workers at once, as after a lock that was lost.
      if (choices.below(100) > 96) this.#start(job, delayMs + choices.below(3_000));
    };
    return scheduler.step(process, { kind: 'queue', label: `enqueue ${jobId}` }, add, lost);
  }

  #start(job: Job, delayMs: number): void {
    const { scheduler, choices, consumers } = this.#options;
    scheduler.at(delayMs + 1, async () => {
      if (this.#jobs.get(job.id) !== job) return;
      const alive = consumers().filter(({ process }) => process.isAlive);
      const consumer = alive[choices.below(alive.length || 1)];
      if (this.#isDown || !consumer) {
        this.#start(job, 1_000);
        return;
      }
      job.state = 'active';
      await this.#work(job, consumer);
    });
  }

  async #work(job: Job, { process, operations, handlers }: Consumer): Promise<void> {
    const { scheduler } = this.#options;
    scheduler.note(`${process.name.padEnd(8)} takes ${job.id}, attempt ${job.attemptsMade + 1}`);
    let delayedTo: number | undefined;
    const moveToDelayed = async (timestampMs: number) => {
      delayedTo = timestampMs;
    };
    const run = { id: job.id, data: job.data, attemptsMade: job.attemptsMade, opts: {}, moveToDelayed };
    const around = (_run: unknown, handle: () => Promise<void>) => handle();
    const handling = { handler: handlers[job.name], around };
    const work = (): Promise<void> => operations.runJob(job.name, handling, run, 'token', undefined);
    await scheduler.task(process, work, (outcome) => {
      if (!outcome) this.#start(job, stallMs);
      else if (delayedTo !== undefined) this.#start(job, Math.max(0, delayedTo - scheduler.nowMs()));
      else if (outcome.status === 'fulfilled') this.#end(job);
      else this.#fail(job, outcome.reason, operations.jobs[job.name]);
    });
  }

  #fail(job: Job, reason: unknown, policy: { attempts: number; backoffMs: number }): void {
    const { name, code } = reason as { name?: string; code?: string };
    this.#options.scheduler.note(`         ${job.id} failed: ${(reason as Error).message}`);
    if (name !== 'UnrecoverableError' && code === undefined) this.unknownErrors.push(reason);
    job.attemptsMade += 1;
    if (name === 'UnrecoverableError' || job.attemptsMade >= policy.attempts) this.#end(job);
    else this.#start(job, policy.backoffMs * 2 ** (job.attemptsMade - 1));
  }

  #end(job: Job): void {
    job.state = 'ended';
    if (!this.#options.keepsEnded && this.#jobs.get(job.id) === job) this.#jobs.delete(job.id);
  }

  /** FLUSHALL. */
  loseEverything(): void {
    this.#options.scheduler.note('         the queue loses everything');
    this.#jobs.clear();
  }

  setDown(isDown: boolean): void {
    this.#options.scheduler.note(`         the queue is ${isDown ? 'down' : 'up'}`);
    this.#isDown = isDown;
  }

  isEmpty(): boolean {
    return [...this.#jobs.values()].every(({ state }) => state === 'ended');
  }
}
