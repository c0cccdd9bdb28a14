import { checkDrill } from './check-drill.ts';
import { collectBreakers, type Drill, endAll } from './drill.ts';
import { fillLines } from './fill-lines.ts';

export const flappingProvider: Drill = {
  id: 'flapping-provider',
  promise: 'fal comes and goes with every few calls: each is made once, in order',
  minutes: 2,
  async run({ stage, minutes, signal }) {
    const { control } = stage.emulator;
    control.setFlapping({ outage: 'unavailable', goodCalls: 6, badCalls: 8 });
    const ids = await fillLines(stage, { users: 10, each: 20 });
    const opened = await collectBreakers(stage, { minutes, signal });
    const madeMeanwhile = control.jobs().length;
    control.setFlapping(undefined);
    const open = await endAll(stage, { limitMs: 600_000, signal });
    return {
      measured: {
        submissions: control.counts().submit,
        madeMeanwhile,
        breakers: [...opened].toSorted().join(' '),
      },
      violations: [
        ...(opened.size > 0 ? [] : ['no breaker opened']),
        ...(madeMeanwhile > 0 ? [] : ['nothing was started between the outages']),
        ...open,
        ...(await checkDrill(stage, ids)),
      ],
    };
  },
};
