import { randomUUID } from 'node:crypto';
import { AppError } from '@atelier/contract';
import { redactUrl } from '@atelier/log';
import { isSocketUpgrade, type Realtime } from '@atelier/realtime';
import cookie from '@fastify/cookie';
import { type FastifyBaseLogger, fastify, LogController } from 'fastify';
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Api, RouteDeps } from './api.ts';
import type { ApiDeps } from './deps.ts';
import { adminRoutes } from './modules/admin/routes.ts';
import { apiKeyRoutes } from './modules/api-keys/routes.ts';
import { approvalRoutes } from './modules/approvals/routes.ts';
import { audioRoutes } from './modules/audio/routes.ts';
import { attachSockets } from './modules/auth/attach-sockets.ts';
import {
  acceptClosedAccounts,
  acceptKeys,
  checkOrigin,
  requireAdmin,
  requireSession,
} from './modules/auth/guards.ts';
import { authRoutes } from './modules/auth/routes.ts';
import { securityEventRoutes } from './modules/auth/security-event-routes.ts';
import { addSession } from './modules/auth/session.ts';
import { sessionRoutes } from './modules/auth/session-routes.ts';
import { signOutRoutes } from './modules/auth/sign-out-routes.ts';
import { batchRoutes } from './modules/batches/routes.ts';
import { checkoutRoutes } from './modules/checkout/routes.ts';
import { checkoutWebhookRoutes } from './modules/checkout/webhook-routes.ts';
import { adminCheckpointRoutes, checkpointRoutes } from './modules/checkpoints/routes.ts';
import { closingRoutes } from './modules/closing/routes.ts';
import { erasureStatementRoutes } from './modules/closing/statement-routes.ts';
import { creditRoutes } from './modules/credits/routes.ts';
import { cutRoutes } from './modules/cuts/routes.ts';
import { doubtRoutes } from './modules/doubts/routes.ts';
import { captionedVideoRoutes } from './modules/downloads/captioned-video.ts';
import { exportedVideoRoutes } from './modules/downloads/exported-video.ts';
import { soundedVideoRoutes } from './modules/downloads/sounded-video.ts';
import { filmExportRoutes } from './modules/films/export/export-route.ts';
import { filmRoutes } from './modules/films/routes.ts';
import { acceptBodilessDeletes } from './modules/generations/bodiless-deletes.ts';
import { generationRoutes } from './modules/generations/routes.ts';
import { imageRoutes } from './modules/images/routes.ts';
import { adminKindRoutes, kindClosureRoutes } from './modules/kinds/routes.ts';
import { findFileRoutes } from './modules/library/find-file.ts';
import { libraryRoutes } from './modules/library/routes.ts';
import { lineRoutes } from './modules/line/routes.ts';
import { lineageRoutes } from './modules/lineage/routes.ts';
import { mediaRoutes } from './modules/media/routes.ts';
import { modelStatusRoutes } from './modules/model-status/routes.ts';
import { oauthRoutes } from './modules/oauth/routes.ts';
import { opsRoutes } from './modules/ops/routes.ts';
import { pricingRoutes } from './modules/pricing/routes.ts';
import { programRoutes } from './modules/programs/routes.ts';
import { projectRoutes } from './modules/projects/routes.ts';
import { pushRoutes } from './modules/push/routes.ts';
import { quoteRoutes } from './modules/quotes/routes.ts';
import { refundRoutes } from './modules/refunds/routes.ts';
import { adminReportRoutes } from './modules/reports/admin-routes.ts';
import { reportPageRoutes } from './modules/reports/page-routes.ts';
import { oembedRoutes } from './modules/shares/oembed.ts';
import { sharedPageRoutes } from './modules/shares/page-routes.ts';
import { shareRoutes } from './modules/shares/routes.ts';
import { siteRoutes } from './modules/site/routes.ts';
import { standInRoutes } from './modules/stand-in/routes.ts';
import { takeOutRoutes } from './modules/take-out/routes.ts';
import { captionRoutes, transcriptRoutes } from './modules/transcripts/routes.ts';
import { trashRoutes } from './modules/trash/routes.ts';
import { understandingRoutes } from './modules/understanding/routes.ts';
import { signedPutRoutes, uploadRoutes } from './modules/uploads/routes.ts';
import { settingsRoutes, userRoutes } from './modules/user/routes.ts';
import { videoRoutes } from './modules/video/routes.ts';
import { signingKeyRoutes, webhookDeliveryRoutes } from './modules/webhook-deliveries/routes.ts';
import { webhookRoutes } from './modules/webhooks/routes.ts';
import {
  answerParserError,
  createOpenReplies,
  hasValidHost,
  ignoreExpectations,
  limitConnections,
  requireHost,
} from './plugins/connections.ts';
import { addDrain } from './plugins/drain.ts';
import { addErrors, sendError } from './plugins/errors.ts';
import { createMetrics } from './plugins/metrics.ts';
import { addOpenApi, openApiRoutes } from './plugins/openapi.ts';
import { addRateLimits } from './plugins/rate-limit.ts';
import { readableUrl } from './plugins/readable-url.ts';
import { recordRefusals } from './plugins/record-refusals.ts';
import { addBodyLimits, isArriving } from './plugins/request-bodies.ts';
import { addRequestContext } from './plugins/request-context.ts';
import { addSecurityHeaders } from './plugins/security-headers.ts';
import { replyCompiler } from './plugins/serialize-replies.ts';
import { serveWebApp } from './plugins/web-app.ts';

/** The whole API with its sockets; the caller makes it listen. */
export async function buildApp(deps: ApiDeps): Promise<{ api: Api; realtime: Realtime }> {
  const api = createServer(deps);
  // Comes before every hook that may refuse a request: pages that say so read the language from a cookie.
  await api.register(cookie);
  requireHost(api);
  const realtime = attachSockets(api, deps);
  const metrics = createMetrics({ ...deps, realtime });
  const routeDeps = {
    ...deps,
    realtime,
    metrics,
    onPlaceGiven: metrics.slotFilled,
  };

  metrics.watchRequests(api);
  addErrors(api);
  recordRefusals(api, deps);
  await addSecurityHeaders(api, deps);
  await addRateLimits(api, deps);
  addSession(api, deps);
  await addOpenApi(api, deps);

  await registerEach(api, routeDeps, [
    webhookRoutes,
    checkoutWebhookRoutes,
    openRoutes,
    signInRoutes,
    oauthRoutes,
    openPageRoutes,
    ownRoutes,
    accountRoutes,
    closedAccountRoutes,
    operatorRoutes,
  ]);
  await serveWebApp(api, deps);
  return { api, realtime };
}

type Routes = (api: Api, deps: RouteDeps) => void | Promise<void>;

/** Groups with hooks of their own. */
async function registerEach(api: Api, deps: RouteDeps, groups: readonly Routes[]): Promise<void> {
  for (const routes of groups)
    await api.register(async (group) => routes(group.withTypeProvider<ZodTypeProvider>(), deps));
}

/** Files, and what is the same for everyone. */
async function openRoutes(api: Api, deps: RouteDeps): Promise<void> {
  acceptKeys(api);
  await signedPutRoutes(api, deps);
  mediaRoutes(api, deps);
  acceptClosedAccounts(api);
  pricingRoutes(api, deps);
  modelStatusRoutes(api, deps);
  kindClosureRoutes(api, deps);
  siteRoutes(api, deps);
  openApiRoutes(api);
  signingKeyRoutes(api, deps);
  checkpointRoutes(api, deps);
  await oembedRoutes(api, deps);
}

async function signInRoutes(api: Api, deps: RouteDeps): Promise<void> {
  acceptClosedAccounts(api);
  checkOrigin(api, deps);
  authRoutes(api, deps);
  signOutRoutes(api, deps);
  erasureStatementRoutes(api, deps);
  await opsRoutes(api, deps);
}

/** Pages for everyone who has the address of a shared work. */
function openPageRoutes(api: Api, deps: RouteDeps): Promise<void> {
  return sharedPageRoutes(api, deps, reportPageRoutes);
}

/** A user's own resources: need a session or an API key. */
async function ownRoutes(api: Api, deps: RouteDeps): Promise<void> {
  acceptBodilessDeletes(api);
  acceptKeys(api);
  requireSession(api);
  checkOrigin(api, deps);
  userRoutes(api, deps);
  generationRoutes(api, deps);
  batchRoutes(api, deps);
  quoteRoutes(api, deps);
  lineRoutes(api, deps);
  standInRoutes(api, deps);
  lineageRoutes(api, deps);
  transcriptRoutes(api, deps);
  captionRoutes(api, deps);
  shareRoutes(api, deps);
  soundedVideoRoutes(api, deps);
  captionedVideoRoutes(api, deps);
  exportedVideoRoutes(api, deps);
  videoRoutes(api, deps);
  libraryRoutes(api, deps);
  projectRoutes(api, deps);
  imageRoutes(api, deps);
  understandingRoutes(api, deps);
  audioRoutes(api, deps);
  cutRoutes(api, deps);
  filmExportRoutes(api, deps);
  filmRoutes(api, deps);
  trashRoutes(api, deps);
  findFileRoutes(api, deps);
  refundRoutes(api, deps);
  doubtRoutes(api, deps);
  await uploadRoutes(api, deps);
  await programRoutes(api, deps);
  creditRoutes(api, deps);
  webhookDeliveryRoutes(api, deps);
}

/** Serves browsers only, so that a leaked API key can neither buy credits nor lift a limit. */
function accountRoutes(api: Api, deps: RouteDeps): void {
  requireSession(api);
  checkOrigin(api, deps);
  sessionRoutes(api, deps);
  pushRoutes(api, deps);
  securityEventRoutes(api, deps);
  apiKeyRoutes(api, deps);
  approvalRoutes(api, deps);
  settingsRoutes(api, deps);
  checkoutRoutes(api, deps);
}

function operatorRoutes(api: Api, deps: RouteDeps): void {
  requireAdmin(api);
  checkOrigin(api, deps);
  adminRoutes(api, deps);
  adminCheckpointRoutes(api, deps);
  adminReportRoutes(api, deps);
  adminKindRoutes(api, deps);
}

/** The only routes that the owner of a closed account may call, besides signing in and out. For browsers only. */
function closedAccountRoutes(api: Api, deps: RouteDeps): void {
  acceptClosedAccounts(api);
  requireSession(api);
  checkOrigin(api, deps);
  closingRoutes(api, deps);
  takeOutRoutes(api, deps);
}

function createServer(deps: ApiDeps): Api {
  const { env, log } = deps;
  const deadlineMs = Math.round(env.REQUEST_DEADLINE_SECONDS * 1_000);
  const replies = createOpenReplies();
  const api = fastify({
    loggerInstance: log.child(
      {},
      { serializers: { req: ({ method, url, ip }) => ({ method, url: redactUrl(url), ip }) } },
    ) as FastifyBaseLogger,
    logController: new LogController({
      requestIdLogLabel: 'requestId',
      disableRequestLogging: env.LOG_LEVEL !== 'debug' && env.LOG_LEVEL !== 'trace',
    }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: env.TRUST_PROXY,
    bodyLimit: 1_048_576,
    http: {
      // A form that is filled in by its address has a prompt in it: 5,000 Chinese characters are 45,000 bytes.
      maxHeaderSize: 49_152,
      headersTimeout: deadlineMs,
      connectionsCheckingInterval: Math.min(5_000, deadlineMs),
      shouldUpgradeCallback: (request) => isSocketUpgrade(request) && hasValidHost(request),
      // Node's own refusal has no body.
      requireHostHeader: false,
    },
    // Each body has its own deadline (api/src/plugins/request-bodies.ts); this one is for what no route receives.
    requestTimeout: deadlineMs + env.UPLOAD_DEADLINE_SECONDS * 1_000,
    clientErrorHandler: (error, socket) => answerParserError(error, socket, replies.findFirst(socket)),
    // A page refuses in its own words; what the router refuses is raw JSON.
    rewriteUrl: ({ url = '/' }) => readableUrl(url),
    // Lets requests in flight finish at shutdown; idle keep-alive connections are closed.
    forceCloseConnections: 'idle',
    // Serves requests on connections that are already open during shutdown.
    return503OnClosing: false,
    // Overlong parameters never reach a route or the error handler.
    frameworkErrors(_error, request, reply) {
      // No hook runs for these, so a body has no deadline of its own.
      if (isArriving(request.raw)) reply.header('connection', 'close');
      return sendError(request, reply, new AppError('not_found'));
    },
  }).withTypeProvider<ZodTypeProvider>();
  api.setValidatorCompiler(validatorCompiler);
  api.setSerializerCompiler(replyCompiler);
  // Bodies are JSON; anything else gets 415 and never reaches a handler as a string.
  api.removeContentTypeParser('text/plain');
  replies.watch(api.server);
  limitConnections(api.server, deps);
  ignoreExpectations(api.server);
  addRequestContext(api, deps);
  addDrain(api, deps);
  api.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  addBodyLimits(api, deadlineMs);
  return api;
}
