import { type Child, type ChildOptions, callChild, startChild, type ToError } from './call-child.ts';

export type ChildCaller = {
  /**
   * Runs `method` in a child, waiting for a free one; `timeoutMs` counts from the moment the child gets it. When `signal`
   * aborts, the child is killed like one whose time is up, and the call fails as `aborted`. `onProgress` gets what the method
   * reports before it answers.
   */
  call(
    method: string,
    params: unknown,
    timeoutMs: number,
    signal?: AbortSignal,
    onProgress?: (progress: unknown) => void,
  ): Promise<unknown>;
  /** Starts a child before the first call, which then does not wait for its modules. */
  warm(): void;
  /** Kills the children; calls still open fail as `closed`. */
  close(): Promise<void>;
};

type ChildCallerOptions = ChildOptions & {
  /** Absolute path of a module that calls `answerCalls`. */
  modulePath: string;
  /** Most children; each does one call at a time, so that a crash costs exactly one call. */
  processes?: number;
  /** Whether a child is replaced after this answer, or after none (undefined). By default every child is kept. */
  isSpent?: (answer: unknown) => boolean;
  toError: ToError;
};

/**
 * Calls functions of another module in child processes, started at the first call, unless it was warmed, and kept. A
 * child that crashes or runs out of time is killed and replaced. Idle children do not keep the parent alive, and leave
 * with it.
 */
export function createChildCaller(options: ChildCallerOptions): ChildCaller {
  const waiting: (() => void)[] = [];
  const children = new Set<Child>();
  const idle = new Set<Child>();
  let isClosed = false;
  const toError: ToError = (failure, message) => options.toError(isClosed ? 'closed' : failure, message);

  const start = () => {
    const child = startChild(options.modulePath, options);
    children.add(child);
    const forget = () => {
      children.delete(child);
      idle.delete(child);
      waiting.shift()?.();
    };
    child.process.once('exit', forget).once('error', forget);
    return child;
  };

  const takeChild = async (): Promise<Child> => {
    for (;;) {
      if (isClosed) throw options.toError('closed', 'the caller is closed');
      const [child] = idle;
      if (child) {
        idle.delete(child);
        return child;
      }
      if (children.size < (options.processes ?? 1)) return start();
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
  };

  return {
    async call(method, params, timeoutMs, signal, onProgress) {
      const child = await takeChild();
      let answer: unknown;
      try {
        answer = await callChild(child, { method, params, timeoutMs, signal, onProgress }, toError);
        return answer;
      } finally {
        if (options.isSpent?.(answer)) {
          // The next call may already wait for its end.
          child.process.ref();
          child.process.kill('SIGKILL');
        }
        // A killed child has not exited yet; it must not be handed to the next call.
        if (children.has(child) && child.process.connected && !child.process.killed) idle.add(child);
        waiting.shift()?.();
      }
    },
    warm() {
      if (!isClosed && children.size === 0) idle.add(start());
    },
    async close() {
      isClosed = true;
      for (const wake of waiting.splice(0)) wake();
      await Promise.all([...children].map(endChild));
    },
  };
}

function endChild({ process }: Child): Promise<void> {
  process.ref();
  return new Promise((resolve) => {
    process.once('exit', () => resolve());
    process.kill('SIGKILL');
  });
}
