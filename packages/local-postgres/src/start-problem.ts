/**
 * Something outside the program keeps the local stack from starting. The message is one or two plain sentences
 * that say what to do; it is printed without a stack trace. (`AppError` is for answers to the product's users;
 * nobody but the user at the terminal sees this one.)
 */
export class StartProblem extends Error {
  override name = 'StartProblem';
}

/** The `code` of a Node system error (`EACCES`, `ENOENT`, ...), or undefined for any other thrown value. */
export function systemErrorCode(error: unknown): string | undefined {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  return undefined;
}
