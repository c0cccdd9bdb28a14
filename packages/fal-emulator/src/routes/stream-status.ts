import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import type { Job } from '../job.ts';
import { logLines, statusBody } from '../status-body.ts';

/** How often logs and queue position are checked between two phases. */
const pollMs = 250;

/** Sends one status object per event until the job ends; each contains only the new log lines. */
export async function streamStatus(
  context: Context,
  job: Job,
  request: FastifyRequest<{ Querystring: { logs?: string } }>,
  reply: FastifyReply,
): Promise<void> {
  const isAsked = request.query.logs === '1';
  const gone = new AbortController();
  reply.hijack();
  reply.raw.on('close', () => gone.abort());
  reply.raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  const signal = AbortSignal.any([gone.signal, context.closing.signal]);
  let sentLines = 0;
  let lastEvent = '';
  while (!signal.aborted) {
    if (context.sickness.outage !== undefined) {
      reply.raw.destroy();
      return;
    }
    const body = statusBody(context, job, { isAsked, fromLine: sentLines });
    if (isAsked) sentLines = Math.max(sentLines, logLines(job).length);
    const event = JSON.stringify(body);
    if (event !== lastEvent) reply.raw.write(`data: ${event}\n\n`);
    lastEvent = event;
    if (body.status === 'COMPLETED') break;
    await nextPoll(context, job, signal);
  }
  reply.raw.end();
}

/** Waits for the next phase or the poll interval, whichever comes first. */
async function nextPoll({ changes }: Context, { requestId }: Job, signal: AbortSignal): Promise<void> {
  const done = new AbortController();
  const either = AbortSignal.any([done.signal, signal]);
  const moment = wait(pollMs, undefined, { signal: either });
  const change = once(changes, requestId, { signal: either });
  // The loser of the race is aborted and therefore rejects.
  await Promise.race([moment, change]).catch(() => undefined);
  done.abort();
  await Promise.allSettled([moment, change]);
}
