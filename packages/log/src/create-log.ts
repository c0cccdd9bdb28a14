import { type DestinationStream, type Logger, pino, stdSerializers, stdTimeFunctions } from 'pino';
import { readLogContext } from './log-context.ts';
import { redactLine } from './redact.ts';

export type Log = Logger;

/** JSON lines on standard output, without secrets and without what users wrote. `service` names the process. */
export function createLog(options: { service: string; level: string }, destination?: DestinationStream): Log {
  return pino(
    {
      level: options.level,
      base: { service: options.service, pid: process.pid },
      timestamp: stdTimeFunctions.isoTime,
      serializers: { err: describeError },
      mixin: (_fields, _level, logger) => contextFor(logger),
      // The line and not its fields: pino's own redaction knows only given paths, and nothing of texts.
      hooks: { streamWrite: redactLine },
    },
    destination ?? pino.destination(1),
  );
}

/** Fields in which PostgreSQL quotes a row or a value. */
const quoting = new Set(['detail', 'where']);

/**
 * An error with its simple fields only, such as its code: objects hold whole requests, answers of fal, or the statement
 * that a connection was running when it broke, values included.
 */
function describeError(error: Error): unknown {
  const described: unknown = stdSerializers.err(error);
  if (typeof described !== 'object' || described === null) return described;
  const fields = Object.entries(described).filter(
    ([name, value]) => typeof value !== 'object' && !quoting.has(name),
  );
  return Object.fromEntries(fields);
}

/** Returns the context of the running work without the fields of this logger, so that a line has each name once. */
function contextFor(logger: Logger): Record<string, string | number> {
  const context = readLogContext();
  const names = Object.keys(context);
  if (names.length === 0) return context;
  const own = logger.bindings();
  for (const name of names) if (Object.hasOwn(own, name)) delete context[name];
  return context;
}
