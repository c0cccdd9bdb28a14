import { kinds } from '@atelier/catalog';
import { getProvider } from '@atelier/catalog/server';
import { expectedInput, findDrift } from '@atelier/fal';
import { describe, expect, it } from 'vitest';
import { readTypes } from './read-types.ts';
import { readStoredFacts } from './stored-facts.ts';

const typed = new Set(readTypes().endpoints);
const stored = readStoredFacts();
const younger = kinds.filter((kind) => !typed.has(getProvider(kind).endpoint));

it('every kind whose endpoint the installed client lacks has stored facts, and only such a kind has', () => {
  const endpoints = new Set(younger.map((kind) => getProvider(kind).endpoint));
  expect([...stored.keys()].toSorted()).toEqual([...endpoints].toSorted());
});

describe.each(younger.map((kind) => [kind.id, kind] as const))('%s', (_id, kind) => {
  const { endpoint, sample, price } = getProvider(kind);
  const facts = stored.get(endpoint) ?? expect.unreachable();

  it('sends and leaves out what the facts of its endpoint allow', () => {
    expect(findDrift(expectedInput(kind), facts.schema)).toEqual([]);
  });

  it('sends a length wherever there is one, because the model would choose it, and with it the bill', () => {
    if (!facts.schema.input.some(({ name }) => name === 'duration')) return;
    const sent = expectedInput(kind).fields.find(({ name }) => name === 'duration');
    expect(sent?.isAlwaysSent).toBe(true);
    if (sent?.values.type === 'some') expect(sent.values.values).not.toContain('auto');
  });

  it('has a sample of the declared result', () => {
    const declared = facts.schema.output.map(({ name }) => name);
    expect(Object.keys(sample as object).filter((name) => !declared.includes(name))).toEqual([]);
  });

  it('states the source of its facts and the amounts of their price', () => {
    expect([price?.source, price?.asOf]).toEqual([facts.source, facts.read]);
    const amounts = [...(facts.price ?? '').matchAll(/\$(\d+(?:\.\d+)?)/g)].map(([, amount]) =>
      Math.round(Number(amount) * 1_000_000),
    );
    if (facts.price !== undefined) expect(Object.values(price?.microUsd ?? {})).toEqual(amounts);
  });
});
