export { createLog, type Log } from './create-log.ts';
export { isBearer } from './is-bearer.ts';
export { addLogContext, withLogContext, withoutLogContext } from './log-context.ts';
export { type ReadinessParts, readReadiness } from './read-readiness.ts';
export { redactUrl } from './redact.ts';
export { type RunningProcess, runProcess } from './run-process.ts';
