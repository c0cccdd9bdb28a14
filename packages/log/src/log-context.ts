import { AsyncLocalStorage } from 'node:async_hooks';

/** Fields of every line of one piece of work. Absent values are left out. */
export type LogContext = Readonly<Record<string, string | number | null | undefined>>;

const contexts = new AsyncLocalStorage<Record<string, string | number>>();

/** Runs the work with these fields in each of its lines, beside those of the work around it. */
export function withLogContext<T>(fields: LogContext, work: () => T): T {
  return contexts.run({ ...contexts.getStore(), ...present(fields) }, work);
}

/** Adds fields to the lines of the work that runs now, where it comes to know them. Without effect outside of one. */
export function addLogContext(fields: LogContext): void {
  const context = contexts.getStore();
  if (context) Object.assign(context, present(fields));
}

/** Runs work without a context, because it only happens to begin inside of one and serves others too, such as a connection. */
export function withoutLogContext<T>(work: () => T): T {
  return contexts.run({}, work);
}

/** A new object at each call. */
export function readLogContext(): Record<string, string | number> {
  return { ...contexts.getStore() };
}

function present(fields: LogContext): Record<string, string | number> {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(entries) as Record<string, string | number>;
}
