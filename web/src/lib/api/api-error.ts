import type { ErrorReply } from '@atelier/contract';

export type InputProblem = {
  path: string;
  /** The sentence of the server, for a code that this build does not know. */
  message?: string;
  code?: string;
  params?: Readonly<Record<string, string | number>>;
};

/**
 * A response that is not a success. `code` is the stable error code, a key of the `messages` namespace;
 * `network_error` when there was no response.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly reply: Partial<ErrorReply>;

  constructor(status: number, code: string, reply: Partial<ErrorReply> = {}, cause?: unknown) {
    super(reply.message ?? code, { cause });
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.reply = reply;
  }

  get issues(): readonly InputProblem[] {
    return (this.reply.issues ?? []) as readonly InputProblem[];
  }

  /** A number that the error reply contains, such as `required` and `current`. */
  figure(name: string): number | undefined {
    const value = this.reply[name];
    return typeof value === 'number' ? value : undefined;
  }
}

export function readCode(error: unknown): string {
  return error instanceof ApiError ? error.code : 'internal_error';
}
