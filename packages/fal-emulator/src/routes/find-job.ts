import type { Context } from '../context.ts';
import type { Job } from '../job.ts';

export type RequestPath = { prefix: string; requestId: string; rest: string };

/** Splits `{owner}/{app}[/{more}]/requests/{id}[/{rest}]`. */
export function parseRequestPath(path: string): RequestPath | undefined {
  const match = /^(.+)\/requests\/([^/]+)(?:\/(.*))?$/.exec(path);
  const [, prefix, requestId, rest = ''] = match ?? [];
  return prefix && requestId ? { prefix, requestId, rest } : undefined;
}

/** Both forms of the path lead to a job: `owner/app` alone, and the full endpoint id (fal.md 1.2). */
export function findJob({ jobs }: Context, { prefix, requestId }: RequestPath): Job | undefined {
  const job = jobs.get(requestId);
  return job && (prefix === job.app || prefix === job.endpointId) ? job : undefined;
}
