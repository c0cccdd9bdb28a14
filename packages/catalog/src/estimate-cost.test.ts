import { expect, it } from 'vitest';
import { estimateCost } from './estimate-cost.ts';
import { getKind } from './index.ts';
import { getProvider } from './server.ts';
import { parsed } from './testing/inputs.ts';

it('a kind that is sold by the rule may cost what the catalog states', () => {
  const kind = getKind('kling-v3-pro-text-to-video');
  const input = parsed(kind, { prompt: 'A boat', duration: 3 });
  const cost = { estimateMicroUsd: 504_000, ruleMicroUsd: 504_000 };
  const { price } = getProvider(kind);
  expect(estimateCost(price, { ...input, generate_audio: true }, 255)).toEqual(cost);
});

it('a kind with a table of prices may cost no more than its credits are worth', () => {
  const { price } = getProvider(getKind('flux-schnell'));
  expect(estimateCost(price, {}, 8)).toEqual({ estimateMicroUsd: 16_000, ruleMicroUsd: 32_000 });
});

it('an input that the kind does not know any more is estimated from its credits', () => {
  const { price } = getProvider(getKind('veo3-1-lite'));
  expect(estimateCost(price, {}, 100)).toEqual({ estimateMicroUsd: 200_000, ruleMicroUsd: 400_000 });
});
