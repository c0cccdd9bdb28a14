/**
 * Something outside the program prevents the local stack from starting. The message says in one or two sentences what to
 * do and is printed in the terminal without a stack trace. (`AppError` is for answers to the product's users.)
 */
export class StartProblem extends Error {
  override name = 'StartProblem';
}

/** The `code` of a Node system error (`EACCES`, `ENOENT`, ...), or undefined for any other thrown value. */
export function systemErrorCode(error: unknown): string | undefined {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  return undefined;
}
