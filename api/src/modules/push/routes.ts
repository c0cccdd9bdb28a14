import { AppError, pushStateReply, pushSubscriptionBody, pushSubscriptionReply } from '@atelier/contract';
import { deletePushSubscription, findPushSubscription, putPushSubscription } from '@atelier/db';
import { isBrowserKey } from '@atelier/push';
import { findRecipientProblem } from '@atelier/storage';
import type { Api, RouteDeps } from '../../api.ts';
import { signedInByCookie } from '../auth/session.ts';

const tags = ['sign-in'];
const path = '/api/user/push-subscription';

/** Notifications in the browser of a session. For browsers only: an API key belongs to no session. */
export function pushRoutes(api: Api, deps: RouteDeps): void {
  const { db, env, pushKeys } = deps;
  api.get(
    path,
    {
      schema: {
        tags,
        summary: 'See whether this browser is notified when a generation ends',
        response: { 200: pushStateReply },
      },
    },
    async (request) => {
      const { publicId } = signedInByCookie(request);
      const [{ publicKey }, row] = await Promise.all([
        pushKeys.read(),
        findPushSubscription(db.pool, publicId),
      ]);
      return {
        application_server_key: publicKey,
        subscription: row ? { endpoint: row.endpoint, language: row.language } : null,
      };
    },
  );

  api.put(
    path,
    {
      schema: {
        tags,
        summary: 'Have this browser notified when a generation ends',
        body: pushSubscriptionBody,
        response: { 200: pushSubscriptionReply },
      },
    },
    async (request) => {
      const { userId, publicId: sessionId } = signedInByCookie(request);
      const { endpoint, keys, application_server_key: applicationKey, language } = request.body;
      // A host name is judged by what it leads to, at each attempt.
      if (findRecipientProblem(endpoint, { trustedHosts: env.WEBHOOK_TRUSTED_HOSTS })) {
        const message = 'Notifications cannot be sent to this address';
        throw new AppError('url_not_allowed', { message });
      }
      if (!isBrowserKey(keys.p256dh)) throw refuse('keys.p256dh', 'Not a public key on P-256');
      if (applicationKey !== (await pushKeys.read()).publicKey)
        throw refuse('application_server_key', 'Not the key of this deployment');
      await putPushSubscription(db, { userId, sessionId, endpoint, ...keys, applicationKey, language });
      return { success: true as const };
    },
  );

  api.delete(
    path,
    {
      schema: {
        tags,
        summary: 'Stop the notifications of this browser',
        response: { 200: pushSubscriptionReply },
      },
    },
    async (request) => {
      await deletePushSubscription(db.pool, signedInByCookie(request).publicId);
      return { success: true as const };
    },
  );
}

function refuse(field: string, message: string): AppError {
  return new AppError('validation_failed', {
    details: { issues: [{ path: field, message, code: 'value_refused' }] },
  });
}
