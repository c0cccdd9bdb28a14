import { setTimeout as wait } from 'node:timers/promises';
import { checkDrill } from './check-drill.ts';
import { countOpen, type Drill, reach } from './drill.ts';
import { fillLines } from './fill-lines.ts';

export const resultUnavailable: Drill = {
  id: 'result-unavailable',
  promise: 'the result call answers 504 for an hour, and webhooks are lost: no finished work fails',
  minutes: 2,
  async run({ stage, minutes, signal }) {
    const { control } = stage.emulator;
    stage.links.edge.setMode('refusing');
    control.setResultStatus(504);
    const ids = await fillLines(stage, { users: 10, each: 3 });
    await wait(minutes * 60_000, undefined, { signal });
    // The hour, which is beyond every deadline.
    await stage.db.pool.query(
      `update generation set deadline_at = deadline_at - interval '1 hour', created_at = created_at - interval '1 hour'
        where finished_at is null and status = 'processing'`,
    );
    await wait(60_000, undefined, { signal });
    const failed = (
      await stage.db.pool.query<{ count: number }>(
        "select count(*)::int as count from generation where status = 'failed'",
      )
    ).rows[0]?.count;
    control.setResultStatus(undefined);
    stage.links.edge.setMode('open');
    const isOver = await reach(async () => (await countOpen(stage)) === 0, { limitMs: 600_000, signal });
    return {
      measured: { failedMeanwhile: failed ?? 0 },
      violations: [
        ...(isOver ? [] : [`${await countOpen(stage)} have not ended`]),
        ...(await checkDrill(stage, ids)),
      ],
    };
  },
};
