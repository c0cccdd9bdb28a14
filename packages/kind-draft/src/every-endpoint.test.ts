import { parseSync } from 'oxc-parser';
import { expect, it } from 'vitest';
import type { Plan } from './plan.ts';
import { planKind } from './plan-kind.ts';
import { readPrice } from './plan-price.ts';
import { readTypes } from './read-types.ts';
import { writeEmulatorEndpoint } from './write-emulator.ts';
import { writeKind } from './write-kind.ts';

const types = readTypes();
const plans: Plan[] = [];
const refused: string[] = [];
for (const endpoint of types.endpoints) {
  try {
    plans.push(planKind(types.read(endpoint)));
  } catch (error) {
    refused.push((error as Error).message);
  }
}
const syntaxErrors = (code: string) => parseSync('draft.ts', code).errors;

it('the tool drafts nine of ten endpoints, and reports that the catalog has no medium for the others', () => {
  expect(plans.length / types.endpoints.length).toBeGreaterThan(0.9);
  for (const message of refused) expect(message).toContain('the catalog has video, image, audio and text');
});

it('a draft is code that can be parsed, with the price left open', () => {
  for (const plan of plans) {
    const kind = writeKind(plan);
    expect([plan.endpoint, ...syntaxErrors(kind)]).toEqual([plan.endpoint]);
    expect(kind.match(/PRICE_TO_DECIDE/g)).toHaveLength(1);
    expect([plan.endpoint, ...syntaxErrors(writeEmulatorEndpoint(plan))]).toEqual([plan.endpoint]);
  }
});

it('a draft imports only what the catalog exports', async () => {
  const kinds = new URL('../../catalog/src/kinds/image/', import.meta.url);
  const imported = plans.flatMap((plan) => {
    const statements = parseSync('draft.ts', writeKind(plan)).module.staticImports;
    return statements.flatMap(({ moduleRequest, entries }) =>
      entries.map(({ importName }) => [moduleRequest.value, importName.name ?? ''] as const),
    );
  });
  for (const [file, names] of Map.groupBy(imported, ([path]) => path)) {
    const exported = await import(new URL(file, kinds).href);
    expect(Object.keys(exported)).toEqual(
      expect.arrayContaining([...new Set(names.map(([, name]) => name))]),
    );
  }
});

it('a draft has its whole price once a human has read it', () => {
  const price = { ...readPrice('$0.05 per request'), source: 'https://fal.ai/pricing', asOf: '2026-11-25' };
  for (const { endpoint } of plans) {
    const plan = planKind(types.read(endpoint), { price });
    const kind = writeKind(plan);
    expect([endpoint, ...syntaxErrors(kind)]).toEqual([endpoint]);
    expect(kind).not.toMatch(/PRICE_TO_DECIDE|DAY_TO_DECIDE|costCredits: 0\b/);
    expect(plan.notes.filter(({ level, text }) => level === 'open' && text.startsWith('price'))).toEqual([]);
  }
});

it('accounts for every input field: offered, kept at its default, or named in a note', () => {
  for (const { endpoint, input, fields, fixed, unsold, notes } of plans) {
    const text = notes.map((note) => note.text).join('\n');
    const lost = input
      .map(({ name }) => name)
      .filter(
        (name) =>
          !fields.some(({ source }) => source?.name === name) &&
          !Object.hasOwn({ ...fixed, ...unsold }, name),
      )
      .filter((name) => !text.includes(name));
    expect([endpoint, ...lost]).toEqual([endpoint]);
  }
});

it('a draft names what a human still has to decide', () => {
  for (const { endpoint, input, fields, notes } of plans) {
    const open = notes.filter(({ level }) => level === 'open').map(({ text }) => text);
    expect(open[0]).toContain('price');
    const missing = input
      .filter(({ name, isRequired }) => isRequired && !fields.some(({ source }) => source?.name === name))
      .filter(({ name }) => !open.some((text) => text.includes(name)));
    expect([endpoint, ...missing.map(({ name }) => name)]).toEqual([endpoint]);
  }
});

it('a draft has an id of its own for each endpoint', () => {
  expect(new Set(plans.map(({ id }) => id)).size).toBeGreaterThan(0.99 * plans.length);
});
