// The account at fal: what each finished request was billed, the prices, and the balance.
import { findRate } from './rates.ts';

/** One row of `models/billing-events`. */
export type BillingEvent = {
  request_id: string;
  endpoint_id: string;
  timestamp: string;
  output_units: number;
  unit_price: number;
  /** Cost after discounts. */
  cost_total: number;
  cost_estimate_nano_usd: number;
  currency: 'USD';
};

export type UnknownBill = { requestId: string; endpointId: string; units?: number };

export type BillBook = {
  /** Books a request that has ended. */
  bill(request: { requestId: string; endpointId: string; units: number }): void;
  events(): readonly BillingEvent[];
  findPriceUsd(endpointId: string): number;
  /** Multiplies the price of an endpoint, or of all, from now on: 1.1 is 10 % more. */
  raisePrice(raise: { endpointId?: string; factor: number }): void;
  /** Share that is taken off all bills from now on: 0.2 is 20 % less. */
  setDiscount(share: number): void;
  /** Removes the bill of a request from what fal reports. */
  dropBill(requestId: string): void;
  /** Adds the bill of a request that was not made with this account's knowledge. */
  addBill(bill: UnknownBill): void;
  readBalanceUsd(): number;
  setBalance(usd: number): void;
  reset(): void;
};

const startBalanceUsd = 100;
/** Most bills that are kept. */
const maxEvents = 50_000;

export function createBillBook(): BillBook {
  const factors = new Map<string, number>();
  let events: BillingEvent[] = [];
  let discount = 0;
  let balanceUsd = startBalanceUsd;
  const findPriceUsd = (endpointId: string) => {
    const factor = (factors.get(endpointId) ?? 1) * (factors.get('') ?? 1);
    return roundTo(findRate(endpointId).unitPriceUsd * factor, 9);
  };
  const bill: BillBook['bill'] = ({ requestId, endpointId, units }) => {
    const price = findPriceUsd(endpointId);
    const full = units * price;
    const cost = roundTo(full * (1 - discount), 9);
    balanceUsd = roundTo(balanceUsd - cost, 9);
    events.push({
      request_id: requestId,
      endpoint_id: endpointId,
      timestamp: new Date().toISOString(),
      output_units: units,
      unit_price: price,
      cost_total: cost,
      cost_estimate_nano_usd: Math.round(full * 1e9),
      currency: 'USD',
    });
    if (events.length > maxEvents * 1.2) events = events.slice(-maxEvents);
  };
  return {
    bill,
    findPriceUsd,
    events: () => events,
    raisePrice: ({ endpointId = '', factor }) =>
      void factors.set(endpointId, (factors.get(endpointId) ?? 1) * factor),
    setDiscount(share) {
      discount = share;
    },
    dropBill(requestId) {
      events = events.filter((event) => event.request_id !== requestId);
    },
    addBill: ({ requestId, endpointId, units = 1 }) => bill({ requestId, endpointId, units }),
    readBalanceUsd: () => balanceUsd,
    setBalance(usd) {
      balanceUsd = usd;
    },
    reset() {
      factors.clear();
      events = [];
      discount = 0;
      balanceUsd = startBalanceUsd;
    },
  };
}

/** Quantities as fal sends them: decimals without the noise of floating point. */
export function roundTo(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}
