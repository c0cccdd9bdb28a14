import { type ChildProcess, fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';

/** Why a call did not answer: its handler threw, its time was up, its process died, or it or the caller was ended. */
export type CallFailure = 'threw' | 'timed_out' | 'crashed' | 'aborted' | 'closed';

export type ToError = (failure: CallFailure, message: string) => Error;

/** The first message of a child has no id: it has read its modules and takes calls. One with `progress` is no answer yet. */
type Answer = { id?: number; value?: unknown; error?: string; progress?: unknown };

type Call = {
  method: string;
  params: unknown;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  /** Gets what the method reports before it answers. */
  onProgress?: ((progress: unknown) => void) | undefined;
};

/** A process that takes calls, once it has said that it does. */
export type Child = { process: ChildProcess; isReady: boolean; lastCallId: number };

/** Limit for a child's start on a busy machine, on which the result for a file must not depend. */
const startMs = 60_000;

export type ChildOptions = {
  /** The child's whole environment; the parent's when absent. */
  env?: NodeJS.ProcessEnv | undefined;
  /** How far it gives way to other processes: 10 takes a tenth of a busy core, 19 a sixtieth; the parent's when absent. */
  niceness?: number | undefined;
};

/** Starts a child that neither holds the parent's event loop nor takes over its flags (a test runner's, a debugger's). */
export function startChild(modulePath: string, { env, niceness }: ChildOptions): Child {
  const process = fork(modulePath, niceness === undefined ? [] : [String(niceness)], {
    execArgv: [],
    env,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  // Sets the priority at once: Linux keeps one per thread, and only threads that start afterwards inherit it. The
  // lowest one, on which its start alone took minutes on a busy core, is what the child gives itself once it has
  // started (`answerCalls`).
  if (niceness !== undefined && process.pid !== undefined)
    setPriority(process.pid, Math.min(niceness, constants.priority.PRIORITY_BELOW_NORMAL));
  const child: Child = { process, isReady: false, lastCallId: 0 };
  process.once('message', () => {
    child.isReady = true;
  });
  process.unref();
  process.channel?.unref();
  return child;
}

/** Runs one method in the child and kills the child when it does not answer within `timeoutMs` of being ready for it. */
export function callChild(child: Child, call: Call, toError: ToError): Promise<unknown> {
  child.lastCallId += 1;
  const { process, lastCallId: id } = child;
  return new Promise((resolve, reject) => {
    const settle = (done: () => void) => {
      clearTimeout(timer);
      process.off('message', onMessage).off('exit', onExit).off('error', onError);
      call.signal?.removeEventListener('abort', onAbort);
      done();
    };
    const fail = (failure: CallFailure, message: string) => settle(() => reject(toError(failure, message)));
    const onMessage = (answer: Answer) => {
      if (answer.id === undefined) setTimer(call.timeoutMs);
      if (answer.id !== id) return;
      if (answer.progress !== undefined) call.onProgress?.(answer.progress);
      else if (answer.error === undefined) settle(() => resolve(answer.value));
      else fail('threw', answer.error);
    };
    const onExit = (code: number | null, signal: string | null) =>
      fail('crashed', `the process ended with ${signal ?? `code ${code}`}`);
    const onAbort = () => {
      fail('aborted', 'the call was ended');
      process.kill('SIGKILL');
    };
    const onError = (error: Error) => fail('crashed', error.message);
    // This timer also holds the parent's event loop while a call is open: the channel itself does not.
    let timer: NodeJS.Timeout | undefined;
    const setTimer = (afterMs: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        fail('timed_out', `no answer within ${call.timeoutMs} ms`);
        process.kill('SIGKILL');
      }, afterMs);
    };
    if (call.signal?.aborted) return fail('aborted', 'the call was ended before it began');
    call.signal?.addEventListener('abort', onAbort);
    setTimer(child.isReady ? call.timeoutMs : startMs + call.timeoutMs);
    process.on('message', onMessage).on('exit', onExit).on('error', onError);
    process.send({ id, method: call.method, params: call.params }, (error) => {
      if (error) process.kill('SIGKILL');
    });
  });
}
