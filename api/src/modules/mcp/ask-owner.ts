// Approvals over the protocol: a creation call that its key's owner has to approve leads the user of the host to the page on
// which the owner answers, by an elicitation in URL mode, where the host has declared that it opens pages. An answer of the
// host is no approval: it only says that its user was willing to open the page.
import { randomUUID } from 'node:crypto';
import { findOpenSeconds } from '@atelier/db';
import {
  type ClientCapabilities,
  CLIENT_CAPABILITIES_META_KEY as capabilitiesKey,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  isInitializeRequest,
  type ServerContext,
  UrlElicitationRequiredError,
} from '@modelcontextprotocol/server';
import type { FastifyRequest } from 'fastify';
import type { RouteDeps } from '../../api.ts';
import { signedIn } from '../auth/session.ts';
import type { ApiCall, ApiReply, CallApi } from './call-api.ts';

export type AskDeps = Pick<RouteDeps, 'db' | 'realtime'> & {
  env: Pick<RouteDeps['env'], 'RUN_WAIT_SECONDS'>;
};

/** Makes a creation call. Resolves to its reply, or to what the host's user has to do before it is repeated. */
export type Create = (call: ApiCall) => Promise<ApiReply | InputRequiredResult>;

/** Hosts give up a call after a minute. */
const maxWaitSeconds = 45;
const opensPages = '.opens-pages';

/**
 * An id for hosts of revision 2025-11-25 that open pages, which they declare in their first request only: it has all that
 * is kept of it, so that any process can answer the next one. Undefined for other requests.
 */
export function startSession(body: unknown): string | undefined {
  const isHost = isInitializeRequest(body) && hasPages(body.params.capabilities);
  return isHost ? `${randomUUID()}${opensPages}` : undefined;
}

/** Gives creation calls of one tool call their way to the owner of its key. */
export function createAsking(
  deps: AskDeps,
  request: FastifyRequest,
  callApi: CallApi,
  { mcpReq, http }: ServerContext,
): Create {
  const { envelope, inputResponses, signal } = mcpReq;
  const declared = (envelope as Record<string, ClientCapabilities> | undefined)?.[capabilitiesKey];
  return async (call) => {
    const created = await callApi(call);
    const asked = readAsked(created);
    if (!asked) return created;
    const { id, page } = asked;
    if (!envelope && http?.req?.headers.get('mcp-session-id')?.endsWith(opensPages))
      throw new UrlElicitationRequiredError([{ mode: 'url', elicitationId: id, ...page }], page.message);
    if (!hasPages(declared)) return created;
    const answer = inputResponse(inputResponses, id);
    if (answer.kind !== 'elicit')
      return inputRequired({ inputRequests: { [id]: inputRequired.elicitUrl(page) } });
    if (answer.action !== 'accept') return created;
    const waitMs = 1_000 * Math.min(maxWaitSeconds, deps.env.RUN_WAIT_SECONDS);
    await waitForAnswer(deps, { userId: signedIn(request).userId, id, waitMs, signal });
    return signal.aborted ? created : callApi(call);
  };
}

const hasPages = (capabilities: ClientCapabilities | undefined) =>
  capabilities?.elicitation?.url !== undefined;

type Asked = { id: string; page: { url: string; message: string } };

/** The page of a refusal whose request is open; undefined for other replies. */
function readAsked({ body }: ApiReply): Asked | undefined {
  const { approval, cost } = body as { approval?: { id: string; url?: string }; cost?: number };
  if (!approval?.url) return undefined;
  const message = `This costs ${cost} credits, which the owner of the API key has to approve.`;
  return { id: approval.id, page: { url: approval.url, message } };
}

type Waiting = { userId: string; id: string; waitMs: number; signal: AbortSignal };

/** Resolves when the request is no longer open, the time is over or the signal aborts. */
async function waitForAnswer(
  { db, realtime }: AskDeps,
  { userId, id, waitMs, signal }: Waiting,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const end = () => resolve();
  const read = () => {
    findOpenSeconds(db.pool, id).then((left) => left === undefined && end(), reject);
  };
  const stop = realtime.onUserMessage(userId, read);
  const timer = setTimeout(end, waitMs);
  signal.addEventListener('abort', end, { once: true });
  // It may have been answered before the events were listened for.
  read();
  try {
    await promise;
  } finally {
    stop();
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
  }
}
