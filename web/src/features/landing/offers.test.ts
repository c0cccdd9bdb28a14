import { defaultInput, getKind, type Kind, kinds, recommendedIds } from '@atelier/catalog';
import { expect, it } from 'vitest';
import { describeLanding, type Landing, type Offer } from './describe-landing.ts';

const landing = describeLanding(kinds, recommendedIds);
const findOffer = ({ offers }: Landing, medium: Offer['medium']) =>
  offers.find((offer) => offer.medium === medium) ?? expect.fail(`no offer of ${medium}`);

it('the landing page begins with the settings and prices that the forms begin with', () => {
  for (const { kindId, shape, costCredits } of landing.offers.flatMap(({ models }) => models)) {
    const kind = getKind(kindId);
    const input = defaultInput(kind);
    expect(costCredits, kindId).toBe(kind.price(input).costCredits);
    if (!shape) continue;
    expect(shape.initial, kindId).toBe(String(input[shape.field]));
    const chosen = shape.options.find(({ value }) => value === shape.initial);
    expect(chosen?.costCredits, kindId).toBe(costCredits);
  }
  const [image] = findOffer(landing, 'image').models;
  expect(image).toMatchObject({ costCredits: 20, shape: { initial: 'square_hd' } });
});

it('only answers need a file first', () => {
  expect(landing.offers.filter(({ needsFile }) => needsFile).map(({ medium }) => medium)).toEqual(['text']);
});

it('the limits that the landing page names are those of the catalog', () => {
  expect(findOffer(landing, 'video')).toMatchObject({ maxSeconds: 30, maxResolution: '2160p' });
  expect(findOffer(landing, 'image')).toMatchObject({ maxCount: 4, maxResolution: '4K' });
  expect(findOffer(landing, 'audio')).toMatchObject({ maxSeconds: 300 });
});

it('a model that is added to the catalog changes names, number, limits and lowest price', () => {
  const veo = getKind('veo3-1-fast');
  const { duration, resolution } = veo.fields;
  if (duration?.widget.type !== 'choice' || resolution?.widget.type !== 'choice') return expect.fail();
  const added: Kind = {
    ...veo,
    id: 'reel-9',
    columns: (input) => ({ ...veo.columns(input), model: 'reel-9' }),
    price: () => ({ ...veo.price(defaultInput(veo)), costCredits: 1 }),
    fields: {
      ...veo.fields,
      duration: { ...duration, widget: { ...duration.widget, options: [{ value: 8 }, { value: 99 }] } },
      resolution: {
        ...resolution,
        widget: { ...resolution.widget, options: [{ value: '720p' }, { value: '4320p' }] },
      },
    },
  };
  const grown = describeLanding([...kinds, added], ['reel-9', ...recommendedIds]);
  expect(grown.modelCount).toBe(landing.modelCount + 1);
  expect(grown.named[0]?.kindId).toBe('reel-9');
  expect(findOffer(grown, 'video')).toMatchObject({
    maxSeconds: 99,
    maxResolution: '4320p',
    cheapestCredits: 1,
    modelCount: findOffer(landing, 'video').modelCount + 1,
  });
  expect(findOffer(grown, 'video').models.map(({ kindId }) => kindId)).toContain('reel-9');
});

it('the row of names has each family of models once, and no task', () => {
  const ids = landing.named.map(({ kindId }) => kindId);
  const families = ids.map((id) => id.replace(/-(pro|standard|fast|lite|turbo)\b.*/, ''));
  expect(ids.length).toBeGreaterThan(8);
  expect(new Set(families).size).toBe(ids.length);
  expect(ids).not.toContain('text-to-video');
});
