import type { PublicGeneration } from '@atelier/contract';
import i18next from 'i18next';
import { renderToString } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { beforeAll, expect, it } from 'vitest';
import { sampleGeneration } from '#product/generation/testing/sample-generation.ts';
import { loadKind } from '#product/kinds/kinds.ts';
import { useParameterFacts } from './generation-facts.ts';

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: 'en', resources: {} });
  await loadKind('flux-schnell');
});

function Facts({ generation }: { generation: PublicGeneration }) {
  return useParameterFacts(generation).map(({ label, value }) => `${label}=${value};`);
}

const shown = (seed_used: number | null, seed: number | null) =>
  renderToString(
    <Facts generation={sampleGeneration({ kind: 'flux-schnell', input: { seed }, seed_used })} />,
  );

it('the facts show the seed that the model chose, once', () => {
  expect(shown(815, null)).toContain('details.seedUsed=815;');
  expect(shown(815, 7)).toContain('details.seedUsed=815;');
  expect(shown(0, null)).toContain('details.seedUsed=0;');
  expect(shown(815, 815).match(/815/g)).toHaveLength(1);
  expect(shown(null, 7)).not.toContain('seedUsed');
});
