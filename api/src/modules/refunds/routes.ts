import { refundCreditsBody, refundCreditsReply } from '@atelier/contract';
import type { Api, RouteDeps } from '../../api.ts';
import { refundLimit } from '../../plugins/rate-limit.ts';
import { signedIn } from '../auth/session.ts';
import { refundCredits } from './refund-credits.ts';

export function refundRoutes(api: Api, deps: RouteDeps): void {
  api.post(
    '/api/wan/refundCredits',
    {
      config: { ...refundLimit(deps.env).config, keyScopes: ['generate'] },
      schema: {
        tags: ['credits'],
        summary: 'Refund the charge of a failed generation',
        body: refundCreditsBody,
        response: { 200: refundCreditsReply },
      },
    },
    async (request) => {
      const { request_id: requestId, reason } = request.body;
      return refundCredits(deps, signedIn(request).userId, { requestId, reason });
    },
  );
}
