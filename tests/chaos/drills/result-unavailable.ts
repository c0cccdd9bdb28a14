import { setTimeout as wait } from 'node:timers/promises';
import { checkDrill } from './check-drill.ts';
import { countGenerations, type Drill, demand, endAll, listOpenBreakers } from './drill.ts';
import { fillLines } from './fill-lines.ts';

export const resultUnavailable: Drill = {
  id: 'result-unavailable',
  promise: 'the result call answers 504 for an hour, and webhooks are lost: no finished work fails',
  minutes: 2,
  async run({ stage, minutes, signal }) {
    const { control } = stage.emulator;
    control.setResultStatus(504);
    const onEnrolled = () => stage.links.edge.setMode('refusing');
    const ids = await fillLines(stage, { users: 10, each: 3, onEnrolled });
    const unasked = await demand('no result was asked for', () => control.counts().result > 0, {
      limitMs: 120_000,
      signal,
    });
    await wait(minutes * 60_000, undefined, { signal });
    // The hour, which is beyond every deadline.
    await stage.db.pool.query(
      `update generation set deadline_at = deadline_at - interval '1 hour', created_at = created_at - interval '1 hour'
        where finished_at is null and status = 'processing'`,
    );
    await wait(60_000, undefined, { signal });
    const failed = await countGenerations(stage, "status = 'failed'");
    const finished = control.jobs().filter(({ phase }) => phase === 'COMPLETED').length;
    const breakers = await listOpenBreakers(stage);
    const calls = control.counts().result;
    control.setResultStatus(undefined);
    stage.links.edge.setMode('open');
    const backAtMs = Date.now();
    const open = await endAll(stage, { limitMs: 600_000, signal });
    return {
      measured: {
        finishedAtFal: finished,
        failedMeanwhile: failed,
        resultCalls: calls,
        breakers: breakers.join(' '),
        lineSeconds: Math.round((Date.now() - backAtMs) / 1_000),
      },
      violations: [...unasked, ...open, ...(await checkDrill(stage, ids))],
    };
  },
};
