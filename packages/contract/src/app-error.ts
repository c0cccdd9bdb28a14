import { type AppErrorCode, toErrorCode } from './error-codes.ts';

type AppErrorOptions = {
  /** Replaces the code's sentence where this place has another one. */
  message?: string;
  /** Fields that go out beside `error`, `message` and `code`, such as `required` and `current`. */
  details?: Readonly<Record<string, unknown>>;
  cause?: unknown;
};

/** The one error class. Its code decides the HTTP status, whether a job retries and whether an operator is alerted. */
export class AppError extends Error {
  readonly code: AppErrorCode;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: AppErrorCode, options: AppErrorOptions = {}) {
    super(options.message ?? toErrorCode(code).message, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.details = options.details ?? {};
  }

  get status(): number {
    return toErrorCode(this.code).status;
  }

  get isRetryable(): boolean {
    return toErrorCode(this.code).isRetryable ?? false;
  }
}

export function isAppError(error: unknown): error is AppError {
  return error instanceof AppError;
}

type QueryIssue = { path: string; message: string; code?: string };

/** Refuses a query. Pages have no field to show the issues at, so the sentence itself says what is wrong. */
export function invalidQuery(issues: readonly QueryIssue[]): AppError {
  const message = `The query is not valid: ${issues.map((issue) => issue.message).join('; ')}`;
  return new AppError('invalid_query', { message, details: { issues } });
}
