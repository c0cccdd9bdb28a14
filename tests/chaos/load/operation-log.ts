/** `unknown`: no answer, or one of a server that may have done it nevertheless. */
export type Outcome = 'ok' | 'fail' | 'unknown';

export type Operation = {
  userId: string;
  action: string;
  /** The idempotency key of a submission, the id of what is changed. */
  subject: string;
  invokedAtMs: number;
  endedAtMs: number | undefined;
  outcome: Outcome;
  /** 0 without an answer. */
  status: number;
  code?: string | undefined;
  body?: unknown;
};

export type Reply = { status: number; body: unknown };

/** Every call of every client, from its invocation to its outcome. */
export type OperationLog = {
  all: readonly Operation[];
  /** Logs a call; a call that throws has no answer. */
  run(
    subject: Pick<Operation, 'userId' | 'action' | 'subject'>,
    call: () => Promise<Reply>,
  ): Promise<Operation>;
};

export function createOperationLog(): OperationLog {
  const all: Operation[] = [];
  return {
    all,
    async run(what, call) {
      const operation: Operation = {
        ...what,
        invokedAtMs: Date.now(),
        endedAtMs: undefined,
        outcome: 'unknown',
        status: 0,
      };
      all.push(operation);
      try {
        const { status, body } = await call();
        Object.assign(operation, { status, body, code: readCode(body), outcome: readOutcome(status) });
      } catch (error) {
        operation.code = error instanceof Error ? error.name : String(error);
      }
      operation.endedAtMs = Date.now();
      return operation;
    },
  };
}

function readOutcome(status: number): Outcome {
  if (status < 300) return 'ok';
  return status < 500 ? 'fail' : 'unknown';
}

function readCode(body: unknown): string | undefined {
  const isError = typeof body === 'object' && body !== null && 'code' in body;
  return isError ? String(body.code) : undefined;
}
