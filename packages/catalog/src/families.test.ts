import { describe, expect, it } from 'vitest';
import { families } from './families.ts';
import { findFamily, findKindsByName } from './find-family.ts';
import { getKind, kinds } from './kinds.ts';

describe('the families', () => {
  it('have every kind once, and no other', () => {
    const members = families.flatMap(({ variants }) => variants.map(({ kind }) => kind));
    expect(members.toSorted()).toEqual(kinds.map(({ id }) => id).toSorted());
  });

  it('have ids and names of their own', () => {
    expect(new Set(families.map(({ id }) => id)).size).toBe(families.length);
    expect(new Set(families.map(({ name }) => name)).size).toBe(families.length);
  });

  it.each(families)('$name is of one medium, and its variants differ', ({ variants }) => {
    expect(new Set(variants.map(({ kind }) => getKind(kind).medium)).size).toBe(1);
    expect(new Set(variants.map(({ quality, input }) => `${quality} ${input}`)).size).toBe(variants.length);
  });

  it.each(families.filter(({ earlier }) => earlier))(
    '$name is followed by a newer one of its maker',
    (family) => {
      const newer = families.find(({ id }) => id === family.earlier) ?? expect.unreachable('no newer family');
      expect(newer.maker).toBe(family.maker);
      expect(newer.earlier).toBeUndefined();
      const [medium, newerMedium] = [family, newer].map(
        ({ variants: [first] }) => getKind(first?.kind ?? '').medium,
      );
      expect(newerMedium).toBe(medium);
    },
  );

  it.each(kinds)('$id begins with the files that its variant names', (kind) => {
    const { variant } = findFamily(kind.id) ?? expect.unreachable('no family');
    const needsFile = Object.values(kind.fields).some(
      ({ widget, isRequired }) => widget.type === 'upload' && isRequired,
    );
    expect(variant.input !== 'text').toBe(needsFile);
  });
});

describe('findKindsByName', () => {
  it.each([
    ['veo 3.1 fast', ['veo3-1-fast', 'veo3-1-fast-image-to-video']],
    ['  Wan 2.6 ', ['wan-v2-6-text-to-video', 'wan-v2-6-image-to-video']],
    ['janus', ['janus-pro']],
    ['pro', []],
    ['v', []],
    ['', []],
  ])('%j is the beginning of the names of %j', (text, kinds) => {
    expect(findKindsByName(text)).toEqual(kinds);
  });
});
