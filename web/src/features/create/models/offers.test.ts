import { getKind } from '@atelier/catalog';
import { describe, expect, it } from 'vitest';
import { kindEntries } from '#product/kinds/kind-entries.build.ts';
import { initialValues } from '../form-values.ts';
import { countFiles, findFitting, listOffers, priceFor, rankOffer, sortOffers } from './offers.ts';

const offers = listOffers(kindEntries);
const ofFamily = (id: string) => offers.filter(({ family }) => family.id === id);

describe('findFitting', () => {
  it.each([
    ['nothing', { images: 0, videos: 0 }, 'text-to-video'],
    ['a picture', { images: 1, videos: 0 }, 'image-to-video'],
    ['two pictures', { images: 2, videos: 0 }, 'first-to-last-frame'],
    ['a video', { images: 0, videos: 1 }, 'vace'],
  ])('chooses the variant that takes %s', (_what, files, kind) => {
    expect(findFitting(ofFamily('wan-2-1'), files)?.entry.id).toBe(kind);
  });

  it('chooses the first of a family that lacks its files', () => {
    const found = findFitting(ofFamily('wan-2-2-animate'), { images: 0, videos: 0 });
    expect(found?.entry.id).toBe('wan-v2-2-animate-move');
  });
});

describe('countFiles', () => {
  it('counts the files of a form by their sort', () => {
    const kind = getKind('first-to-last-frame');
    const values = { start_image_url: '/media/a.png', end_image_url: '/media/b.png' };
    expect(countFiles(kind, values)).toEqual({ images: 2, videos: 0 });
    expect(countFiles(getKind('vace'), { video_url: '/media/a.mp4' })).toEqual({ images: 0, videos: 1 });
  });
});

describe('priceFor', () => {
  it('is the price of the settings that the form has, and names those that the other model has instead', () => {
    const kind = getKind('text-to-video');
    const values = { ...initialValues(kind, {}), resolution: '480p', prompt: 'A fox' };
    const next = getKind('veo3-1-fast');
    const { credits, changed } = priceFor(next, { kind, values });
    expect(changed.map(({ field }) => field)).toEqual(['duration', 'resolution']);
    const settings = Object.fromEntries(changed.map(({ field, value }) => [field, value]));
    expect(credits).toBe(next.price({ ...initialValues(next, {}), ...settings } as never).costCredits);
  });
});

describe('rankOffer', () => {
  const words = { names: ['Kling 3.0', 'Kuaishou', 'Pro'], notes: ['Fluid motion, speech in two languages'] };

  it.each([
    ['', 0],
    [' kling 3.0 ', 0],
    ['kl', 1],
    ['KLING 3', 1],
    ['kuai', 1],
    ['pro kling', 2],
    ['speech', 3],
    ['veo', undefined],
  ])('finds %j with rank %s', (query, rank) => {
    expect(rankOffer(query, words)).toBe(rank);
  });

  it('finds words without spaces between them', () => {
    expect(rankOffer('对白', { names: ['Kling 3.0'], notes: ['动作流畅，中英文对白'] })).toBe(4);
  });

  it('answers a very long query', () => {
    expect(rankOffer('x'.repeat(2_000), words)).toBeUndefined();
  });
});

describe('sortOffers', () => {
  it('puts what is not known last', () => {
    const [a, b, c] = offers;
    if (!a || !b || !c) throw new Error('Too few kinds');
    const figures = { seconds: 1, perKeeper: undefined };
    const list = [
      { ...a, ...figures, credits: undefined },
      { ...b, ...figures, credits: 9 },
      { ...c, ...figures, credits: 3 },
    ];
    expect(sortOffers(list, 'price').map(({ credits }) => credits)).toEqual([3, 9, undefined]);
    expect(sortOffers(list, 'keeper')).toEqual(list);
  });
});
