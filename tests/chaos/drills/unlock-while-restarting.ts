import { setTimeout as wait } from 'node:timers/promises';
import { checkDrill } from './check-drill.ts';
import { countOpen, type Drill, listOpenBreakers, reach } from './drill.ts';
import { fillLines } from './fill-lines.ts';

export const unlockWhileRestarting: Drill = {
  id: 'unlock-while-restarting',
  promise: 'the account is unlocked while every api and worker restarts: each is made once, in order',
  minutes: 1,
  async run({ stage, minutes, signal }) {
    const { control } = stage.emulator;
    control.setAccount('locked');
    const ids = await fillLines(stage, { users: 10, each: 30 });
    await reach(async () => (await listOpenBreakers(stage)).includes('account'), { limitMs: 30_000, signal });
    await wait(minutes * 60_000, undefined, { signal });
    const restarts = stage.processes.all.map((process) => process.kill());
    control.setAccount('ok');
    for (const restart of restarts) restart();
    await stage.processes.allReady(signal);
    const isOver = await reach(async () => (await countOpen(stage)) === 0, { limitMs: 600_000, signal });
    return {
      measured: { submissions: control.counts().submit },
      violations: [
        ...(isOver ? [] : [`${await countOpen(stage)} have not ended`]),
        ...(await checkDrill(stage, ids)),
      ],
    };
  },
};
