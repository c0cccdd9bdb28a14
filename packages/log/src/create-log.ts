import { type DestinationStream, type Logger, pino, stdTimeFunctions, symbols } from 'pino';
import { readLogContext } from './log-context.ts';
import { redactLine } from './redact.ts';

export type Log = Logger;

/** JSON lines on standard output, without secrets. `service` names the process. */
export function createLog(options: { service: string; level: string }, destination?: DestinationStream): Log {
  return pino(
    {
      level: options.level,
      base: { service: options.service, pid: process.pid },
      timestamp: stdTimeFunctions.isoTime,
      mixin: (_fields, _level, logger) => contextFor(logger),
      // The line and not its fields: pino's own redaction knows only given paths, and nothing of texts.
      hooks: { streamWrite: redactLine },
    },
    destination ?? pino.destination(1),
  );
}

/** What the running work says of itself, without what this logger says anyway: a name stands once in a line. */
function contextFor(logger: Logger): Record<string, string | number> {
  const context = readLogContext();
  const own = String((logger as unknown as Record<symbol, unknown>)[symbols.chindingsSym]);
  for (const name of Object.keys(context)) if (own.includes(`"${name}":`)) delete context[name];
  return context;
}
