import type { Context } from './context.ts';
import type { Job } from './job.ts';

export type LogLine = { message: string; timestamp: string; level: 'INFO' | 'ERROR'; source: 'USER' };

/** The status of a request, with its log lines from `fromLine` on when they were requested. */
export function statusBody(context: Context, job: Job, logs: { isAsked: boolean; fromLine?: number }) {
  const base = { request_id: job.requestId, ...requestUrls(context, job) };
  if (job.phase === 'IN_QUEUE')
    return { status: job.phase, ...base, queue_position: findPosition(context, job) };
  const lines = logs.isAsked ? logLines(job).slice(logs.fromLine ?? 0) : null;
  if (job.phase === 'IN_PROGRESS') return { status: job.phase, ...base, logs: lines };
  const inferenceSeconds =
    job.startedAtMs && job.finishedAtMs ? (job.finishedAtMs - job.startedAtMs) / 1000 : null;
  return {
    status: job.phase,
    ...base,
    logs: lines,
    metrics: { inference_time: inferenceSeconds },
    ...readError(job),
  };
}

/** The short form: fal drops what follows `owner/app` in the endpoint id. */
export function requestUrls(context: Context, job: Job) {
  const url = `${context.baseUrl()}/queue.fal.run/${job.app}/requests/${job.requestId}`;
  return { response_url: url, status_url: `${url}/status`, cancel_url: `${url}/cancel` };
}

/**
 * How many requests are ahead. The wait for other customers is simulated and counts down over the time in the queue;
 * the wait for a free runner is real.
 */
export function findPosition({ slots }: Context, job: Job): number {
  if (job.scenarios.has('stuck')) return job.firstPosition;
  if (job.ticket !== undefined) return slots.ahead(job.ticket);
  const waitedMs = Date.now() - job.submittedAtMs;
  const left = job.queueMs > 0 ? 1 - waitedMs / job.queueMs : 1;
  return Math.max(0, Math.min(job.firstPosition, Math.ceil(left * (job.firstPosition + 1)) - 1));
}

/** The job's log so far, computed from the clock so that a waiting job costs nothing. */
export function logLines(job: Job): LogLine[] {
  if (job.startedAtMs === undefined) return [];
  const startedAtMs = job.startedAtMs;
  const endedAtMs = job.finishedAtMs ?? Date.now();
  const isDone = job.phase === 'COMPLETED';
  const spanMs = Math.max(1, isDone ? endedAtMs - startedAtMs : job.runMs);
  // The last step is logged only when the job ends, however long it is held.
  const progress = isDone ? 1 : Math.min(0.99, (endedAtMs - startedAtMs) / spanMs);
  const line = (message: string, share: number, level: LogLine['level'] = 'INFO'): LogLine => ({
    message,
    timestamp: new Date(startedAtMs + Math.round(spanMs * share)).toISOString(),
    level,
    source: 'USER',
  });
  const lines = [line('Loading the model', 0)];
  const isFailed = isDone && (job.outcome?.status ?? 0) >= 400;
  const stepsDone = isFailed ? 0 : Math.floor(job.stepCount * progress);
  for (let step = 1; step <= stepsDone; step += 1) {
    const share = step / job.stepCount;
    lines.push(line(`Step ${step}/${job.stepCount} (${Math.round(share * 100)}%)`, share));
  }
  if (isDone) lines.push(isFailed ? line(errorText(job), 1, 'ERROR') : line('Uploading the result', 1));
  return lines;
}

function readError(job: Job): { error?: string; error_type?: string } {
  if ((job.outcome?.status ?? 200) < 400) return {};
  return { error: errorText(job), error_type: job.outcome?.errorType };
}

function errorText({ outcome }: Job): string {
  const detail = (outcome?.body as { detail?: unknown } | undefined)?.detail;
  if (typeof detail === 'string') return detail;
  const first = Array.isArray(detail) ? (detail[0] as { msg?: unknown } | undefined) : undefined;
  return typeof first?.msg === 'string' ? first.msg : `Invalid status code: ${outcome?.status}`;
}
