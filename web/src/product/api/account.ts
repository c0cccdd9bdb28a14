import type { PackId } from '@atelier/catalog';
import type { CheckoutReply, CreditSummary, PricingReply, PublicPurchase, UserInfo } from '@atelier/contract';
import { ApiError } from '#lib/api/api-error.ts';
import { request } from '#lib/api/request.ts';
import { currentPath } from '#lib/navigation/own-path.ts';

/** The signed-in user, `null` when signed out. */
export async function fetchUserInfo(): Promise<UserInfo | null> {
  try {
    return await request('GET /api/user/info');
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

export async function signOut(options: { everywhere: boolean }): Promise<void> {
  await request('POST /api/auth/logout', { body: options });
}

/** Goes to the sign-in page, which returns to `returnPath`. `isAgain`: the provider must ask also a known user. */
export function leaveForSignIn(returnPath = currentPath(), { isAgain = false } = {}): void {
  const query = new URLSearchParams({ redirect: returnPath, ...(isAgain && { again: 'true' }) });
  window.location.assign(`/api/auth/login?${query}`);
}

/** Answers a notice in all of the user's browsers. */
export async function acknowledgeNotice(id: string): Promise<void> {
  await request('POST /api/user/notices/{id}/acknowledge', { params: { id } });
}

export function fetchPricing(signal?: AbortSignal): Promise<PricingReply> {
  return request('GET /api/pricing', { signal });
}

type CheckoutRequest = { pack: PackId; redirect: string; request_id: string };

/** Resolves to the address of the checkout page. Idempotent by `request_id`. */
export function startCheckout(body: CheckoutRequest): Promise<CheckoutReply> {
  return request('POST /api/checkout', { body });
}

export async function fetchPurchase(id: string, signal?: AbortSignal): Promise<PublicPurchase> {
  const { purchase } = await request('GET /api/purchases/{id}', { params: { id }, signal });
  return purchase;
}

export function fetchCreditSummary(signal?: AbortSignal): Promise<CreditSummary> {
  return request('GET /api/credits/summary', { signal });
}
