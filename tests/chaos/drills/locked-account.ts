import { setTimeout as wait } from 'node:timers/promises';
import { checkDrill } from './check-drill.ts';
import { countOpen, type Drill, listOpenBreakers, reach } from './drill.ts';
import { fillLines } from './fill-lines.ts';

/** Workers, of which each may be refused once before it knows; then there is one probe a minute. */
const processes = 2;
const firstStartLimitMs = 60_000;

export const lockedAccount: Drill = {
  id: 'locked-account',
  promise:
    'our account is locked with 500 waiting: none fails, the order is kept, at most 12 calls in ten minutes, the first start within 60 s of the unlock',
  minutes: 10,
  async run({ stage, minutes, signal, translate }) {
    const { control } = stage.emulator;
    control.setAccount('locked');
    const ids = await fillLines(stage, { users: 10, each: 50 });
    const isOpen = await reach(async () => (await listOpenBreakers(stage)).includes('account'), {
      limitMs: 30_000,
      signal,
    });
    translate(`the breaker is ${isOpen ? 'open' : 'NOT open'}; the account stays locked for ${minutes} min`);
    await wait(minutes * 60_000, undefined, { signal });
    const calls = control.requests().length;
    control.setAccount('ok');
    const unlockedAtMs = Date.now();
    const isStarted = await reach(async () => control.jobs().length > 0, { limitMs: 120_000, signal });
    const firstStartMs = Date.now() - unlockedAtMs;
    translate(`first start ${(firstStartMs / 1_000).toFixed(1)} s after the unlock`);
    await reach(async () => (await countOpen(stage)) === 0, { limitMs: 900_000, signal });
    const maxCalls = processes + Math.ceil(minutes);
    return {
      measured: {
        calls,
        firstStartSeconds: firstStartMs / 1_000,
        lineSeconds: (Date.now() - unlockedAtMs) / 1_000,
      },
      violations: [
        ...(isOpen ? [] : ['the breaker did not open']),
        ...(calls <= maxCalls ? [] : [`${calls} calls to fal, at most ${maxCalls} were allowed`]),
        ...(isStarted && firstStartMs <= firstStartLimitMs
          ? []
          : [`the first start came after ${firstStartMs} ms`]),
        ...(await checkDrill(stage, ids)),
      ],
    };
  },
};
