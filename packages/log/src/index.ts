export { createLog, type Log } from './create-log.ts';
export { createReadiness, type Readiness, type ReadinessParts } from './create-readiness.ts';
export { isBearer } from './is-bearer.ts';
export { addLogContext, withLogContext, withoutLogContext } from './log-context.ts';
export { redactUrl } from './redact.ts';
export { type RunningProcess, runProcess } from './run-process.ts';
