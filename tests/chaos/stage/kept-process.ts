import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { type ManagedProcess, repositoryRoot, type Settings, startProcess } from '@atelier/dev-stack';
import type { ProcessFaults } from './obey-faults.ts';

/** When a process was ready, in `Date.now()` milliseconds; `untilMs` is absent while it runs. */
export type UpTime = { name: string; fromMs: number; untilMs?: number };

export type KeptProcessOptions = {
  name: string;
  /** The program, below the root of the repository. */
  program: string;
  /** Folder of the logs and of the file with its faults. */
  dataDir: string;
  env: Settings;
};

const restartAfterMs = 300;
const stopLimitMs = 25_000;
const preload = pathToFileURL(join(import.meta.dirname, 'obey-faults.ts')).href;

/** A process that is started again whenever it ends, like under any supervisor. */
export class KeptProcess {
  readonly upTimes: UpTime[] = [];
  /** Its ends without a kill. */
  readonly unexpectedEnds: string[] = [];
  /** Starts that failed, as they do while the database is away. */
  failedStarts = 0;
  /** Why it is not ready. */
  startProblem: string | undefined;
  #options: KeptProcessOptions;
  #faultsFile: string;
  #faults: ProcessFaults = { clockOffsetMs: 0, isDiskFull: false };
  #current: ManagedProcess | undefined;
  #killed = new WeakSet<ManagedProcess>();
  #runs = 0;
  #isClosing = false;
  /** Hold on starts: until it resolves, the process is not started again. */
  #hold: PromiseWithResolvers<void> | undefined;
  #ready = Promise.withResolvers<void>();
  #running: Promise<void>;

  constructor(options: KeptProcessOptions) {
    this.#options = options;
    this.#faultsFile = join(options.dataDir, `${options.name}.faults.json`);
    this.setFaults({});
    this.#running = this.#keepRunning();
  }

  /** Resolves when it is ready, now or after its next start. */
  ready(): Promise<void> {
    return this.#ready.promise;
  }

  /** Kills it; it is started again when the returned function is called. */
  kill(): () => void {
    this.#hold = Promise.withResolvers();
    if (this.#current) this.#killed.add(this.#current);
    this.#signal(this.#current, 'SIGKILL');
    return () => this.#release();
  }

  /** Asks it to end, as an orchestrator does; it is started again. Returns how long that took. */
  async terminate(): Promise<number> {
    const one = this.#current;
    if (!one) throw new Error(`${this.#options.name} does not run`);
    this.#killed.add(one);
    const fromMs = Date.now();
    this.#signal(one, 'SIGTERM');
    await one.ended;
    return Date.now() - fromMs;
  }

  /** Stops it in the middle of whatever it does, until the returned function is called. */
  freeze(): () => void {
    const frozen = this.#current;
    this.#signal(frozen, 'SIGSTOP');
    return () => this.#signal(frozen, 'SIGCONT');
  }

  setFaults(change: Partial<ProcessFaults>): void {
    Object.assign(this.#faults, change);
    writeFileSync(`${this.#faultsFile}.new`, JSON.stringify(this.#faults));
    renameSync(`${this.#faultsFile}.new`, this.#faultsFile);
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    this.#release();
    this.#signal(this.#current, 'SIGCONT');
    await this.#current?.stop(stopLimitMs);
    await this.#running;
  }

  async #keepRunning(): Promise<void> {
    while (!this.#isClosing) {
      await this.#runOnce();
      await this.#hold?.promise;
      if (!this.#isClosing) await wait(restartAfterMs);
    }
  }

  async #runOnce(): Promise<void> {
    const { name } = this.#options;
    const one = this.#start();
    this.#current = one;
    const upTime = await one.ready.then(
      (): UpTime => ({ name, fromMs: Date.now() }),
      (error: Error) => {
        this.startProblem = error.message;
        return undefined;
      },
    );
    if (upTime) {
      this.startProblem = undefined;
      this.upTimes.push(upTime);
      this.#ready.resolve();
    }
    const { reason, tail } = await one.ended;
    if (upTime) {
      upTime.untilMs = Date.now();
      this.#ready = Promise.withResolvers();
    }
    if (this.#isClosing || this.#killed.has(one)) return;
    if (upTime)
      this.unexpectedEnds.push(`${name} ended by itself (${reason}): ${tail.slice(-3).join(' | ')}`);
    else this.failedStarts += 1;
  }

  /** Every run has a log file of its own. */
  #start(): ManagedProcess {
    const { name, program, dataDir, env } = this.#options;
    this.#runs += 1;
    return startProcess({
      name: `${name}-${this.#runs}`,
      entry: join(repositoryRoot, program),
      cwd: repositoryRoot,
      env: { ...env, NODE_OPTIONS: `--import ${preload}`, CHAOS_FAULTS_FILE: this.#faultsFile },
      logFolder: join(dataDir, 'logs'),
      onImportant: () => undefined,
    });
  }

  #release(): void {
    this.#hold?.resolve();
    this.#hold = undefined;
  }

  #signal(one: ManagedProcess | undefined, name: NodeJS.Signals): void {
    if (!one || one.pid === 0) return;
    try {
      process.kill(one.pid, name);
    } catch (error) {
      // It has ended in between.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}
