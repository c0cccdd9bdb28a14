import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repositoryRoot } from '@atelier/dev-stack';
import { timeLimitVariable } from '@atelier/dev-stack/test-sets';
import { describe, expect, it } from 'vitest';
import { fromList, fromSeed } from './choices.ts';
import { mutate } from './load-operations.ts';
import { mutations } from './mutations.ts';
import { ProcessKilled, Scheduler, type SimulatedProcess } from './scheduler.ts';
import { shrinkDecisions } from './simulate.ts';

type Summary = {
  mutation: string | null;
  schedules: number;
  failedSeed: number | null;
  violation: string | null;
  replayed: number;
};

/** Runs in a process of its own, because it replaces the clock, and loads modules with mistakes. */
async function simulate(...args: string[]): Promise<{ summaries: Summary[]; output: string }> {
  const main = join(repositoryRoot, 'tests/simulation/main.ts');
  const run = promisify(execFile)(process.execPath, [main, ...args], { maxBuffer: 64 * 1024 * 1024 });
  const { stdout, stderr } = await run.catch((error: { stdout: string; stderr: string }) => error);
  const lines = stdout.split('\n').filter((line) => line.startsWith('{'));
  return { summaries: lines.map((line) => JSON.parse(line) as Summary), output: stdout + stderr };
}

describe('the simulation', () => {
  it('finds nothing in 1,000 schedules, and every planted mistake within 2,000', {
    timeout: 2_400_000,
    // Twice as long would not help.
    retry: 0,
  }, async () => {
    const asked = 1_000;
    // A run with a limit of time plays what it can, and says how many these were.
    const isLimited = process.env[timeLimitVariable] !== undefined;
    const args = ['--seed', '1', '--schedules', String(asked), '--mutations'];
    if (isLimited) args.push('--minutes', '6');
    const { summaries, output } = await simulate(...args);
    const [product, ...planted] = summaries;
    expect(product, output).toMatchObject({ failedSeed: null, replayed: 5 });
    if (isLimited)
      console.log(`Simulation: ${product?.schedules} of ${asked} schedules were played in time.`);
    else expect(product?.schedules).toBe(asked);
    expect(planted.map(({ mutation }) => mutation)).toEqual(mutations.map(({ name }) => name));
    expect(planted.filter(({ failedSeed }) => failedSeed === null)).toEqual([]);
  });

  it('says which options there are', { timeout: 60_000 }, async () => {
    expect((await simulate('--mutation', 'none such')).output).toContain('a forgotten condition in T4');
    expect((await simulate('--seed', 'x')).output).toContain('--seed and --schedules are whole numbers');
    expect((await simulate('--minutes', '0')).output).toContain('--minutes is a number above 0');
  });
});

describe('a mutation', () => {
  const mutation = { name: 'a mistake', file: '/a.ts' };
  const changes = [['one', 'two']] as const;

  it('replaces its place', () => {
    expect(mutate('only one', mutation, changes)).toBe('only two');
  });

  it.each(['none', 'one and one'])(
    'fails when the source does not have its place exactly once: %s',
    (source) => {
      if (source === 'none')
        expect(() => mutate('nothing', mutation, changes)).toThrow('finds its place in /a.ts 0 times');
      else expect(() => mutate(source, mutation, changes)).toThrow('finds its place in /a.ts 2 times');
    },
  );
});

describe('decisions', () => {
  it('are the same for the same seed, and others for another', () => {
    const draw = (seed: number) =>
      Array.from(
        { length: 5 },
        (
          (choices) => () =>
            choices.next()
        )(fromSeed(seed)),
      );
    expect(draw(7)).toEqual(draw(7));
    expect(draw(7)).not.toEqual(draw(8));
  });

  it('are replayed from a list, and harmless after its end', () => {
    const choices = fromList([3, 9]);
    expect([choices.next(), choices.below(4), choices.next()]).toEqual([3, 1, 0]);
    expect(choices.taken()).toEqual([3, 9, 0]);
  });

  it('are shortened to those that matter', async () => {
    const fails = (decisions: readonly number[]) => decisions[5] === 6 && decisions[2] === 3;
    const shortest = await shrinkDecisions([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], async (decisions) =>
      fails(decisions),
    );
    expect(shortest).toEqual([0, 0, 3, 0, 0, 6]);
  });
});

describe('the scheduler', () => {
  const sql = { kind: 'sql' as const, label: 'a statement' };
  const lost = () => new Error('connection lost');
  const newProcess = (): SimulatedProcess => ({ name: 'worker', isAlive: true, life: 1, onStart: undefined });
  const rates = { sql: 500, queue: 0, provider: 0, storage: 0, event: 0, media: 0, kill: 0 };

  it('runs timers and steps in virtual time, and gives the real clock back', async () => {
    const scheduler = new Scheduler(fromList([]), { startMs: 1_000, maxSteps: 100 });
    const times: number[] = [];
    const before = Date.now();
    scheduler.at(5_000, () =>
      scheduler.task(
        newProcess(),
        async () => {
          times.push(Date.now());
          await new Promise((resolve) => setTimeout(resolve, 60_000));
          times.push(Date.now());
        },
        () => undefined,
      ),
    );
    await scheduler.run(() => false);
    expect(times).toEqual([6_000, 66_000]);
    expect(Date.now()).toBeGreaterThanOrEqual(before);
  });

  it.each<[string, number, string[]]>([
    ['before it is performed', 998_000, []],
    ['after it was performed', 1_998_000, ['performed']],
  ])('fails a step %s', async (_when, drawn, performed) => {
    const scheduler = new Scheduler(fromList([drawn]), { startMs: 0, maxSteps: 100 });
    scheduler.setRates(rates);
    const [worker, done, outcomes] = [newProcess(), [] as string[], [] as unknown[]];
    const step = () => scheduler.step(worker, sql, () => done.push('performed'), lost);
    scheduler.at(0, () => scheduler.task(worker, step, (outcome) => outcomes.push(outcome)));
    await scheduler.run(() => false);
    expect(done).toEqual(performed);
    expect(outcomes).toEqual([{ status: 'rejected', reason: lost() }]);
  });

  it('ends everything that a killed process waits for, and starts it again', async () => {
    const scheduler = new Scheduler(fromList([0, 1]), { startMs: 0, maxSteps: 100 });
    const worker = newProcess();
    const outcomes: unknown[] = [];
    const starts: number[] = [];
    worker.onStart = () => starts.push(worker.life);
    scheduler.at(0, async () => {
      const work = async () => {
        await scheduler.step(worker, sql, () => 'never seen', lost).catch((error) => outcomes.push(error));
        await scheduler.step(worker, sql, () => 'never performed', lost);
      };
      await scheduler.task(worker, work, (outcome) => outcomes.push(outcome));
      await scheduler.kill(worker);
    });
    await scheduler.run(() => false);
    expect(outcomes).toEqual([new ProcessKilled(), undefined]);
    expect(starts).toEqual([2]);
  });

  it('gives up a schedule that does not end', async () => {
    const scheduler = new Scheduler(fromList([]), { startMs: 0, maxSteps: 100 });
    scheduler.at(0, function again() {
      scheduler.at(1, again);
    });
    await expect(scheduler.run(() => false)).rejects.toThrow('does not come to an end');
  });
});
