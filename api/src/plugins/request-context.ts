import { AsyncLocalStorage } from 'node:async_hooks';
import { withLogContext } from '@atelier/log';
import type { OpenSpan } from '@atelier/telemetry';
import type { FastifyRequest } from 'fastify';
import type { Api } from '../api.ts';
import type { ApiDeps } from '../deps.ts';
import { isFault } from './errors.ts';

type Kept = { span: OpenSpan | undefined; runInContext: (work: () => void) => void };

/** Files, pages and probes are not worth a trace. */
const traced = /^\/api\//;

/** Adds the request's id to its log lines and a span around its work. Must be added before any other hook. */
export function addRequestContext(api: Api, { telemetry }: Pick<ApiDeps, 'telemetry'>): void {
  const kept = new WeakMap<FastifyRequest, Kept>();

  api.addHook('onRequest', (request, _reply, done) => {
    const { method, routeOptions } = request;
    const route = routeOptions.url ?? 'none';
    const attributes = {
      'http.request.method': method,
      'http.route': route,
      'atelier.request_id': request.id,
    };
    const span = traced.test(request.url)
      ? telemetry.open({ name: `${method} ${route}`, kind: 'server', attributes })
      : undefined;
    withLogContext({ requestId: request.id, traceId: span?.traceId }, () => {
      const enter = () => {
        kept.set(request, { span, runInContext: AsyncLocalStorage.snapshot() });
        done();
      };
      if (span) span.run(enter);
      else enter();
    });
  });

  // When the body has been read, callbacks run in the connection's context, which belongs to no request.
  api.addHook('preValidation', (request, _reply, done) => {
    const context = kept.get(request);
    if (context) context.runInContext(done);
    else done();
  });

  api.addHook('onResponse', (request, reply, done) => {
    const span = kept.get(request)?.span;
    span?.set({ 'http.response.status_code': reply.statusCode });
    span?.end(isFault(reply.statusCode) ? { code: String(reply.statusCode) } : undefined);
    done();
  });
}
