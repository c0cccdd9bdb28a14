import { kinds, priceOfText, priceRange } from '@atelier/catalog';
import { getProvider } from '@atelier/catalog/server';
import { expect, it } from 'vitest';
import { composeLlmsTxt } from './emit-llms-txt.ts';

const text = composeLlmsTxt();
const lines = text.split('\n');

it('llms.txt has one line for every kind: its name, endpoint, page and prices', () => {
  for (const kind of kinds) {
    const [line = '', ...others] = lines.filter((each) => each.includes(`: \`${kind.id}\`,`));
    expect([kind.id, others]).toEqual([kind.id, []]);
    expect(line).toMatch(/^- \[[^\]]+\]\(\/creator\//);
    expect(line).toContain(`\`${getProvider(kind).endpoint}\``);
    const { lowest, usual } = priceRange(kind);
    const ofText = priceOfText(kind, 1_000);
    const shown = ofText === undefined ? [lowest.costCredits, usual.costCredits] : [ofText];
    for (const credits of shown) expect(line).toContain(` ${credits.toLocaleString('en-US')}`);
  }
});

it('the line of FLUX schnell says what its form shows', () => {
  expect(text).toContain(
    '- [FLUX schnell](/creator/image/text-to-image): `flux-schnell`, `fal-ai/flux/schnell`, from 8 credits, usually 20',
  );
});

it('llms.txt lists every kind below its medium, and how programs reach them', () => {
  const headings = lines.filter((line) => line.startsWith('### '));
  expect(headings.toSorted()).toEqual(['### Audio', '### Image', '### Text', '### Video']);
  for (const fact of [
    '/api/openapi.json',
    '/mcp',
    '/v1/images/generations',
    '/api/quotes',
    '/api/wan/fal/proxy',
    '/developers',
    'Authorization: Key',
  ])
    expect(text).toContain(fact);
  expect(lines.filter((line) => /^- \[.*\]\(\/creator\//.test(line))).toHaveLength(kinds.length);
});
