import { setTimeout as wait } from 'node:timers/promises';
import type { Stage } from '../stage/open-stage.ts';
import { checkDrill } from './check-drill.ts';
import { awaitBreaker, countGenerations, type Drill, demand, endAll, measureFirstStart } from './drill.ts';
import { fillLines } from './fill-lines.ts';

const kills = 10;
const waiting = 10_000;
/** Hours that the outage stands for; what happens in between is the same every minute. */
const hours = 6;

export const longOutage: Drill = {
  id: 'long-outage',
  promise:
    'fal is away for six hours with 10,000 waiting while workers are killed ten times: each is made, once, in order',
  minutes: 3,
  async run({ stage, minutes, signal, print }) {
    const { control } = stage.emulator;
    const running = await fillLines(stage, { users: 20, each: 5, names: 'early' });
    // Some run when it begins, and their end cannot be asked for.
    const idle = await demand(
      'nothing ran',
      () => control.jobs().some(({ phase }) => phase !== 'COMPLETED'),
      {
        limitMs: 60_000,
        signal,
      },
    );
    control.setOutage('refuse');
    const ids = [...running, ...(await fillLines(stage, { users: 100, each: waiting / 100 }))];
    const unopened = await awaitBreaker(stage, 'provider', { limitMs: 120_000, signal });
    for (let kill = 0; kill < kills; kill += 1) {
      const restart = stage.processes.of(kill % 2 ? 'worker-1' : 'worker-2').kill();
      restart();
      await wait((minutes * 60_000) / kills, undefined, { signal });
    }
    await moveBack(stage, hours);
    await wait(60_000, undefined, { signal });
    const waited = await countGenerations(stage, "status = 'waiting'");
    const failed = await countGenerations(stage, "status = 'failed'");
    print(`fal is back: ${waited} wait, ${failed} have failed`);
    control.setOutage(undefined);
    const backAtMs = Date.now();
    const first = await measureFirstStart(stage, signal);
    const open = await endAll(stage, { limitMs: 3_600_000, signal });
    return {
      measured: {
        waited,
        failedMeanwhile: failed,
        firstStartSeconds: first.seconds,
        lineSeconds: Math.round((Date.now() - backAtMs) / 1_000),
      },
      violations: [
        ...idle,
        ...unopened,
        ...(waited >= waiting ? [] : [`only ${waited} waited when fal came back`]),
        ...first.violations,
        ...open,
        ...(await checkDrill(stage, ids)),
      ],
    };
  },
};

/** Moves every open generation and breaker into the past, as if those hours had passed. */
async function moveBack({ db }: Stage, hours: number): Promise<void> {
  const columns = [
    'created_at',
    'deadline_at',
    'stage_started_at',
    'started_at',
    'submitted_at',
    'held_since',
  ];
  const moved = columns.map((name) => `${name} = ${name} - make_interval(hours => $1)`).join(', ');
  await db.pool.query(`update generation set ${moved} where finished_at is null`, [hours]);
  await db.pool.query(
    'update provider_breaker set since = since - make_interval(hours => $1), opened_at = opened_at - make_interval(hours => $1)',
    [hours],
  );
}
