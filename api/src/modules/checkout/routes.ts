import { checkoutBody, checkoutReply, idParams, purchaseReply } from '@atelier/contract';
import { getOwnPurchase } from '@atelier/db';
import type { Api, RouteDeps } from '../../api.ts';
import { checkoutLimit } from '../../plugins/rate-limit.ts';
import { refuseLocked } from '../auth/guards.ts';
import { signedIn } from '../auth/session.ts';
import { presentPurchase } from './present-purchase.ts';
import { startCheckout } from './start-checkout.ts';

export function checkoutRoutes(api: Api, deps: RouteDeps): void {
  const tags = ['credits'];

  api.post(
    '/api/checkout',
    {
      ...checkoutLimit(deps.env),
      // Credits that the account could not spend.
      onRequest: refuseLocked,
      schema: {
        tags,
        summary: 'Start buying a pack; returns the URL of the payment page',
        body: checkoutBody,
        response: { 200: checkoutReply },
      },
    },
    async (request) => {
      const { userId, email } = signedIn(request);
      const { pack, redirect, request_id: requestId } = request.body;
      return startCheckout(deps, { buyer: { userId, email }, packId: pack, redirect, requestId });
    },
  );

  api.get(
    '/api/purchases/:id',
    {
      config: { isFollowing: true },
      schema: { tags, summary: 'Get a purchase', params: idParams, response: { 200: purchaseReply } },
    },
    async (request) => {
      const row = await getOwnPurchase(deps.db, request.params.id, signedIn(request).userId);
      return { purchase: presentPurchase(row) };
    },
  );
}
