// Loaded into api and worker before anything else. Moves their clock and fills their disk when the file in
// CHAOS_FAULTS_FILE says so, which it may do at any time while they run.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

export type ProcessFaults = { clockOffsetMs: number; isDiskFull: boolean };

const everyMs = 100;
let faults: ProcessFaults = { clockOffsetMs: 0, isDiskFull: false };

const file = process.env.CHAOS_FAULTS_FILE ?? '';
// Processes that read media inherit the environment; their files come from the process above them.
if (file !== '' && process.argv[1]?.endsWith('main.ts')) {
  setInterval(read, everyMs).unref();
  read();
  moveClock();
  fillDisk();
}

function read(): void {
  // Written by renaming: it is never half there.
  faults = JSON.parse(fs.readFileSync(file, 'utf8')) as ProcessFaults;
}

function moveClock(): void {
  const RealDate = Date;
  const now = () => RealDate.now() + faults.clockOffsetMs;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, given, newTarget) =>
      Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
    apply: () => new RealDate(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name, target)),
  });
}

function fillDisk(): void {
  const refusal = (call: string) =>
    Object.assign(new Error(`ENOSPC: no space left on device, ${call}`), {
      code: 'ENOSPC',
      errno: -28,
      syscall: call,
    });
  /** The first three are the terminal and the log, which are no files. */
  const isFull = (descriptor: unknown) =>
    faults.isDiskFull && typeof descriptor === 'number' && descriptor > 2;
  for (const name of ['write', 'writev'] as const) {
    const real = fs[name] as (...given: unknown[]) => void;
    const limited = (...given: unknown[]) => {
      const answer = given.at(-1);
      if (!isFull(given[0]) || typeof answer !== 'function') return real(...given);
      process.nextTick(answer, refusal(name));
    };
    Object.assign(fs, { [name]: limited });
  }
  const realMkdtemp = fs.promises.mkdtemp.bind(fs.promises) as (...given: unknown[]) => Promise<string>;
  fs.promises.mkdtemp = (async (...given: unknown[]) => {
    if (faults.isDiskFull) throw refusal('mkdtemp');
    return realMkdtemp(...given);
  }) as typeof fs.promises.mkdtemp;
  syncBuiltinESMExports();
}
