import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { isAppError } from '@atelier/contract';
import { acceptProviderEvent, type Db, findSubmissionTokenHash } from '@atelier/db';
import { createWebhookKeys, parseWebhook, verifyWebhook } from '@atelier/fal';
import { enqueueStep } from '@atelier/generations';
import type { Producer } from '@atelier/queue';

export type WebhookReceiver = {
  url: string;
  /** Called once the worker exists, whose settings need the URL. */
  connect(deps: { db: Db; producer: Producer }): void;
  close(): Promise<void>;
};

type Fal = { jwksUrl: string; webhookUserId: string };

/**
 * The part of the api that a worker needs: receives fal's webhooks over real sockets, verifies signature and token,
 * stores the answer once and enqueues the finish job.
 */
export async function receiveWebhooks(fal: Fal): Promise<WebhookReceiver> {
  const keys = createWebhookKeys(fal.jwksUrl);
  let deps: { db: Db; producer: Producer } | undefined;

  async function accept(request: IncomingMessage): Promise<number> {
    if (!deps) return 503;
    const body = await buffer(request);
    const { bodySha256, requestId } = await verifyWebhook(
      { headers: request.headers, body, nowMs: Date.now() },
      { keys, userId: fal.webhookUserId },
    );
    const webhook = parseWebhook(body);
    const target = await findTarget(deps.db, request.url ?? '');
    if (!webhook || !target) return 401;
    const hasFailed = webhook.status === 'ERROR';
    const row = await acceptProviderEvent(deps.db.pool, {
      ...target,
      providerRequestId: requestId,
      kind: 'webhook',
      bodySha256,
      result: hasFailed ? null : webhook.payload,
      error: hasFailed ? (webhook.payload ?? { detail: webhook.error ?? null }) : null,
    });
    if (!row) return 200;
    await enqueueStep(deps, 'finish', { generationId: row.id, run: row.watch_run });
    return 200;
  }

  const server = createServer((request, response) => {
    void accept(request)
      .catch((error: unknown) => (isAppError(error) ? error.status : 500))
      .then((status) => response.writeHead(status).end('{}'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connect(given) {
      deps = given;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function findTarget(db: Db, url: string) {
  const query = new URL(url, 'http://localhost').searchParams;
  const [generationId, attempt, token] = ['g', 'a', 't'].map((name) => query.get(name) ?? '');
  const expected = await findSubmissionTokenHash(db.pool, generationId ?? '', Number(attempt));
  const given = createHash('sha256')
    .update(token ?? '')
    .digest();
  if (!expected || !timingSafeEqual(given, expected)) return undefined;
  return { generationId: generationId ?? '', attempt: Number(attempt) };
}
