export { createLog, type Log } from './create-log.ts';
export { redactUrl } from './redact.ts';
export { type RunningProcess, runProcess } from './run-process.ts';
