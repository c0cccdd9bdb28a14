import type { PackId } from '@atelier/catalog';
import type { CheckoutReply, CreditSummary, PricingReply, PublicPurchase } from '@atelier/contract';
import { request } from './request.ts';

export function fetchPricing(signal?: AbortSignal): Promise<PricingReply> {
  return request('GET /api/pricing', { signal });
}

type CheckoutRequest = { pack: PackId; redirect: string; request_id: string };

/** The address of the page where a pack is paid; the same one for the same `request_id`. */
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
