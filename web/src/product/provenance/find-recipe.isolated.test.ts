import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Credentials, Manifest } from './credentials.ts';
import { findRecipe } from './find-recipe.ts';
import { readCredentials } from './read-credentials.ts';
import { pngWithTexts } from './testing/png-with-texts.ts';
import { sampleRecipe, signFile } from './testing/sign-file.ts';

// It needs a worker, which Node has not; the browser spec runs it.
vi.mock('./read-credentials.ts', () => ({ readCredentials: vi.fn() }));

const read = vi.mocked(readCredentials);
const recipe = sampleRecipe();
const manifest: Manifest = {
  issuer: 'A signer',
  isFromHere: true,
  generator: null,
  signedAt: null,
  isAiMade: true,
  made: null,
  recipe,
  parents: [],
};
const texts = { parameters: 'a boat\nSteps: 4, Seed: 1' };
const foreign = { tool: 'a1111', prompt: 'a boat', seed: 1, others: { Steps: '4' } };
const toFile = (bytes: Buffer<ArrayBuffer>) => new File([bytes], 'a.png', { type: 'image/png' });
const find = (bytes: Buffer<ArrayBuffer>, onReading = vi.fn()) => findRecipe(toFile(bytes), onReading);

beforeEach(() => read.mockReset());

describe('the settings in a file', () => {
  it('are our own when it is unchanged since it was signed', async () => {
    read.mockResolvedValue({ state: 'valid', manifest });
    const onReading = vi.fn();
    const signed = await signFile(pngWithTexts(texts), 'image/png');
    expect(await find(signed, onReading)).toEqual({ recipe, issuer: 'A signer' });
    expect(onReading).toHaveBeenCalledOnce();
  });

  it.each<Credentials>([
    { state: 'altered', manifest },
    { state: 'unreadable' },
    { state: 'none' },
    { state: 'valid', manifest: { ...manifest, recipe: null } },
  ])('are not our own when its credentials are $state or have none', async (credentials) => {
    read.mockResolvedValue(credentials);
    expect(await find(await signFile(pngWithTexts({}), 'image/png'))).toBeUndefined();
    expect(await find(await signFile(pngWithTexts(texts), 'image/png'))).toEqual({ foreign });
  });

  it('are read without loading anything where a file can have no manifest', async () => {
    const onReading = vi.fn();
    expect(await find(pngWithTexts(texts), onReading)).toEqual({ foreign });
    expect(await find(pngWithTexts({ Software: 'GIMP' }), onReading)).toBeUndefined();
    expect([onReading.mock.calls, read.mock.calls]).toEqual([[], []]);
  });
});
