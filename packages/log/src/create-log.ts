import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino';
import { redactLine } from './redact.ts';

export type Log = Logger;

/** JSON lines on standard output, without secrets. `service` names the process. */
export function createLog(options: { service: string; level: string }, destination?: DestinationStream): Log {
  return pino(
    {
      level: options.level,
      base: { service: options.service, pid: process.pid },
      timestamp: stdTimeFunctions.isoTime,
      // The line and not its fields: pino's own redaction knows only given paths, and nothing of texts.
      hooks: { streamWrite: redactLine },
    },
    destination ?? pino.destination(1),
  );
}
