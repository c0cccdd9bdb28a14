import { setTimeout as wait } from 'node:timers/promises';
import { checkDrill } from './check-drill.ts';
import { countOpen, type Drill, reach } from './drill.ts';
import { fillLines } from './fill-lines.ts';

export const flappingProvider: Drill = {
  id: 'flapping-provider',
  promise: 'fal comes and goes with every few calls: each is made once, in order',
  minutes: 2,
  async run({ stage, minutes, signal }) {
    const { control } = stage.emulator;
    control.setFlapping({ outage: 'unavailable', goodCalls: 6, badCalls: 8 });
    const ids = await fillLines(stage, { users: 10, each: 20 });
    await wait(minutes * 60_000, undefined, { signal });
    control.setFlapping(undefined);
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
