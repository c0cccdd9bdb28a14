import { defaultInput, getKind } from '@atelier/catalog';
import { expect, it } from 'vitest';
import { offers } from './offers.build.ts';

it('the landing page begins with the settings and prices that the forms begin with', () => {
  for (const { kindId, shape } of offers) {
    if (!shape) continue;
    const kind = getKind(kindId);
    const input = defaultInput(kind);
    expect(shape.initial, kindId).toBe(String(input[shape.field]));
    const chosen = shape.options.find(({ value }) => value === shape.initial);
    expect(chosen?.costCredits, kindId).toBe(kind.price(input).costCredits);
  }
  expect(offers.find(({ medium }) => medium === 'image')?.shape?.initial).toBe('square_hd');
});

it('only answers need a file first', () => {
  expect(offers.filter(({ shape }) => !shape).map(({ medium }) => medium)).toEqual(['text']);
});

it('what the landing page says of a medium is what the catalog reaches', () => {
  const facts = new Map(offers.map((offer) => [offer.medium, offer.facts]));
  expect(facts.get('video')).toMatchObject({ maxSeconds: 15, maxResolution: '2160p' });
  expect(facts.get('image')).toMatchObject({ maxCount: 4 });
  expect(facts.get('audio')).toMatchObject({ maxSeconds: 300 });
  for (const { medium, facts: known } of offers)
    if (medium === 'video' || medium === 'image') expect(known.namedIds.length, medium).toBeGreaterThan(1);
});
