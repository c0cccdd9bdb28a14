import { setTimeout as wait } from 'node:timers/promises';
import { checkDrill } from './check-drill.ts';
import { countOpen, type Drill, listOpenBreakers, reach } from './drill.ts';
import { fillLines } from './fill-lines.ts';

export const sharedBreaker: Drill = {
  id: 'shared-breaker',
  promise:
    'a model is down: its breaker, opened by one worker, stops every worker and api, and no other model waits',
  minutes: 1,
  async run({ stage, minutes, signal }) {
    const { control } = stage.emulator;
    control.setModel('fal-ai/flux/schnell', 'down');
    const sick = await fillLines(stage, { users: 4, each: 20, kindIds: ['flux-schnell', 'flux-dev'] });
    await reach(async () => (await listOpenBreakers(stage)).includes('kind:flux-schnell'), {
      limitMs: 120_000,
      signal,
    });
    const openedAt = control.requests('submit').filter(isOfSick).length;
    const restart = stage.processes.of('worker-1').kill();
    restart();
    const isHealthyMade = await reach(async () => (await countMade(stage)) === sick.length / 2, {
      limitMs: 120_000,
      signal,
    });
    await wait(minutes * 60_000, undefined, { signal });
    const probes = control.requests('submit').filter(isOfSick).length - openedAt;
    control.setModel('fal-ai/flux/schnell', undefined);
    await reach(async () => (await countOpen(stage)) === 0, { limitMs: 300_000, signal });
    return {
      measured: { probes },
      violations: [
        ...(isHealthyMade ? [] : ['a healthy model waited for one that is down']),
        ...(probes <= minutes * 2 + 2 ? [] : [`${probes} submissions to a model that is down`]),
        ...(await checkDrill(stage, sick)),
      ],
    };
  },
};

const isOfSick = ({ path }: { path: string }) => path.includes('flux/schnell');

async function countMade({ db }: Parameters<Drill['run']>[0]['stage']): Promise<number> {
  const { rows } = await db.pool.query<{ count: number }>(
    "select count(*)::int as count from generation where kind = 'flux-dev' and status = 'completed'",
  );
  return rows[0]?.count ?? 0;
}
