export type RunningProcess = {
  /** Ends in order and waits for what runs. */
  stop: () => Promise<void>;
};

const stopLimitMs = 25_000;

/**
 * Starts a process and stops it once, gracefully, on INT, TERM, HUP or when the supervisor that forked it is gone. Sends
 * a supervisor `{ type: 'ready' }`. A start that fails says why on standard error and exits with 1.
 */
export async function runProcess(name: string, start: () => Promise<RunningProcess>): Promise<void> {
  // A supervisor that dies during the start could not stop this process later.
  const exitAlone = () => process.exit(1);
  process.once('disconnect', exitAlone);
  try {
    const running = await start();
    process.off('disconnect', exitAlone);
    stopOnSignals(name, running);
    process.send?.({ type: 'ready' });
  } catch (error) {
    // Configuration errors speak for themselves; anything else needs its stack.
    const isOurs = error instanceof Error && error.name === 'ConfigurationError';
    process.stderr.write(`${name}: ${isOurs ? error.message : describe(error)}\n`);
    process.exit(1);
  }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error
    ? `${error.stack}\n  because of ${error.cause.stack}`
    : `${error.stack}`;
}

function stopOnSignals(name: string, running: RunningProcess): void {
  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => {
      process.stderr.write(`${name}: did not stop within ${stopLimitMs / 1000} s\n`);
      process.exit(1);
    }, stopLimitMs).unref();
    try {
      await running.stop();
      process.exit(0);
    } catch (error) {
      process.stderr.write(`${name}: ${describe(error)}\n`);
      process.exit(1);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  process.on('disconnect', stop);
}
