import { getPack, type PackId } from '@atelier/catalog';
import { AppError, type CheckoutReply, purchaseReturnPath } from '@atelier/contract';
import { markCheckout, openPurchase } from '@atelier/db';
import type { ApiDeps } from '../../deps.ts';
import { safeRedirect } from '../auth/safe-redirect.ts';

type CheckoutDeps = Pick<ApiDeps, 'db' | 'payments'> & { env: { PUBLIC_URL: string } };

type Checkout = {
  buyer: { userId: string; email: string };
  packId: PackId;
  /** Where to return to afterwards; anything but a path of our own becomes "/". */
  redirect: string | undefined;
  requestId: string | undefined;
};

/**
 * Stores the purchase and creates its payment page. Idempotent per request id. Throws unavailable, also when purchases
 * are not set up, and idempotency_mismatch for the same id with another pack.
 */
export async function startCheckout(
  { db, payments, env }: CheckoutDeps,
  { buyer, packId, redirect, requestId }: Checkout,
): Promise<CheckoutReply> {
  if (!payments) throw new AppError('unavailable');
  const pack = getPack(packId);
  const purchase = await openPurchase(db, {
    userId: buyer.userId,
    provider: payments.mode === 'test' ? 'test-checkout' : 'stripe',
    pack: pack.id,
    credits: pack.credits,
    amountMinor: pack.amountMinor,
    currency: pack.currency,
    requestId: requestId ?? null,
  });
  if (purchase.pack !== pack.id) throw new AppError('idempotency_mismatch');
  if (purchase.checkout_url) return { url: purchase.checkout_url, purchase_id: purchase.id };

  const back = new URL(purchaseReturnPath, env.PUBLIC_URL);
  back.searchParams.set('purchase', purchase.id);
  back.searchParams.set('redirect', safeRedirect(redirect ?? '/', new URL(env.PUBLIC_URL).origin));
  const cancelled = new URL(back);
  cancelled.searchParams.set('cancelled', 'true');
  const { sessionId, url } = await payments.createCheckout({
    purchase,
    email: buyer.email,
    label: `Atelier: ${purchase.credits.toLocaleString('en')} credits`,
    successUrl: back.href,
    cancelUrl: cancelled.href,
  });
  await markCheckout(db, { purchaseId: purchase.id, sessionId, url });
  return { url, purchase_id: purchase.id };
}
