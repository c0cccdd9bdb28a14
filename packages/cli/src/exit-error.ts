import { AtelierError } from '@atelier/client';

/** Exit codes of the command, as README.md lists them. */
export const exitCodes = {
  done: 0,
  refused: 1,
  usage: 2,
  price: 3,
  key: 4,
  noResult: 5,
  unreachable: 6,
  interrupted: 130,
} as const;
export type ExitName = keyof typeof exitCodes;

/** Ends the command with a message for the terminal and a code for scripts. */
export class ExitError extends Error {
  readonly exit: ExitName;
  readonly code: string;
  /** Other fields of the document on stdout. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    exit: ExitName,
    code: string,
    message: string,
    details: Readonly<Record<string, unknown>> = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.exit = exit;
    this.code = code;
    this.details = details;
  }
}

export function usageError(message: string): ExitError {
  return new ExitError('usage', 'usage', message);
}

/** Returns how the command ends after this error; errors of programming are thrown on. */
export function toExitError(error: unknown): ExitError {
  if (error instanceof ExitError) return error;
  // The file system refused: a folder that cannot be written to, a full disk.
  if (error instanceof Error && 'syscall' in error)
    return new ExitError('usage', 'file_error', error.message, {}, { cause: error });
  if (!(error instanceof AtelierError)) throw error;
  const { code, issues, details } = error;
  const lines = issues.map(({ path, message }) => `  ${path}: ${message}`);
  const message = [error.message, ...lines].join('\n');
  return new ExitError(readExit(error), code, message, { ...details, issues }, { cause: error });
}

function readExit({ code, status }: AtelierError): ExitName {
  if (status === 401) return 'key';
  if (code === 'connection_failed' || code === 'unexpected_reply') return 'unreachable';
  return code === 'unknown_file_type' ? 'usage' : 'refused';
}
