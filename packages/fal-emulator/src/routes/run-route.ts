import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { createJob } from '../job.ts';
import { liveJob } from '../job-life.ts';
import { beginCall } from './begin-call.ts';
import { sendOutcome } from './send-outcome.ts';

/** POST to fal.run: the same model without the queue, answered when it is done. */
export function runRoute(app: FastifyInstance, context: Context): void {
  app.post('/fal.run/*', async (request: FastifyRequest<{ Params: { '*': string } }>, reply) => {
    const endpointId = request.params['*'];
    const job = createJob(endpointId, request.body, undefined);
    const noted = { endpointId, requestId: job.requestId, input: request.body };
    if (!beginCall(context, 'run', request, reply, noted)) return reply;
    if (!job.endpoint) return reply.code(404).send({ detail: `Application '${endpointId}' not found` });
    reply.raw.on('close', () => job.abort.abort(new Error('The client went away')));
    await liveJob(context, job);
    if (!job.outcome)
      return reply.code(499).send({ detail: 'Client disconnected', error_type: 'client_disconnected' });
    return sendOutcome(reply, job.requestId, job.outcome);
  });
}
