import { setPriority } from 'node:os';

/** `report` says to the caller how far a long call is, in a form of the method's own. */
export type Report<Progress> = (progress: Progress) => void;

type Handler = (params: never, report: Report<unknown>) => unknown;
type CallMessage = { id: number; method: string; params: unknown };

/**
 * The child's half of `createChildCaller`: answers each call with what its handler returns or throws,
 * and passes on what it reports before.
 * It takes the niceness that its one argument asks for. The child leaves when its parent goes. Terminal signals are
 * ignored: Ctrl-C reaches the whole process group, and a call in flight must not fail because its parent is shutting down
 * in order.
 */
export function answerCalls(handlers: Record<string, Handler>): void {
  const ignore = () => undefined;
  process.on('SIGINT', ignore);
  process.on('SIGTERM', ignore);
  process.on('SIGHUP', ignore);
  process.on('disconnect', () => process.exit(0));
  process.on('message', (message: CallMessage) => void answer(handlers, message));
  const [niceness] = process.argv.slice(2);
  if (niceness !== undefined) setPriority(Number(niceness));
  // Ready: from now on the time of a call counts.
  send({});
}

/** A parent that has just gone takes no answer; `disconnect` ends this process then. */
function send(answer: { id?: number; value?: unknown; error?: string; progress?: unknown }): void {
  process.send?.(answer, undefined, undefined, () => undefined);
}

async function answer(handlers: Record<string, Handler>, { id, method, params }: CallMessage): Promise<void> {
  const handler = handlers[method] as ((params: unknown, report: Report<unknown>) => unknown) | undefined;
  try {
    if (!handler) throw new Error(`No handler for ${method}`);
    send({ id, value: await handler(params, (progress) => send({ id, progress })) });
  } catch (error) {
    send({ id, error: error instanceof Error ? error.message : String(error) });
  }
}
