import { getKind, kinds, packs } from '@atelier/catalog';
import type { PricingReply } from '@atelier/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../../testing/start-test-api.ts';

const api = await startTestApi();
afterAll(() => api.close());

describe('the price list', () => {
  it('is public and covers every kind and pack', async () => {
    const reply = await api.browser().get('/api/pricing');
    expect(reply.status).toBe(200);
    const pricing = reply.body as PricingReply;
    expect(pricing.kinds.map(({ id }) => id)).toEqual(kinds.map(({ id }) => id));
    expect(pricing.packs.map(({ id }) => id)).toEqual(packs.map(({ id }) => id));
    expect(pricing.checkout).toBe('none');
    expect(pricing.refund_rules.length).toBeGreaterThan(0);
  });

  it('computes what a pack buys from the prices that are charged', async () => {
    const { packs: listed, kinds: priced } = (await api.browser().get('/api/pricing')).body as PricingReply;
    for (const pack of listed) {
      expect(pack.buys).toHaveLength(priced.length);
      for (const [index, buys] of pack.buys.entries()) {
        const { price, fields } = getKind(buys.kind);
        const defaults = Object.fromEntries(
          Object.entries(fields).map(([name, field]) => [name, field.default]),
        );
        const { settings } = priced[index]?.usual ?? {};
        const { costCredits } = price({ ...defaults, ...settings });
        expect(buys.usual_count).toBe(Math.floor(pack.credits / costCredits));
        expect(buys.lowest_count).toBeGreaterThanOrEqual(buys.usual_count);
      }
    }
  });
});
