import { setTimeout as wait } from 'node:timers/promises';
import { checkDrill } from './check-drill.ts';
import { awaitBreaker, type Drill, endAll, measureFirstStart } from './drill.ts';
import { fillLines } from './fill-lines.ts';

export const unlockWhileRestarting: Drill = {
  id: 'unlock-while-restarting',
  promise:
    'the account is unlocked while every api and worker restarts: each is made once, in order, the first start within 60 s',
  minutes: 1,
  async run({ stage, minutes, signal }) {
    const { control } = stage.emulator;
    control.setAccount('locked');
    const ids = await fillLines(stage, { users: 10, each: 30 });
    const unopened = await awaitBreaker(stage, 'account', { limitMs: 30_000, signal });
    await wait(minutes * 60_000, undefined, { signal });
    const restarts = stage.processes.all.map((process) => process.kill());
    control.setAccount('ok');
    for (const restart of restarts) restart();
    const first = await measureFirstStart(stage, signal);
    const open = await endAll(stage, { limitMs: 600_000, signal });
    return {
      measured: { firstStartSeconds: first.seconds, submissions: control.counts().submit },
      violations: [...unopened, ...first.violations, ...open, ...(await checkDrill(stage, ids))],
    };
  },
};
