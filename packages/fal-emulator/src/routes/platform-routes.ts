import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { BillingEvent } from '../billing/bill-book.ts';
import { findRate, hasRate } from '../billing/rates.ts';
import type { Context } from '../context.ts';
import { beginCall } from './begin-call.ts';

const prefix = '/api.fal.ai/v1';
const maxRequestIds = 50;
const maxEvents = 1_000;
const dayMs = 24 * 60 * 60 * 1000;

type Many = string | string[] | undefined;
type Query = {
  endpoint_id?: Many;
  request_id?: Many;
  start?: string;
  end?: string;
  limit?: string;
  cursor?: string;
  expand?: Many;
};
type Request = FastifyRequest<{ Querystring: Query }>;

const list = (value: Many): string[] => (value === undefined ? [] : [value].flat());

/**
 * fal's platform calls about prices and bills. Prices need any key; the rest one that begins with `billing` or `admin`,
 * and the deletion one that begins with `admin`.
 */
export function platformRoutes(app: FastifyInstance, context: Context): void {
  const begin = (request: FastifyRequest, reply: FastifyReply, keys?: readonly string[]) => {
    if (!beginCall(context, 'platform', request, reply)) return false;
    const key = /^Key (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if (!keys || keys.some((name) => key.startsWith(name))) return true;
    reply.code(403).send({ error: { type: 'authorization_error', message: 'The key lacks the scope' } });
    return false;
  };
  const forBills = ['billing', 'admin'];

  app.get(`${prefix}/models/pricing`, async (request: Request, reply) => {
    if (!begin(request, reply)) return reply;
    const prices = list(request.query.endpoint_id)
      .filter(hasRate)
      .map((endpointId) => ({
        endpoint_id: endpointId,
        unit_price: context.bills.findPriceUsd(endpointId),
        unit: findRate(endpointId).unit,
        currency: 'USD',
      }));
    return { prices, next_cursor: null, has_more: false };
  });
  app.get(`${prefix}/models/billing-events`, async (request: Request, reply) =>
    begin(request, reply, forBills) ? readEvents(context, request, reply) : reply,
  );
  app.get(`${prefix}/models/usage`, async (request: Request, reply) =>
    begin(request, reply, forBills) ? { summary: sumUsage(selectEvents(context, request.query)) } : reply,
  );
  app.get(`${prefix}/account/billing`, async (request: Request, reply) => {
    if (!begin(request, reply, forBills)) return reply;
    const credits = { current_balance: context.bills.readBalanceUsd(), currency: 'USD' };
    const username = context.webhookUserId;
    return list(request.query.expand).includes('credits') ? { username, credits } : { username };
  });
  app.delete(
    `${prefix}/models/requests/:requestId/payloads`,
    async (request: FastifyRequest<{ Params: { requestId: string } }>, reply) =>
      begin(request, reply, ['admin']) ? deletePayloads(context, request.params.requestId, reply) : reply,
  );
}

function readEvents(context: Context, { query }: Request, reply: FastifyReply) {
  if (list(query.request_id).length > maxRequestIds) {
    const message = `At most ${maxRequestIds} values of request_id`;
    return reply.code(422).send({ error: { type: 'validation_error', message } });
  }
  const found = selectEvents(context, query);
  const from = Number(query.cursor ?? 0);
  const until = from + Math.min(maxEvents, Number(query.limit ?? maxEvents));
  const hasMore = until < found.length;
  return {
    billing_events: found.slice(from, until),
    next_cursor: hasMore ? String(until) : null,
    has_more: hasMore,
  };
}

function selectEvents({ bills }: Context, query: Query): BillingEvent[] {
  const requestIds = list(query.request_id);
  const endpointIds = list(query.endpoint_id);
  const startMs = query.start ? Date.parse(query.start) : Date.now() - dayMs;
  const endMs = query.end ? Date.parse(query.end) : Number.POSITIVE_INFINITY;
  return bills.events().filter(({ request_id, endpoint_id, timestamp }) => {
    const atMs = Date.parse(timestamp);
    if (requestIds.length > 0 && !requestIds.includes(request_id)) return false;
    if (endpointIds.length > 0 && !endpointIds.includes(endpoint_id)) return false;
    return atMs >= startMs && atMs < endMs;
  });
}

function sumUsage(events: readonly BillingEvent[]) {
  const groups = Map.groupBy(events, ({ endpoint_id, unit_price }) => `${endpoint_id} ${unit_price}`);
  return [...groups.values()].map((group) => {
    const [first] = group as [BillingEvent];
    const sum = (name: 'output_units' | 'cost_total') => group.reduce((all, event) => all + event[name], 0);
    return {
      endpoint_id: first.endpoint_id,
      unit: findRate(first.endpoint_id).unit,
      quantity: sum('output_units'),
      unit_price: first.unit_price,
      cost: sum('cost_total'),
      currency: 'USD',
    };
  });
}

/**
 * Forgets what was sent and answered. Files stay on the disk, because equal ones are shared by several jobs; their
 * addresses are answered as deleted.
 */
function deletePayloads(context: Context, requestId: string, reply: FastifyReply) {
  const job = context.jobs.get(requestId);
  if (!job?.outcome)
    return reply.code(404).send({ error: { type: 'not_found', message: 'No such request' } });
  const links = [...JSON.stringify(job.outcome.body).matchAll(/"url":"([^"]+)"/g)].map(([, link]) => link);
  context.jobs.delete(requestId);
  context.deletedPayloads.push(requestId);
  return { cdn_delete_results: links.map((link) => ({ link, exception: null })) };
}
