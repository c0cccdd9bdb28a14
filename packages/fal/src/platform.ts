// fal's prices, bills and balance (api.fal.ai/v1). Amounts are decimal texts as fal sends them: they are calculated in
// PostgreSQL, exactly.
import { AppError } from '@atelier/contract';
import * as z from 'zod/mini';
import { type FalOptions, resolveFalUrl } from './connection.ts';

/** Quantity that fal billed, in the unit of the model; absent when the answer does not say. */
export type Billed = { billedUnits?: string };

/** Price of one unit of an endpoint. */
export type FalPrice = { endpoint: string; unit: string; unitPrice: string; currency: string };

/** A bill of one request. fal may send several of the same request. */
export type BillingEvent = {
  requestId: string;
  endpoint: string;
  at: Date;
  units: string;
  unitPrice: string;
  /** Cost after discounts, in `currency`. */
  costTotal: string;
  currency: string;
};

export type PlatformOptions = FalOptions;

/** Most request ids that one call for bills may name. */
export const maxRequestIds = 50;

/**
 * Calls that need a key with access to bills. Each throws AppError provider_unavailable when fal does not answer, or
 * refuses.
 */
export type Platform = {
  readPrices: (endpoints: readonly string[]) => Promise<FalPrice[]>;
  /** Bills of these requests, at most `maxRequestIds`, of the last 30 days. */
  readBills: (requestIds: readonly string[]) => Promise<BillingEvent[]>;
  /** All bills since a time, oldest first as far as fal sorts them, page by page. */
  listBills: (since: Date) => AsyncIterable<readonly BillingEvent[]>;
  /** Reads the credits that are left, in `currency`. */
  readBalance: () => Promise<{ balance: string; currency: string }>;
  /** Deletes what fal stores of a finished request: its input, its output and the files of its output. */
  deletePayloads: (requestId: string) => Promise<'deleted' | 'missing' | 'forbidden'>;
};

const amount = z.pipe(
  z.union([z.number(), z.string()]),
  z.transform((value) => String(value)),
);
const price = z.object({
  endpoint_id: z.string(),
  unit_price: amount,
  unit: z.string(),
  currency: z.string(),
});
const page = { next_cursor: z.nullish(z.string()), has_more: z.nullish(z.boolean()) };
const pricesReply = z.object({ prices: z.array(price) });
const bill = z.object({
  request_id: z.string().check(z.minLength(1), z.maxLength(200)),
  endpoint_id: z.string().check(z.maxLength(300)),
  timestamp: z.string(),
  output_units: amount,
  unit_price: amount,
  cost_total: amount,
  currency: z._default(z.string(), 'USD'),
});
const billsReply = z.object({ billing_events: z.array(bill), ...page });
const balanceReply = z.object({ credits: z.object({ current_balance: amount, currency: z.string() }) });

const pricesPerCall = 50;
const billsPerCall = 1_000;
const monthMs = 30 * 24 * 3_600_000;

/** fal's platform, or a server in its place (`baseUrl`). */
export function createPlatform(options: PlatformOptions): Platform {
  const get = async <T>(path: string, query: [string, string][], reply: z.ZodMiniType<T>): Promise<T> => {
    const answer = await call(options, 'GET', `${path}?${new URLSearchParams(query)}`);
    if (!answer.ok) throw unavailable(`${path} answers ${answer.status}`);
    const parsed = reply.safeParse(await answer.json().catch(() => undefined));
    if (!parsed.success) throw unavailable(`${path} answers in an unknown shape`);
    return parsed.data;
  };
  return {
    async readPrices(endpoints) {
      const prices: FalPrice[] = [];
      for (let from = 0; from < endpoints.length; from += pricesPerCall) {
        const some = endpoints.slice(from, from + pricesPerCall);
        const reply = await get('models/pricing', toQuery('endpoint_id', some), pricesReply);
        prices.push(...reply.prices.map(toPrice));
      }
      return prices;
    },

    async readBills(requestIds) {
      if (requestIds.length === 0) return [];
      const start = new Date(Date.now() - monthMs).toISOString();
      const query = [...toQuery('request_id', requestIds), ['start', start], ['limit', String(billsPerCall)]];
      const reply = await get('models/billing-events', query as [string, string][], billsReply);
      return reply.billing_events.map(toBill);
    },

    async *listBills(since) {
      let cursor: string | null | undefined;
      do {
        const query: [string, string][] = [
          ['start', since.toISOString()],
          ['limit', String(billsPerCall)],
        ];
        if (cursor) query.push(['cursor', cursor]);
        const reply = await get('models/billing-events', query, billsReply);
        yield reply.billing_events.map(toBill);
        cursor = reply.has_more === false ? undefined : reply.next_cursor;
      } while (cursor);
    },

    async readBalance() {
      const { credits } = await get('account/billing', [['expand', 'credits']], balanceReply);
      return { balance: credits.current_balance, currency: credits.currency };
    },

    async deletePayloads(requestId) {
      const path = `models/requests/${encodeURIComponent(requestId)}/payloads`;
      const answer = await call(options, 'DELETE', path, { 'idempotency-key': requestId });
      await answer.body?.cancel();
      if (answer.ok) return 'deleted';
      if (answer.status === 404) return 'missing';
      if (answer.status === 401 || answer.status === 403) return 'forbidden';
      throw unavailable(`${path} answers ${answer.status}`);
    },
  };
}

async function call(
  { key, baseUrl, timeoutMs }: PlatformOptions,
  method: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  try {
    return await fetch(resolveFalUrl(`https://api.fal.ai/v1/${path}`, baseUrl), {
      method,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      headers: { authorization: `Key ${key}`, accept: 'application/json', ...headers },
    });
  } catch (error) {
    throw new AppError('provider_unavailable', { cause: error });
  }
}

function unavailable(message: string): AppError {
  return new AppError('provider_unavailable', { cause: new Error(message) });
}

function toQuery(name: string, values: readonly string[]): [string, string][] {
  return values.map((value) => [name, value]);
}

function toPrice({ endpoint_id, unit, unit_price, currency }: z.infer<typeof price>): FalPrice {
  return { endpoint: endpoint_id, unit, unitPrice: unit_price, currency };
}

function toBill(event: z.infer<typeof bill>): BillingEvent {
  return {
    requestId: event.request_id,
    endpoint: event.endpoint_id,
    at: new Date(event.timestamp),
    units: event.output_units,
    unitPrice: event.unit_price,
    costTotal: event.cost_total,
    currency: event.currency,
  };
}

const decimal = /^\d{1,12}(\.\d{1,12})?$/;

/** Reads the billed units of a result from the headers of its answer. */
export function readBilledUnits(headers: Headers): Billed {
  const units = headers.get('x-fal-billable-units')?.trim() ?? '';
  return decimal.test(units) ? { billedUnits: units } : {};
}
