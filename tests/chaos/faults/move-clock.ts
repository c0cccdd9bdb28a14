import { type Fault, pickProcess, switching } from './fault.ts';

const tenMinutesMs = 600_000;

export const moveClock: Fault = {
  id: 'move-clock',
  title: 'the clock of one worker is 10 minutes off',
  aim({ processes }, chance) {
    const name = pickProcess(chance, 'worker');
    const clockOffsetMs = chance.isTrue(0.5) ? tenMinutesMs : -tenMinutesMs;
    return switching(`${name} ${clockOffsetMs > 0 ? '+' : '-'}10 min`, chance.between(8_000, 20_000), {
      on: () => processes.of(name).setFaults({ clockOffsetMs }),
      off: () => processes.of(name).setFaults({ clockOffsetMs: 0 }),
    });
  },
};
