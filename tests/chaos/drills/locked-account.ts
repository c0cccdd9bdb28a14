import { setTimeout as wait } from 'node:timers/promises';
import { checkDrill } from './check-drill.ts';
import {
  awaitBreaker,
  countCalls,
  countGenerations,
  type Drill,
  endAll,
  measureFirstStart,
} from './drill.ts';
import { fillLines } from './fill-lines.ts';

/** Workers, of which each may be refused once before it knows; then there is one probe a minute. */
const processes = 2;

export const lockedAccount: Drill = {
  id: 'locked-account',
  promise:
    'our account is locked with 500 waiting: none fails, the order is kept, at most 12 calls in ten minutes, the first start within 60 s of the unlock',
  minutes: 10,
  async run({ stage, minutes, signal, print }) {
    const { control } = stage.emulator;
    control.setAccount('locked');
    const ids = await fillLines(stage, { users: 10, each: 50 });
    const unopened = await awaitBreaker(stage, 'account', { limitMs: 30_000, signal });
    print(`the account stays locked for ${minutes} min`);
    await wait(minutes * 60_000, undefined, { signal });
    const calls = countCalls(stage);
    const waiting = await countGenerations(stage, "status = 'waiting'");
    control.setAccount('ok');
    const unlockedAtMs = Date.now();
    const first = await measureFirstStart(stage, signal);
    print(`first start ${first.seconds} s after the unlock`);
    const open = await endAll(stage, { limitMs: 900_000, signal });
    const maxCalls = processes + Math.ceil(minutes);
    return {
      measured: {
        calls,
        waitingAtUnlock: waiting,
        firstStartSeconds: first.seconds,
        lineSeconds: Math.round((Date.now() - unlockedAtMs) / 1_000),
      },
      violations: [
        ...unopened,
        ...(calls <= maxCalls ? [] : [`${calls} calls to fal, at most ${maxCalls} were allowed`]),
        // One may be on its way as the probe.
        ...(waiting >= ids.length - 1 ? [] : [`only ${waiting} of ${ids.length} waited`]),
        ...first.violations,
        ...open,
        ...(await checkDrill(stage, ids)),
      ],
    };
  },
};
