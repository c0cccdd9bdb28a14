import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { UnknownBill } from '../billing/bill-book.ts';
import type { Fault, Operation } from '../call-log.ts';
import type { EmulatorControl } from '../control.ts';
import type { FileSending } from '../file-sending.ts';
import type { Step } from '../job.ts';
import type { ModelChange } from '../model-documents.ts';
import type { AccountState, Flapping, ModelTrouble, Outage } from '../sickness/sickness.ts';
import type { Hold } from '../step-holds.ts';

type Release = { step?: Step; requestId?: string };
type WithBody<Body> = FastifyRequest<{ Body: Body }>;
type WithId = FastifyRequest<{ Params: { requestId: string } }>;

const done = { ok: true } as const;

/** `EmulatorControl` over HTTP, for tests and benchmarks in another process. */
export function controlRoutes(app: FastifyInstance, control: EmulatorControl): void {
  readingRoutes(app, control);
  billRoutes(app, control);
  app.post('/_control/hold', async (request: WithBody<Hold>) => {
    control.hold(request.body);
    return done;
  });
  app.post('/_control/release', async (request: WithBody<Release | undefined>) => {
    control.release(request.body);
    return done;
  });
  app.post('/_control/speed', async (request: WithBody<{ speed: number }>) => {
    control.setSpeed(request.body.speed);
    return done;
  });
  app.post('/_control/late', async (request: WithBody<{ lateMs?: number }>) => {
    control.setLateMs(request.body.lateMs);
    return done;
  });
  app.post('/_control/faults', async (request: WithBody<Fault>) => {
    control.injectFault(request.body);
    return done;
  });
  app.post('/_control/files', async (request: WithBody<FileSending>) => {
    control.sendFile(request.body);
    return done;
  });
  app.post('/_control/models', async (request: WithBody<ModelChange & { endpointId: string }>) => {
    const { endpointId, ...change } = request.body;
    control.changeModel(endpointId, change);
    return done;
  });
  sicknessRoutes(app, control);
  app.post('/_control/reset', async () => {
    control.reset();
    return done;
  });
  app.post('/_control/webhooks/:requestId/resend', async (request: WithId) => ({
    isAccepted: await control.resendWebhook(request.params.requestId),
  }));
}

type Clearable<Setting> = FastifyRequest<{ Body: Partial<Setting> | undefined }>;

/** A setting that a body leaves out is cleared. */
function sicknessRoutes(app: FastifyInstance, control: EmulatorControl): void {
  app.post('/_control/account', async (request: Clearable<{ state: AccountState }>) => {
    control.setAccount(request.body?.state ?? 'ok');
    return done;
  });
  app.post('/_control/outage', async (request: Clearable<{ outage: Outage }>) => {
    control.setOutage(request.body?.outage);
    return done;
  });
  app.post('/_control/flapping', async (request: FastifyRequest<{ Body: Flapping | undefined }>) => {
    control.setFlapping(request.body);
    return done;
  });
  app.post('/_control/trouble', async (request: WithBody<{ endpointId: string; trouble?: ModelTrouble }>) => {
    control.setModel(request.body.endpointId, request.body.trouble);
    return done;
  });
  app.post(
    '/_control/fallback',
    async (request: WithBody<{ endpointId: string; otherEndpointId?: string }>) => {
      control.setFallback(request.body.endpointId, request.body.otherEndpointId);
      return done;
    },
  );
  app.post('/_control/result-status', async (request: Clearable<{ status: 504 }>) => {
    control.setResultStatus(request.body?.status);
    return done;
  });
  app.post('/_control/clock', async (request: WithBody<{ seconds: number }>) => {
    control.moveClock(request.body.seconds);
    return done;
  });
}

function billRoutes(app: FastifyInstance, { bills }: EmulatorControl): void {
  app.get('/_control/bills', async () => bills.events());
  app.post('/_control/bills', async (request: WithBody<UnknownBill>) => {
    bills.addBill(request.body);
    return done;
  });
  app.delete('/_control/bills/:requestId', async (request: WithId) => {
    bills.dropBill(request.params.requestId);
    return done;
  });
  app.post('/_control/prices', async (request: WithBody<{ endpointId?: string; factor: number }>) => {
    bills.raisePrice(request.body);
    return done;
  });
  app.post('/_control/discount', async (request: WithBody<{ share: number }>) => {
    bills.setDiscount(request.body.share);
    return done;
  });
  app.post('/_control/balance', async (request: WithBody<{ usd: number }>) => {
    bills.setBalance(request.body.usd);
    return done;
  });
}

function readingRoutes(app: FastifyInstance, control: EmulatorControl): void {
  app.get('/_control/requests', async (request: FastifyRequest<{ Querystring: { operation?: Operation } }>) =>
    control.requests(request.query.operation),
  );
  app.get('/_control/counts', async () => control.counts());
  app.get('/_control/jobs', async () => control.jobs());
  app.get('/_control/jobs/:requestId', async (request: WithId, reply) => {
    const job = control.job(request.params.requestId);
    return job ?? reply.code(404).send({ detail: 'Not Found' });
  });
  app.get('/_control/webhooks', async (request: FastifyRequest<{ Querystring: { requestId?: string } }>) =>
    control.webhooks(request.query.requestId),
  );
}
