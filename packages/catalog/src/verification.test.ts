import { describe, expect, it } from 'vitest';
import { getKind, kinds } from './kinds.ts';
import { getProvider, getVerification, kindsOfInstalledTypes, listUnverifiedKinds } from './server.ts';
import { findVerification } from './verification.ts';

const day = /^20\d\d-\d\d-\d\d$/;

describe('a verified kind', () => {
  it.each(kinds.flatMap((kind) => getVerification(kind) ?? []))(
    'names documents and a day: $price',
    (read) => {
      expect(read.schema).not.toBe('');
      expect(read.price).toMatch(/^https:\/\/|^docs\/product\.md$/);
      expect(read.by).not.toBe('');
      expect(read.on).toMatch(day);
    },
  );

  it('says itself which documents were read, before what holds for many', () => {
    const verified = {
      schema: 'https://fal.ai/a',
      price: 'https://fal.ai/b',
      on: '2026-11-29',
      by: 'a reader',
    };
    const { provider } = { provider: getProvider(getKind('flux-2')) };
    expect(findVerification({ id: 'flux-2' }, { provider, verified })).toBe(verified);
    expect(findVerification({ id: 'flux-2' }, { provider })).toMatchObject({
      schema: expect.stringContaining('@fal-ai/client'),
      price: provider.price?.source,
    });
    expect(findVerification({ id: 'a-draft' }, { provider })).toBeUndefined();
  });
});

describe('an unverified kind', () => {
  /** Runs the assertions as if nothing had been read for these kinds. */
  function forget(ids: readonly string[], assertions: () => void): void {
    const list = kindsOfInstalledTypes as Set<string>;
    for (const id of ids) list.delete(id);
    try {
      assertions();
    } finally {
      for (const id of ids) list.add(id);
    }
  }

  it('is one whose file names no document, unless the specification sells it', () => {
    const before = listUnverifiedKinds().map(({ id }) => id);
    forget(['flux-2', 'text-to-video', 'vace', 'image-understanding'], () => {
      const found = listUnverifiedKinds().map(({ id }) => id);
      expect(found.filter((id) => !before.includes(id))).toEqual(['flux-2']);
      expect(getVerification(getKind('flux-2'))).toBeUndefined();
    });
  });

  it('is never one of the list of the installed types', () => {
    expect(listUnverifiedKinds().filter(({ id }) => kindsOfInstalledTypes.has(id))).toEqual([]);
    const ids = kinds.map(({ id }) => id);
    expect([...kindsOfInstalledTypes].filter((id) => !ids.includes(id))).toEqual([]);
  });
});
