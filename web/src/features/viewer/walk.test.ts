import { describe, expect, it } from 'vitest';
import { sampleGeneration } from '#product/generation/testing/sample-generation.ts';
import { comparedWith, findNeighbour, toViewable } from './walk.ts';

const made = (id: string, more = {}) =>
  sampleGeneration({ id, status: 'completed', medium: 'image', ...more });
const [a, b, c] = [made('a'), made('b', { medium: 'video' }), made('c')];

describe('the generations that the viewer goes through', () => {
  it('are the results of the list, with the newest state of the one that is shown', () => {
    const [running, failed] = [made('r', { status: 'processing' }), made('f', { status: 'failed' })];
    const newer = made('b', { medium: 'video', revision: 9 });
    expect(toViewable([running, a, b, failed, c], newer)).toEqual([a, newer, c]);
    expect(toViewable([a, failed, c], failed)).toEqual([a, failed, c]);
    expect(toViewable([a, c], b)).toEqual([b]);
  });

  it('end at the ends of the list, and pass over the one that is compared', () => {
    expect(findNeighbour([a, b, c], a, 1)).toBe(b);
    expect(findNeighbour([a, b, c], c, 1)).toBeUndefined();
    expect(findNeighbour([a, b, c], a, -1)).toBeUndefined();
    expect(findNeighbour([a, b, c], a, 1, { except: 'b' })).toBe(c);
  });

  it('go round where all of the list is there', () => {
    const isWhole = true;
    expect(findNeighbour([a, b, c], c, 1, { isWhole })).toBe(a);
    expect(findNeighbour([a, b, c], a, -1, { isWhole })).toBe(c);
    expect(findNeighbour([a, b, c], c, 1, { isWhole, except: 'a' })).toBe(b);
    expect(findNeighbour([a], a, 1, { isWhole })).toBeUndefined();
  });

  it('are compared with the nearest of the same medium', () => {
    expect(comparedWith([a, b, c], a)).toBe(c);
    expect(comparedWith([a, b, c], c)).toBe(a);
    expect(comparedWith([a, b, c], b)).toBeUndefined();
  });
});
